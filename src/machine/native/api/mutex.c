// SPDX-License-Identifier: Apache-2.0
// Mutexes: normal, recursive, error-checking; adaptive ones are normal. Robust
// ones are known to their owner's thread, which unlocks them when it ends.

#include "machine/native/api/api.h"
#include "machine/native/library_state.h"

const struct api_class api_mutexes = {
    .name = "mutex",
    .misuse = FINDING_MUTEX_MISUSE,
    // Not more than what is used: programs that were preprocessed for systems of
    // 32 bits have room for 24 bytes.
    .size = offsetof(struct api_mutex, next),
    .life = offsetof(struct api_mutex, life),
    .is_static = true,
    .is_lock = true,
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
    int number = attr ? api_attr_number(attr, site) : 0;
    int kind = api_attribute(number, API_TYPE);
    if (number < 0 || kind > PTHREAD_MUTEX_ADAPTIVE_NP)
        native_fail(FINDING_API_MISUSE, site,
                    "mutex attributes are used that hold nothing");
    if (api_fails(site))
        return ENOMEM;
    uint64_t old = api_begin(&api_mutexes, mutex, 0, site);
    if (old)
        native_report(FINDING_MUTEX_MISUSE, site,
                      "a locked mutex is initialised again");
    struct api_mutex *m = inside(mutex); // saved
    m->kind = kind;
    m->depth = 0;
    m->robust =
        api_attribute(number, API_ROBUST) ? API_CONSISTENT : API_STALLED;
    m->protocol = (uint8_t)api_attribute(number, API_PROTOCOL);
    m->ceiling = (uint8_t)api_attribute(number, API_CEILING);
    if (m->robust)
        native_set(m->next, (struct api_mutex *)NULL);
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

// ------------------------------------------------------------------ robust

static void release(struct api_mutex *m, const struct mz_site *site) {
    api_happens(&api_mutexes, api_next_op(OP_UNLOCK, m), site);
    invariant(!m->state);
    api_release(m);
}

// Its thread has it now. What it is told of the owner before.
__attribute__((noinline)) static int note_taken(struct api_mutex *m,
                                                const struct mz_site *site) {
    if (m->robust == API_ABANDONED) {
        release(m, site);
        return ENOTRECOVERABLE;
    }
    struct api_mutex **first = &library.threads.robust[api_self()];
    native_set(m->next, *first);
    native_set(*first, m);
    return m->robust == API_OWNER_DIED ? EOWNERDEAD : 0;
}

static void note_left(struct api_mutex *m) {
    struct api_mutex **at = &library.threads.robust[api_self()];
    while (*at && *at != m)
        at = &(*at)->next;
    if (*at)
        native_set(*at, m->next);
    if (m->robust == API_OWNER_DIED)
        native_set(m->robust, (uint8_t)API_ABANDONED);
}

// It is told from the memory that it is in what has become of it: who has freed
// that memory has no mutex there any more.
void api_mutex_owner_ends(void) {
    struct api_mutex *m;
    while ((m = library.threads.robust[api_self()])) {
        const struct mz_site *site = native_at();
        native_touches(m, sizeof *m, true, site);
        native_knows_only((uintptr_t)m);
        native_set(library.threads.robust[api_self()], m->next);
        native_set(m->depth, 0u);
        native_set(m->robust, (uint8_t)API_OWNER_DIED);
        release(m, site);
    }
}

int __mz_pthread_mutex_consistent(pthread_mutex_t *mutex) {
    struct api_mutex *m = inside(mutex);
    api_use(&api_mutexes, m, native_at());
    if (!api_mutex_held(m) || m->robust != API_OWNER_DIED)
        return EINVAL;
    native_set(m->robust, (uint8_t)API_CONSISTENT);
    return 0;
}
NATIVE_SAME(pthread_mutex_consistent_np, pthread_mutex_consistent)

static int taken(struct api_mutex *m, const struct mz_site *site) {
    invariant(api_mutex_held(m));
    api_acquire(m);
    return m->robust ? note_taken(m, site) : 0;
}

int __mz_pthread_mutex_lock(pthread_mutex_t *mutex) {
    const struct mz_site *site = native_at();
    struct api_mutex *m = inside(mutex);
    int result;
    api_comes(&api_mutexes, m, OP_LOCK, site);
    if (again(m, &result))
        return result;
    api_happens(&api_mutexes, api_next_op(OP_LOCK, m), site);
    return taken(m, site);
}

static int try(struct api_mutex *m, int failure, const struct mz_site *site) {
    struct op op = api_op(OP_TRYLOCK, m);
    api_happens(&api_mutexes, &op, site);
    if (op.kind != OP_TRYLOCK) {
        invariant(op.kind == OP_TRYLOCK_FAIL && m->state);
        return failure;
    }
    return taken(m, site);
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
    struct api_limit until = api_limit(clock, limit, site);
    api_comes(&api_mutexes, m, OP_TRYLOCK, site);
    if (again(m, &result))
        return result;
    return api_timed(try(m, api_failure(until), site), until, site);
}

int __mz_pthread_mutex_timedlock(pthread_mutex_t *mutex,
                                 const struct timespec *limit) {
    return __mz_pthread_mutex_clocklock(mutex, CLOCK_REALTIME, limit);
}

// ---------------------------------------------------------------- releasing

// Who checks for errors is told; for all others it is undefined behaviour, and
// who holds it is seen when it happens.
__attribute__((noinline)) static int not_owner(struct api_mutex *m,
                                               const struct mz_site *site) {
    if (m->kind == PTHREAD_MUTEX_RECURSIVE ||
        m->kind == PTHREAD_MUTEX_ERRORCHECK || m->robust)
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
    if (m->robust)
        note_left(m);
    release(m, site);
    return 0;
}

// --------------------------------------------------------------- priorities

int __mz_pthread_mutex_getprioceiling(const pthread_mutex_t *mutex,
                                      int *ceiling) {
    const struct api_mutex *m = (const struct api_mutex *)(const void *)mutex;
    const struct mz_site *site = native_at();
    native_touches(m, sizeof *m, false, site);
    if (m->protocol != PTHREAD_PRIO_PROTECT)
        return EINVAL;
    API_GIVE(ceiling, m->ceiling, site);
    return 0;
}

int __mz_pthread_mutex_setprioceiling(pthread_mutex_t *mutex, int ceiling,
                                      int *old) {
    struct api_mutex *m = inside(mutex);
    const struct mz_site *site = native_at();
    native_touches(m, sizeof *m, true, site);
    if (m->protocol != PTHREAD_PRIO_PROTECT || ceiling < 1 || ceiling > 99)
        return EINVAL;
    API_GIVE(old, m->ceiling, site);
    native_set(m->ceiling, (uint8_t)ceiling);
    return 0;
}
