// SPDX-License-Identifier: Apache-2.0
// Barriers. To wait is to arrive, and to leave when all of the round have.

#include "machine/native/api/api.h"

// A pthread_barrier_t, inside. The machine reads `places` to see whether a
// round is complete.
struct barrier {
    uint64_t arrivals; // of all rounds
    uint32_t places;
    uint32_t life;
};
_Static_assert(sizeof(struct barrier) <= sizeof(pthread_barrier_t), "room");
_Static_assert(offsetof(struct barrier, places) == 8, "known to the machine");

static const struct api_class barriers = {
    .name = "barrier",
    .misuse = FINDING_API_MISUSE,
    .size = sizeof(pthread_barrier_t),
    .life = offsetof(struct barrier, life),
};

// How many threads a round has. A program that has written there has no barrier
// any more.
static uint32_t places_of(const struct barrier *b, const struct mz_site *site) {
    if (!b->places)
        native_fail(FINDING_API_MISUSE, site,
                    "a barrier is used that has no places");
    return b->places;
}

int __mz_pthread_barrier_init(pthread_barrier_t *barrier,
                              const pthread_barrierattr_t *attr,
                              unsigned count) {
    const struct mz_site *site = native_at();
    struct barrier *b = (struct barrier *)(void *)barrier;
    if (attr)
        api_attr_number(attr, site);
    if (!count)
        return EINVAL;
    uint64_t old = api_begin(&barriers, b, 0, site);
    if (old && old % places_of(b, site))
        native_report(FINDING_API_MISUSE, site,
                      "a barrier is initialised again while threads wait at "
                      "it");
    b->places = count; // saved
    return 0;
}

// Those of a complete round may still have to leave: nothing that they look at
// is changed.
int __mz_pthread_barrier_destroy(pthread_barrier_t *barrier) {
    const struct mz_site *site = native_at();
    struct barrier *b = (struct barrier *)(void *)barrier;
    uint64_t arrivals = api_look(&barriers, b, site);
    if (arrivals % places_of(b, site)) {
        native_report(FINDING_API_MISUSE, site,
                      "a barrier is destroyed while %u of %u threads wait at "
                      "it",
                      (unsigned)(arrivals % b->places), b->places);
        return EBUSY;
    }
    api_end(&barriers, b);
    return 0;
}

// What the arrivals of a round release. Rounds must not be mixed up: who is
// slow to leave one has not seen what others did before they arrived at the
// next. As many rounds as a barrier has bytes can be told from each other.
static const void *of_round(const struct barrier *b, uint64_t round) {
    return (const char *)b + round % sizeof(pthread_barrier_t);
}

int __mz_pthread_barrier_wait(pthread_barrier_t *barrier) {
    const struct mz_site *site = native_at();
    struct barrier *b = (struct barrier *)(void *)barrier;
    struct op arrive = api_op(OP_ARRIVE, b);
    api_act(&barriers, &arrive, site);
    invariant(b->arrivals == arrive.old + 1);
    uint32_t places = places_of(b, site);
    uint64_t round = arrive.old / places;
    bool last = (arrive.old + 1) % places == 0;
    if (native_result_matters())
        native_knows(last);
    api_release(of_round(b, round));
    struct op leave = api_op(OP_LEAVE, b);
    leave.arg = round;
    api_visible(&leave, site);
    api_acquire(of_round(b, round)); // the barrier itself may be gone
    thread_time_meet(b, arrive.old, places);
    return last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}
