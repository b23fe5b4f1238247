// SPDX-License-Identifier: Apache-2.0
// Read-write locks. Which of readers and writers are preferred is not
// modelled: every order that the rules of POSIX allow is explored.

#include "machine/native/api/api.h"

#include <string.h>

enum { DIGITS = 4, MOST_READS = (1 << DIGITS) - 1 };

// A pthread_rwlock_t, inside. The state word says how many readers there are,
// not who they are: that is kept beside, as one binary number for each thread,
// whose digit d is the thread's bit in reads[d].
struct rwlock {
    uint64_t state;
    uint64_t reads[DIGITS];
    uint32_t life;
};
_Static_assert(sizeof(struct rwlock) <=
                   offsetof(pthread_rwlock_t, __data.__flags),
               "static initialisers put their flags behind");

static const struct api_class rwlocks = {
    .name = "read-write lock",
    .misuse = FINDING_MUTEX_MISUSE,
    .size = sizeof(pthread_rwlock_t),
    .life = offsetof(struct rwlock, life),
    .is_static = true,
    .is_lock = true,
};

static struct rwlock *inside(pthread_rwlock_t *lock) {
    return (struct rwlock *)(void *)lock;
}

static bool writes(const struct rwlock *l) {
    return l->state >> 32 == api_owner();
}

// How many times the thread holds it as a reader.
static unsigned reads(const struct rwlock *l) {
    unsigned count = 0;
    for (unsigned digit = 0; digit < DIGITS; digit++)
        count |= (unsigned)(l->reads[digit] >> api_self() & 1) << digit;
    return count;
}

static void set_reads(struct rwlock *l, unsigned count) {
    require(count <= MOST_READS);
    uint64_t bit = 1ull << api_self();
    for (unsigned digit = 0; digit < DIGITS; digit++) {
        uint64_t word = l->reads[digit] & ~bit;
        if (count >> digit & 1)
            word |= bit;
        if (word != l->reads[digit])
            native_set(l->reads[digit], word);
    }
    expensive(reads(l) == count);
}

// Readers come before and after writers, not before or after each other: what
// readers release has a place of its own, which only writers acquire. Else a
// race between two readers would be hidden by the order in which they came.
static const void *of_readers(const struct rwlock *l) {
    return &l->reads;
}

int __mz_pthread_rwlock_init(pthread_rwlock_t *lock,
                             const pthread_rwlockattr_t *attr) {
    const struct mz_site *site = native_at();
    if (attr)
        api_attr_number(attr, site);
    if (api_begin(&rwlocks, lock, 0, site))
        native_report(FINDING_MUTEX_MISUSE, site,
                      "a locked read-write lock is initialised again");
    memset(inside(lock)->reads, 0, sizeof inside(lock)->reads); // saved
    return 0;
}

int __mz_pthread_rwlock_destroy(pthread_rwlock_t *lock) {
    const struct mz_site *site = native_at();
    if (api_look(&rwlocks, lock, site)) {
        native_report(FINDING_MUTEX_MISUSE, site,
                      "a read-write lock is destroyed while it is held");
        return EBUSY;
    }
    api_end(&rwlocks, lock);
    return 0;
}

// ---------------------------------------------------------------- acquiring

enum side { READER, WRITER };

static int acquire(struct rwlock *l, enum side side, enum op_kind kind,
                   int failure, const struct mz_site *site) {
    if (side == READER && reads(l) == MOST_READS)
        native_limit(LIMIT_READ_LOCKS);
    struct op op = api_op(kind, l);
    api_happens(&rwlocks, &op, site);
    if (op.kind == OP_TRYRDLOCK_FAIL || op.kind == OP_TRYWRLOCK_FAIL)
        return failure;
    invariant(side == READER ? l->state == op.old + 1 : writes(l));
    if (side == READER)
        set_reads(l, reads(l) + 1);
    api_acquire(l);
    if (side == WRITER)
        api_acquire(of_readers(l));
    return 0;
}

// A reader that wants to write waits for itself: that deadlock is real. A
// writer is told, as glibc does.
static int wait_for(pthread_rwlock_t *lock, enum side side) {
    const struct mz_site *site = native_at();
    enum op_kind kind = side == READER ? OP_RDLOCK : OP_WRLOCK;
    api_comes(&rwlocks, lock, kind, site);
    if (writes(inside(lock)))
        return EDEADLK;
    return acquire(inside(lock), side, kind, 0, site);
}

static int try(pthread_rwlock_t *lock, enum side side, int failure,
               const struct mz_site *site) {
    return acquire(inside(lock), side,
                   side == READER ? OP_TRYRDLOCK : OP_TRYWRLOCK, failure, site);
}

static int try_now(pthread_rwlock_t *lock, enum side side) {
    api_comes(&rwlocks, lock, OP_TRYWRLOCK, native_at());
    return try(lock, side, EBUSY, native_at());
}

// With a time limit: one try, at any time. See mutex.c.
static int wait_until(pthread_rwlock_t *lock, enum side side, clockid_t clock,
                      const struct timespec *limit) {
    const struct mz_site *site = native_at();
    if (!api_clock(clock))
        return EINVAL;
    struct api_limit until = api_limit(clock, limit, site);
    api_comes(&rwlocks, lock, OP_TRYWRLOCK, site);
    if (writes(inside(lock)))
        return EDEADLK;
    return api_timed(try(lock, side, api_failure(until), site), until, site);
}

int __mz_pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
    return wait_for(lock, READER);
}

int __mz_pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
    return wait_for(lock, WRITER);
}

int __mz_pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) {
    return try_now(lock, READER);
}

int __mz_pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
    return try_now(lock, WRITER);
}

int __mz_pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock,
                                    const struct timespec *limit) {
    return wait_until(lock, READER, clock, limit);
}

int __mz_pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock,
                                    const struct timespec *limit) {
    return wait_until(lock, WRITER, clock, limit);
}

int __mz_pthread_rwlock_timedrdlock(pthread_rwlock_t *lock,
                                    const struct timespec *limit) {
    return wait_until(lock, READER, CLOCK_REALTIME, limit);
}

int __mz_pthread_rwlock_timedwrlock(pthread_rwlock_t *lock,
                                    const struct timespec *limit) {
    return wait_until(lock, WRITER, CLOCK_REALTIME, limit);
}

// ---------------------------------------------------------------- releasing

int __mz_pthread_rwlock_unlock(pthread_rwlock_t *lock) {
    const struct mz_site *site = native_at();
    struct rwlock *l = inside(lock);
    api_comes(&rwlocks, l, OP_WRUNLOCK, site);
    bool writer = writes(l);
    if (!writer && !reads(l)) {
        api_look(&rwlocks, l, site);
        native_fail(FINDING_MUTEX_MISUSE, site,
                    "a read-write lock is unlocked that the thread does not "
                    "hold");
    }
    struct op op = api_op(writer ? OP_WRUNLOCK : OP_RDUNLOCK, l);
    api_happens(&rwlocks, &op, site);
    invariant(!writer || !l->state);
    if (!writer)
        set_reads(l, reads(l) - 1);
    api_release(writer ? l : of_readers(l));
    return 0;
}
