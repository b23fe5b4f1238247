// SPDX-License-Identifier: Apache-2.0
// What the two questions about events cost, causality and conflict, in
// unfoldings of growing size.
//
//   bench-unfolding [EVENTS]
//
// Four threads take eight mutexes in turn, a hundred times to a hundred
// thousand times; the unfolding is that of two such executions, which part in
// the middle. Pairs of events are drawn at random. "Walking" is the time of the
// same questions when an event knows its parent only.

#include "base/seconds.h"
#include "explore/quasi/unfolding.h"

#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, MUTEXES = 8, PAIRS = 20000 };

static uint64_t state = 1;

static uint32_t draw(uint32_t below) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (uint32_t)(state >> 33) % below;
}

// The ends of an execution: of each thread its last event, of each mutex its.
struct ends {
    uint32_t thread[THREADS], mutex[MUTEXES];
};

static void join(const struct unfolding *u, uint32_t *cone, uint32_t id) {
    for (uint32_t t = 0; id != NO_EVENT && t < THREADS; t++) {
        uint32_t last = unfolding_last(u, id, t);
        if (unfolding_at(u, last)->index > unfolding_at(u, cone[t])->index)
            cone[t] = last;
    }
}

// One more critical section of a thread.
static void lock_and_unlock(struct unfolding *u, struct ends *e, uint32_t t,
                            uint32_t m) {
    struct op op = {.kind = OP_LOCK,
                    .mode = OP_WRITES,
                    .size = 1,
                    .addr = 64 * (uint64_t)(m + 1)};
    for (int i = 0; i < 2; i++) {
        uint32_t cone[THREADS] = {0}, shadows[2] = {e->mutex[m], NO_EVENT};
        join(u, cone, e->thread[t]);
        join(u, cone, e->mutex[m]);
        op.kind = i ? OP_UNLOCK : OP_LOCK;
        struct unfolding_name name =
            unfolding_name(u, t, &op, e->thread[t], cone, THREADS);
        e->thread[t] = e->mutex[m] = unfolding_add(u, &name, shadows);
    }
}

static void execute(struct unfolding *u, struct ends *e, uint32_t sections) {
    for (uint32_t i = 0; i < sections; i++)
        lock_and_unlock(u, e, draw(THREADS), draw(MUTEXES));
}

static bool contains_walking(const struct unfolding *u, uint32_t b,
                             uint32_t a) {
    const struct unfolding_event *e = unfolding_at(u, a);
    uint32_t last = unfolding_last(u, b, e->thread);
    while (unfolding_at(u, last)->index > e->index)
        last = unfolding_at(u, last)->before;
    return last == a;
}

typedef bool question(const struct unfolding *, uint32_t, uint32_t);

// Nanoseconds an answer, and how many were yes.
static double ask(question *q, const struct unfolding *u, uint32_t pairs,
                  uint32_t *yes) {
    uint32_t count = (uint32_t)u->events.count - 1;
    state = 7;
    *yes = 0;
    double start = seconds_now();
    for (uint32_t i = 0; i < pairs; i++) {
        uint32_t a = 1 + draw(count), b = 1 + draw(count);
        *yes += q(u, a, b);
    }
    return (seconds_now() - start) * 1e9 / pairs;
}

static void row(uint32_t events) {
    struct unfolding u;
    struct ends first = {{0}, {0}}, second;
    uint32_t before, walking, conflicting;
    unfolding_init(&u);
    state = 1;
    execute(&u, &first, events / 6);
    second = first;
    execute(&u, &first, events / 6);
    state = 2;
    execute(&u, &second, events / 6);
    double causality = ask(unfolding_contains, &u, PAIRS, &before);
    double conflict = ask(unfolding_conflict, &u, PAIRS, &conflicting);
    double walk = ask(contains_walking, &u, PAIRS / 10, &walking);
    printf("%8zu  %12.0f  %12.0f  %12.0f  %9.1f %%  %9.1f %%\n",
           u.events.count - 1, causality, walk, conflict,
           100.0 * before / PAIRS, 100.0 * conflicting / PAIRS);
    unfolding_free(&u);
}

int main(int argc, char **argv) {
    printf("%8s  %12s  %12s  %12s  %11s  %11s\n", "events", "causality ns",
           "walking ns", "conflict ns", "ordered", "in conflict");
    if (argc > 1) {
        row((uint32_t)strtoul(argv[1], NULL, 10));
        return 0;
    }
    for (uint32_t events = 1000; events <= 1000000; events *= 10)
        row(events);
    return 0;
}
