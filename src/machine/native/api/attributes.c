// SPDX-License-Identifier: Apache-2.0
// Attributes of mutexes, condition variables and so on. What could not change
// which executions there are is kept and given back as it was set: priorities,
// and that an object may be shared between processes, of which there is one.

#include "machine/native/api/api.h"

#include <string.h>

// All of these are one number in the first four bytes (enum api_attribute), 0
// by default; -1 when they were destroyed.
_Static_assert(sizeof(int) <= sizeof(pthread_mutexattr_t), "room");
_Static_assert(sizeof(int) <= sizeof(pthread_condattr_t), "room");
_Static_assert(sizeof(int) <= sizeof(pthread_rwlockattr_t), "room");
_Static_assert(sizeof(int) <= sizeof(pthread_barrierattr_t), "room");
_Static_assert(sizeof(int) == sizeof(clockid_t), "a clock is such a number");
int api_attr_number(const void *attr, const struct mz_site *site) {
    int value;
    native_reads(attr, sizeof value, site);
    memcpy(&value, attr, sizeof value);
    return value;
}

static int get(const void *attr, enum api_attribute which, int *place,
               const struct mz_site *site) {
    int value = api_attribute(api_attr_number(attr, site), which);
    API_GIVE(place, value, site);
    return 0;
}

static void set_number(void *attr, int value, const struct mz_site *site) {
    native_writes(attr, sizeof value, site);
    memcpy(attr, &value, sizeof value);
}

static int set(void *attr, enum api_attribute which, int value, int last,
               const struct mz_site *site) {
    if (value < 0 || value > last)
        return EINVAL;
    int old = api_attr_number(attr, site);
    unsigned rest = (unsigned)old & ~(API_ATTRIBUTE_MASK(which));
    set_number(attr,
               (int)(rest | (unsigned)value << API_ATTRIBUTE_SHIFT(which)),
               site);
    return 0;
}

// What all kinds of attributes have.
#define KIND(kind, number)                                               \
    int __mz_pthread_##kind##_init(pthread_##kind##_t *attr) {           \
        set_number(attr, number, native_at());                           \
        return 0;                                                        \
    }                                                                    \
    int __mz_pthread_##kind##_destroy(pthread_##kind##_t *attr) {        \
        set_number(attr, -1, native_at());                               \
        return 0;                                                        \
    }                                                                    \
    int __mz_pthread_##kind##_getpshared(const pthread_##kind##_t *attr, \
                                         int *shared) {                  \
        return get(attr, API_SHARED, shared, native_at());               \
    }                                                                    \
    int __mz_pthread_##kind##_setpshared(pthread_##kind##_t *attr,       \
                                         int shared) {                   \
        return set(attr, API_SHARED, shared, PTHREAD_PROCESS_SHARED,     \
                   native_at());                                         \
    }
KIND(mutexattr, PTHREAD_MUTEX_DEFAULT)
KIND(condattr, CLOCK_REALTIME)
KIND(rwlockattr, PTHREAD_RWLOCK_DEFAULT_NP)
KIND(barrierattr, 0)

int __mz_pthread_mutexattr_gettype(const pthread_mutexattr_t *attr, int *type) {
    return get(attr, API_TYPE, type, native_at());
}

int __mz_pthread_mutexattr_settype(pthread_mutexattr_t *attr, int type) {
    return set(attr, API_TYPE, type, PTHREAD_MUTEX_ADAPTIVE_NP, native_at());
}

int __mz_pthread_mutexattr_getprotocol(const pthread_mutexattr_t *attr,
                                       int *protocol) {
    return get(attr, API_PROTOCOL, protocol, native_at());
}

int __mz_pthread_mutexattr_setprotocol(pthread_mutexattr_t *attr,
                                       int protocol) {
    return set(attr, API_PROTOCOL, protocol, PTHREAD_PRIO_PROTECT, native_at());
}

int __mz_pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *attr,
                                          int *ceiling) {
    return get(attr, API_CEILING, ceiling, native_at());
}

int __mz_pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attr,
                                          int ceiling) {
    return ceiling ? set(attr, API_CEILING, ceiling, 99, native_at()) : EINVAL;
}

int __mz_pthread_mutexattr_getrobust(const pthread_mutexattr_t *attr,
                                     int *robust) {
    return get(attr, API_ROBUST, robust, native_at());
}
NATIVE_SAME(pthread_mutexattr_getrobust_np, pthread_mutexattr_getrobust)

int __mz_pthread_mutexattr_setrobust(pthread_mutexattr_t *attr, int robust) {
    return set(attr, API_ROBUST, robust, PTHREAD_MUTEX_ROBUST, native_at());
}
NATIVE_SAME(pthread_mutexattr_setrobust_np, pthread_mutexattr_setrobust)

int __mz_pthread_condattr_getclock(const pthread_condattr_t *attr,
                                   clockid_t *clock) {
    return get(attr, API_TYPE, clock, native_at());
}

int __mz_pthread_condattr_setclock(pthread_condattr_t *attr, clockid_t clock) {
    return api_clock(clock)
               ? set(attr, API_TYPE, clock, CLOCK_MONOTONIC, native_at())
               : EINVAL;
}

int __mz_pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *attr,
                                       int *kind) {
    return get(attr, API_TYPE, kind, native_at());
}

int __mz_pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attr, int kind) {
    return set(attr, API_TYPE, kind,
               PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP, native_at());
}
