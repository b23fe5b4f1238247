// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// An error-checking mutex says what is wrong; two threads lock: 2! orders.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;

static void *work(void *unused) {
    assert(pthread_mutex_lock(&mutex) == 0);
    assert(pthread_mutex_lock(&mutex) == EDEADLK);
    assert(pthread_mutex_unlock(&mutex) == 0);
    return unused;
}

int main(void) {
    pthread_mutexattr_t attributes;
    pthread_t a, b;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&mutex, &attributes);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(pthread_mutex_unlock(&mutex) == EPERM);
    pthread_mutex_destroy(&mutex);
    return 0;
}
