// SPDX-License-Identifier: Apache-2.0
// C11's <threads.h>, by way of POSIX threads: in glibc, too, they are the same
// objects under other names.

#include "machine/native/api/api.h"

_Static_assert(sizeof(thrd_t) == sizeof(pthread_t), "the same handles");
_Static_assert(sizeof(tss_t) == sizeof(pthread_key_t), "the same keys");
_Static_assert(sizeof(once_flag) == sizeof(pthread_once_t), "the same word");

static pthread_mutex_t *mutex_of(mtx_t *mutex) {
    return (pthread_mutex_t *)(void *)mutex;
}

static pthread_cond_t *condition_of(cnd_t *condition) {
    return (pthread_cond_t *)(void *)condition;
}

static int result_of(int error) {
    switch (error) {
    case 0:
        return thrd_success;
    case EBUSY:
        return thrd_busy;
    case ETIMEDOUT:
        return thrd_timedout;
    case ENOMEM:
        return thrd_nomem;
    default:
        return thrd_error;
    }
}

#define SAME(c11, posix, type, object_of)                          \
    int __mz_##c11(type *object) {                                 \
        return result_of(__mz_pthread_##posix(object_of(object))); \
    }
SAME(mtx_lock, mutex_lock, mtx_t, mutex_of)
SAME(mtx_trylock, mutex_trylock, mtx_t, mutex_of)
SAME(mtx_unlock, mutex_unlock, mtx_t, mutex_of)
SAME(cnd_signal, cond_signal, cnd_t, condition_of)
SAME(cnd_broadcast, cond_broadcast, cnd_t, condition_of)

// ------------------------------------------------------------------ threads

int __mz_thrd_create(thrd_t *thread, thrd_start_t start, void *argument) {
    return result_of(
        api_create(thread, (struct api_creation){0}, NULL, start, argument));
}

int __mz_thrd_join(thrd_t thread, int *place) {
    const struct mz_site *site = native_at();
    void *result;
    int error = api_join(thread, &result, site);
    if (!error && place) {
        int number = (int)(intptr_t)result;
        native_gives(place, &number, sizeof number, site);
    }
    return result_of(error);
}

int __mz_thrd_detach(thrd_t thread) {
    return result_of(__mz_pthread_detach(thread));
}

_Noreturn void __mz_thrd_exit(int result) {
    __mz_pthread_exit((void *)(intptr_t)result);
}

thrd_t __mz_thrd_current(void) {
    return __mz_pthread_self();
}

int __mz_thrd_equal(thrd_t a, thrd_t b) {
    return a == b;
}

void __mz_thrd_yield(void) {
}

int __mz_thrd_sleep(const struct timespec *time, struct timespec *rest) {
    (void)rest; // written by a sleep that was interrupted, which none is
    if (api_limit(CLOCK_REALTIME, time, native_at()).wrong || time->tv_sec < 0)
        return -2;
    thread_time_sleep((uint64_t)time->tv_sec, (uint64_t)time->tv_nsec);
    return 0;
}

// ------------------------------------------------------------------ mutexes

int __mz_mtx_init(mtx_t *mutex, int type) {
    if (type & ~(mtx_timed | mtx_recursive))
        return thrd_error;
    int kind =
        type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL;
    if (__mz_pthread_mutex_init(mutex_of(mutex), NULL))
        return thrd_error;
    struct api_mutex *m = (struct api_mutex *)(void *)mutex;
    m->kind = kind; // saved by the initialisation
    m->robust = API_STALLED;
    return thrd_success;
}

int __mz_mtx_timedlock(mtx_t *mutex, const struct timespec *limit) {
    return result_of(__mz_pthread_mutex_timedlock(mutex_of(mutex), limit));
}

void __mz_mtx_destroy(mtx_t *mutex) {
    __mz_pthread_mutex_destroy(mutex_of(mutex));
}

// ------------------------------------------------------ condition variables

int __mz_cnd_init(cnd_t *condition) {
    return result_of(__mz_pthread_cond_init(condition_of(condition), NULL));
}

int __mz_cnd_wait(cnd_t *condition, mtx_t *mutex) {
    return result_of(
        __mz_pthread_cond_wait(condition_of(condition), mutex_of(mutex)));
}

int __mz_cnd_timedwait(cnd_t *condition, mtx_t *mutex,
                       const struct timespec *limit) {
    return result_of(__mz_pthread_cond_timedwait(condition_of(condition),
                                                 mutex_of(mutex), limit));
}

void __mz_cnd_destroy(cnd_t *condition) {
    __mz_pthread_cond_destroy(condition_of(condition));
}

// --------------------------------------------------------------- keys, once

int __mz_tss_create(tss_t *key, tss_dtor_t destructor) {
    return result_of(__mz_pthread_key_create(key, destructor));
}

void *__mz_tss_get(tss_t key) {
    return __mz_pthread_getspecific(key);
}

int __mz_tss_set(tss_t key, void *value) {
    return result_of(__mz_pthread_setspecific(key, value));
}

void __mz_tss_delete(tss_t key) {
    __mz_pthread_key_delete(key);
}

void __mz_call_once(once_flag *flag, void (*routine)(void)) {
    __mz_pthread_once(&flag->__data, routine);
}
