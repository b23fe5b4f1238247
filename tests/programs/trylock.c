// SPDX-License-Identifier: Apache-2.0
// check => safe: 3 executions
// check --algorithm=source => safe: 3 executions
// check --races=interleave => safe: 3 executions
// The try comes before the lock, between lock and unlock (and fails), or
// after: 3.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
    int result = pthread_mutex_trylock(&mutex);
    assert(result == 0 || result == EBUSY);
    if (result == 0)
        pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
