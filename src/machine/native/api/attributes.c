// SPDX-License-Identifier: Apache-2.0
// Attributes of mutexes, condition variables and so on. What a model knows
// nothing of is kept and given back as it was set, if it could not change which
// executions there are: stack sizes, priorities, processors. What it would have
// to obey is refused: priority protocols and objects shared between processes by
// ENOTSUP, robust mutexes altogether.

#include "machine/native/api/api.h"

#include <string.h>

// All of these are one small number in the first four bytes, 0 by default: the
// type of a mutex, the clock of a condition variable, whom a read-write lock
// prefers.
int api_attr_number(const void *attr, const struct mz_site *site) {
    int value;
    native_reads(attr, sizeof value, site);
    memcpy(&value, attr, sizeof value);
    return value;
}

static int get_number(const void *attr, int *place,
                      const struct mz_site *site) {
    int value = api_attr_number(attr, site);
    API_GIVE(place, value, site);
    return 0;
}

static int set_number(void *attr, int value, const struct mz_site *site) {
    native_writes(attr, sizeof value, site);
    memcpy(attr, &value, sizeof value);
    return 0;
}

static int get_default(int *place, int value) {
    const struct mz_site *site = native_at();
    API_GIVE(place, value, site);
    return 0;
}

// Only the default can be had.
static int set_default(int value, int only, int last) {
    if (value == only)
        return 0;
    return value < 0 || value > last ? EINVAL : ENOTSUP;
}

// What all kinds of attributes have: they begin with a number, and their
// objects are not shared between processes.
#define KIND(kind, number)                                               \
    int __mz_pthread_##kind##_init(pthread_##kind##_t *attr) {           \
        return set_number(attr, number, native_at());                    \
    }                                                                    \
    int __mz_pthread_##kind##_destroy(pthread_##kind##_t *attr) {        \
        return set_number(attr, -1, native_at());                        \
    }                                                                    \
    int __mz_pthread_##kind##_getpshared(const pthread_##kind##_t *attr, \
                                         int *shared) {                  \
        (void)attr;                                                      \
        return get_default(shared, PTHREAD_PROCESS_PRIVATE);             \
    }                                                                    \
    int __mz_pthread_##kind##_setpshared(pthread_##kind##_t *attr,       \
                                         int shared) {                   \
        (void)attr;                                                      \
        return set_default(shared, PTHREAD_PROCESS_PRIVATE,              \
                           PTHREAD_PROCESS_SHARED);                      \
    }
KIND(mutexattr, PTHREAD_MUTEX_DEFAULT)
KIND(condattr, CLOCK_REALTIME)
KIND(rwlockattr, PTHREAD_RWLOCK_DEFAULT_NP)
KIND(barrierattr, 0)

int __mz_pthread_mutexattr_gettype(const pthread_mutexattr_t *attr, int *type) {
    return get_number(attr, type, native_at());
}

int __mz_pthread_mutexattr_settype(pthread_mutexattr_t *attr, int type) {
    if (type < PTHREAD_MUTEX_NORMAL || type > PTHREAD_MUTEX_ADAPTIVE_NP)
        return EINVAL;
    return set_number(attr, type, native_at());
}

int __mz_pthread_mutexattr_getprotocol(const pthread_mutexattr_t *attr,
                                       int *protocol) {
    (void)attr;
    return get_default(protocol, PTHREAD_PRIO_NONE);
}

int __mz_pthread_mutexattr_setprotocol(pthread_mutexattr_t *attr,
                                       int protocol) {
    (void)attr;
    return set_default(protocol, PTHREAD_PRIO_NONE, PTHREAD_PRIO_PROTECT);
}

int __mz_pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *attr,
                                          int *ceiling) {
    (void)attr;
    return get_default(ceiling, 0);
}

int __mz_pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attr,
                                          int ceiling) {
    (void)attr;
    (void)ceiling;
    return ENOTSUP;
}

int __mz_pthread_mutexattr_getrobust(const pthread_mutexattr_t *attr,
                                     int *robust) {
    (void)attr;
    return get_default(robust, PTHREAD_MUTEX_STALLED);
}

// An error would let most programs go another way, where nothing is checked.
int __mz_pthread_mutexattr_setrobust(pthread_mutexattr_t *attr, int robust) {
    (void)attr;
    if (robust == PTHREAD_MUTEX_ROBUST)
        __mz_unsupported("uses a robust mutex", native_at());
    return set_default(robust, PTHREAD_MUTEX_STALLED, PTHREAD_MUTEX_ROBUST);
}

int __mz_pthread_mutexattr_getrobust_np(const pthread_mutexattr_t *attr,
                                        int *robust) {
    return __mz_pthread_mutexattr_getrobust(attr, robust);
}

int __mz_pthread_mutexattr_setrobust_np(pthread_mutexattr_t *attr, int robust) {
    return __mz_pthread_mutexattr_setrobust(attr, robust);
}

int __mz_pthread_condattr_getclock(const pthread_condattr_t *attr,
                                   clockid_t *clock) {
    return get_number(attr, clock, native_at());
}

int __mz_pthread_condattr_setclock(pthread_condattr_t *attr, clockid_t clock) {
    return api_clock(clock) ? set_number(attr, clock, native_at()) : EINVAL;
}

int __mz_pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *attr,
                                       int *kind) {
    return get_number(attr, kind, native_at());
}

int __mz_pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attr, int kind) {
    if (kind < PTHREAD_RWLOCK_PREFER_READER_NP ||
        kind > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
        return EINVAL;
    return set_number(attr, kind, native_at());
}
