// SPDX-License-Identifier: Apache-2.0
// Mutexes: normal, recursive, error-checking; adaptive ones are normal.

#include "machine/native/api/api.h"

const struct api_class api_mutexes = {
    .name = "mutex",
    .misuse = FINDING_MUTEX_MISUSE,
    .size = sizeof(pthread_mutex_t),
    .life = offsetof(struct api_mutex, life),
    .is_static = true,
};

static struct api_mutex *inside(pthread_mutex_t *mutex) {
    return (struct api_mutex *)(void *)mutex;
}

static const char *owner_name(const struct api_mutex *m) {
    const struct native_thread *t = native_thread((unsigned)m->state - 1);
    return t ? t->name : "somebody";
}

int __mz_pthread_mutex_init(pthread_mutex_t *mutex,
                            const pthread_mutexattr_t *attr) {
    const struct mz_site *site = native_at();
    int kind = PTHREAD_MUTEX_NORMAL;
    if (attr)
        kind = api_attr_number(attr, site);
    if (kind < PTHREAD_MUTEX_NORMAL || kind > PTHREAD_MUTEX_ADAPTIVE_NP)
        native_fail(FINDING_API_MISUSE, site,
                    "mutex attributes are used that hold nothing");
    uint64_t old = api_begin(&api_mutexes, mutex, 0, site);
    if (old)
        native_report(FINDING_MUTEX_MISUSE, site,
                      "a locked mutex is initialised again");
    inside(mutex)->kind = kind; // saved
    inside(mutex)->depth = 0;
    return 0;
}

int __mz_pthread_mutex_destroy(pthread_mutex_t *mutex) {
    const struct mz_site *site = native_at();
    if (api_look(&api_mutexes, mutex, site)) {
        native_report(FINDING_MUTEX_MISUSE, site,
                      "a mutex is destroyed that %s holds",
                      owner_name(inside(mutex)));
        return EBUSY;
    }
    // Who waits for it will find it destroyed.
    api_end(&api_mutexes, mutex);
    return 0;
}

// ---------------------------------------------------------------- acquiring

// The owner comes again: nobody else can tell, so there is no operation. True
// if that is all; a normal mutex lets its owner wait for itself.
static bool again(struct api_mutex *m, int *result) {
    if (!api_mutex_held(m))
        return false;
    if (m->kind == PTHREAD_MUTEX_RECURSIVE) {
        *result = m->depth == UINT32_MAX ? EAGAIN : 0;
        if (!*result)
            native_set(m->depth, m->depth + 1);
        return true;
    }
    *result = EDEADLK;
    return m->kind == PTHREAD_MUTEX_ERRORCHECK;
}

int __mz_pthread_mutex_lock(pthread_mutex_t *mutex) {
    const struct mz_site *site = native_at();
    struct api_mutex *m = inside(mutex);
    int result;
    api_comes(&api_mutexes, m, OP_LOCK, site);
    if (again(m, &result))
        return result;
    api_happens(&api_mutexes, api_next_op(OP_LOCK, m), site);
    api_acquire(m);
    return 0;
}

static int try(struct api_mutex *m, int failure, const struct mz_site *site) {
    struct op op = api_op(OP_TRYLOCK, m);
    api_happens(&api_mutexes, &op, site);
    if (op.kind != OP_TRYLOCK)
        return failure;
    api_acquire(m);
    return 0;
}

int __mz_pthread_mutex_trylock(pthread_mutex_t *mutex) {
    const struct mz_site *site = native_at();
    struct api_mutex *m = inside(mutex);
    int result;
    api_comes(&api_mutexes, m, OP_TRYLOCK, site);
    if (m->kind == PTHREAD_MUTEX_RECURSIVE && again(m, &result))
        return result;
    return try(m, EBUSY, site);
}

// To wait longer is to be scheduled later, and time itself is not modelled: so
// to lock with a time limit is to try once, at any time. Scheduled while the
// mutex is free, it was free in time; while it is held, the time is over. The
// search explores both, since a try conflicts with every lock and unlock.
int __mz_pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock,
                                 const struct timespec *limit) {
    const struct mz_site *site = native_at();
    struct api_mutex *m = inside(mutex);
    int result;
    if (!api_clock(clock))
        return EINVAL;
    int wrong = api_time(limit, site);
    api_comes(&api_mutexes, m, OP_TRYLOCK, site);
    if (again(m, &result))
        return result;
    return api_timed(try(m, wrong ? wrong : ETIMEDOUT, site), site);
}

int __mz_pthread_mutex_timedlock(pthread_mutex_t *mutex,
                                 const struct timespec *limit) {
    return __mz_pthread_mutex_clocklock(mutex, CLOCK_REALTIME, limit);
}

// ---------------------------------------------------------------- releasing

// Who checks for errors is told; for all others it is undefined behaviour, and
// who holds it is seen when it happens.
static int not_owner(struct api_mutex *m, const struct mz_site *site) {
    if (m->kind == PTHREAD_MUTEX_RECURSIVE ||
        m->kind == PTHREAD_MUTEX_ERRORCHECK)
        return EPERM;
    if (!api_look(&api_mutexes, m, site))
        native_fail(FINDING_MUTEX_MISUSE, site,
                    "a mutex is unlocked that nobody holds");
    native_fail(FINDING_MUTEX_MISUSE, site, "a mutex is unlocked that %s holds",
                owner_name(m));
}

int __mz_pthread_mutex_unlock(pthread_mutex_t *mutex) {
    const struct mz_site *site = native_at();
    struct api_mutex *m = inside(mutex);
    api_comes(&api_mutexes, m, OP_UNLOCK, site);
    if (!api_mutex_held(m))
        return not_owner(m, site);
    if (m->depth) {
        native_set(m->depth, m->depth - 1);
        return 0;
    }
    api_happens(&api_mutexes, api_next_op(OP_UNLOCK, m), site);
    api_release(m);
    return 0;
}

// ------------------------------------- of mutexes that are not to be had here

int __mz_pthread_mutex_getprioceiling(const pthread_mutex_t *mutex,
                                      int *ceiling) {
    (void)mutex;
    (void)ceiling;
    return EINVAL; // it has none
}

int __mz_pthread_mutex_setprioceiling(pthread_mutex_t *mutex, int ceiling,
                                      int *old) {
    (void)mutex;
    (void)ceiling;
    (void)old;
    return EINVAL;
}

int __mz_pthread_mutex_consistent(pthread_mutex_t *mutex) {
    (void)mutex;
    return EINVAL; // it is not robust
}

int __mz_pthread_mutex_consistent_np(pthread_mutex_t *mutex) {
    return __mz_pthread_mutex_consistent(mutex);
}
