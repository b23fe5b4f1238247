// SPDX-License-Identifier: Apache-2.0
// Condition variables.
//
// A wait is two events: it lets go of the mutex and joins the waiters, and
// later takes the mutex again, once a signal has taken it from the waiters.
//
// A wait with a time limit has one more in between: the time is over
// (OP_EXPIRE). That can happen at any time, early or late, since time is not
// modelled; it conflicts with signals, so the search explores it before and
// after each of them. If the thread is still among the waiters then, it leaves
// them and has timed out; if a signal came first, it was woken. Either way it
// then takes the mutex like anybody else. A spurious wake-up is the same with
// another result.

#include "machine/native/api/api.h"

// A pthread_cond_t or cnd_t, inside.
struct condition {
    uint64_t waiters; // a set of threads
    uint64_t mutex;   // of the waiters, or of the last ones
    uint32_t life;
};
_Static_assert(sizeof(struct condition) <= sizeof(pthread_cond_t), "room");
_Static_assert(sizeof(cnd_t) == sizeof(pthread_cond_t), "one layout");

static const struct api_class conditions = {
    .name = "condition variable",
    .misuse = FINDING_API_MISUSE,
    .size = sizeof(pthread_cond_t),
    .life = offsetof(struct condition, life),
    .is_static = true,
};

int __mz_pthread_cond_init(pthread_cond_t *cond,
                           const pthread_condattr_t *attr) {
    const struct mz_site *site = native_at();
    // The clock is of no interest: a wait can end at any time.
    if (attr)
        api_attr_number(attr, site);
    if (api_fails(site))
        return ENOMEM;
    if (api_begin(&conditions, cond, 0, site))
        native_report(FINDING_API_MISUSE, site,
                      "a condition variable is initialised again while "
                      "threads wait at it");
    ((struct condition *)(void *)cond)->mutex = 0; // saved
    return 0;
}

int __mz_pthread_cond_destroy(pthread_cond_t *cond) {
    const struct mz_site *site = native_at();
    if (api_look(&conditions, cond, site)) {
        native_report(FINDING_API_MISUSE, site,
                      "a condition variable is destroyed while threads wait "
                      "at it");
        return EBUSY;
    }
    api_end(&conditions, cond);
    return 0;
}

int __mz_pthread_cond_signal(pthread_cond_t *cond) {
    struct op op = api_op(OP_SIGNAL, cond);
    api_act(&conditions, &op, native_at());
    return 0;
}

int __mz_pthread_cond_broadcast(pthread_cond_t *cond) {
    struct op op = api_op(OP_BROADCAST, cond);
    api_act(&conditions, &op, native_at());
    return 0;
}

// ------------------------------------------------------------------ waiting

static void check_mutex(struct api_mutex *m, const struct mz_site *site) {
    api_comes(&api_mutexes, m, OP_WAIT, site);
    if (!api_mutex_held(m)) {
        api_look(&api_mutexes, m, site);
        native_fail(FINDING_MUTEX_MISUSE, site,
                    "a thread waits with a mutex that it does not hold");
    }
    if (m->robust)
        __mz_unsupported("waits with a robust mutex", site);
    if (m->depth)
        native_fail(FINDING_MUTEX_MISUSE, site,
                    "a thread waits with a mutex that it has locked %llu "
                    "times: nobody else can get it",
                    1ull + m->depth);
}

// All who wait at the same time must have come with one mutex.
static void bind(struct condition *c, const struct api_mutex *m,
                 const struct mz_site *site) {
    if (c->mutex == (uintptr_t)m)
        return;
    if (c->waiters & ~(1ull << api_self()))
        native_fail(FINDING_API_MISUSE, site,
                    "threads wait at a condition variable with different "
                    "mutexes");
    native_set(c->mutex, (uint64_t)(uintptr_t)m);
}

static void let_go(struct condition *c, struct api_mutex *m,
                   const struct mz_site *site) {
    api_comes(&conditions, c, OP_WAIT, site);
    check_mutex(m, site);
    struct op op = api_op(OP_WAIT, m);
    op.addr2 = (uintptr_t)c;
    api_happens(&api_mutexes, &op, site);
    api_use(&conditions, c, site);
    if (c->life == API_STATIC)
        native_set(c->life, (uint32_t)API_LIVE);
    bind(c, m, site);
    api_release(m);
}

// From here on the condition variable may be gone: whoever has woken all may
// destroy it, even if they have not come back yet.

static void sleep_on(struct condition *c, struct api_mutex *m,
                     const struct mz_site *site) {
    let_go(c, m, site);
    struct op op = api_op(OP_AWAKE, m);
    op.arg = (uintptr_t)c;
    api_act(&api_mutexes, &op, site);
    invariant(api_mutex_held(m));
    api_acquire(m);
}

// True if nobody has woken it.
static bool doze_on(struct condition *c, struct api_mutex *m,
                    const struct mz_site *site) {
    let_go(c, m, site);
    struct op expire = api_op(OP_EXPIRE, c);
    expire.target = api_self();
    api_visible(&expire, site);
    struct op lock = api_op(OP_LOCK, m);
    api_act(&api_mutexes, &lock, site);
    invariant(api_mutex_held(m));
    api_acquire(m);
    invariant(expire.kind == OP_EXPIRE || expire.kind == OP_EXPIRE_WOKEN);
    return expire.kind == OP_EXPIRE;
}

int __mz_pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex) {
    struct condition *c = (struct condition *)(void *)cond;
    struct api_mutex *m = (struct api_mutex *)(void *)mutex;
    struct native_thread *self = native_self();
    // One after the other without any signal would go on for ever, and what
    // the second can show, the first has shown.
    if (!native_settings()->spurious_wakeups || self->woke_by_itself) {
        sleep_on(c, m, native_at());
        native_set(self->woke_by_itself, false);
    } else if (doze_on(c, m, native_at())) {
        native_set(self->woke_by_itself, true);
    }
    return 0;
}

int __mz_pthread_cond_clockwait(pthread_cond_t *cond, pthread_mutex_t *mutex,
                                clockid_t clock, const struct timespec *limit) {
    const struct mz_site *site = native_at();
    struct condition *c = (struct condition *)(void *)cond;
    struct api_mutex *m = (struct api_mutex *)(void *)mutex;
    if (!api_clock(clock))
        return EINVAL;
    struct api_limit until = api_limit(clock, limit, site);
    if (until.wrong)
        return until.wrong;
    return api_timed(doze_on(c, m, site) ? ETIMEDOUT : 0, until, site);
}

int __mz_pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex,
                                const struct timespec *limit) {
    return __mz_pthread_cond_clockwait(cond, mutex, CLOCK_REALTIME, limit);
}
