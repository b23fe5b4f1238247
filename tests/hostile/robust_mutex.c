// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions || not checked: *
// check --algorithm=source => safe: 1 executions || not checked: *
// Who holds it ends; the next one is told so.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;

static void *work(void *unused) {
    pthread_mutex_lock(&m);
    return unused;
}

int main(void) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &attributes);
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    assert(pthread_mutex_lock(&m) == EOWNERDEAD);
    assert(pthread_mutex_consistent(&m) == 0);
    assert(pthread_mutex_unlock(&m) == 0);
    return 0;
}
