// SPDX-License-Identifier: Apache-2.0
// check -- told => safe: 1 executions
// check --algorithm=source -- told => safe: 1 executions
// check -- abandoned => safe: 1 executions
// check -- contended => safe: 2 executions
// check -- waits => unsafe: deadlock at FILE:N after N executions
// check -- shared => safe: 1 executions
// check -- condition => not checked: waits with a robust mutex at FILE:N, which is not supported
// Who holds it ends; the next one is told so.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t m;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static const char *how;

static void *work(void *unused) {
    pthread_mutex_lock(&m);
    return unused;
}

static void *comes_too(void *unused) {
    int got = pthread_mutex_lock(&m);
    assert(got == 0 || got == EOWNERDEAD);
    if (got)
        assert(pthread_mutex_consistent(&m) == 0);
    assert(pthread_mutex_unlock(&m) == 0);
    return unused;
}

static void check_attributes(pthread_mutexattr_t *a) {
    int value;
    assert(pthread_mutexattr_setpshared(a, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_mutexattr_getpshared(a, &value) == 0 &&
           value == PTHREAD_PROCESS_SHARED);
    assert(pthread_mutexattr_setprotocol(a, PTHREAD_PRIO_PROTECT) == 0);
    assert(pthread_mutexattr_getprotocol(a, &value) == 0 &&
           value == PTHREAD_PRIO_PROTECT);
    assert(pthread_mutexattr_setprioceiling(a, 7) == 0);
    assert(pthread_mutexattr_getprioceiling(a, &value) == 0 && value == 7);
    assert(pthread_mutexattr_setprioceiling(a, 100) == EINVAL);
    assert(pthread_mutexattr_gettype(a, &value) == 0 &&
           value == PTHREAD_MUTEX_DEFAULT);
    assert(pthread_mutexattr_getrobust(a, &value) == 0 &&
           value == PTHREAD_MUTEX_ROBUST);
}

int main(int count, char **words) {
    how = words[count - 1];
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    if (strcmp(how, "waits"))
        pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    if (!strcmp(how, "shared"))
        check_attributes(&attributes);
    pthread_mutex_init(&m, &attributes);
    pthread_t thread, other;
    pthread_create(&thread, NULL, work, NULL);
    if (!strcmp(how, "contended")) {
        pthread_create(&other, NULL, comes_too, NULL);
        pthread_join(other, NULL);
        pthread_join(thread, NULL);
        return 0;
    }
    pthread_join(thread, NULL);
    assert(pthread_mutex_lock(&m) == EOWNERDEAD);
    if (!strcmp(how, "condition"))
        pthread_cond_wait(&c, &m);
    if (!strcmp(how, "abandoned")) {
        assert(pthread_mutex_unlock(&m) == 0);
        assert(pthread_mutex_lock(&m) == ENOTRECOVERABLE);
        assert(pthread_mutex_trylock(&m) == ENOTRECOVERABLE);
        return 0;
    }
    assert(pthread_mutex_trylock(&m) == EBUSY);
    assert(pthread_mutex_consistent(&m) == 0);
    assert(pthread_mutex_consistent(&m) == EINVAL);
    assert(pthread_mutex_unlock(&m) == 0);
    assert(pthread_mutex_unlock(&m) == EPERM);
    return 0;
}
