// SPDX-License-Identifier: Apache-2.0
// check => unsafe: mutex-misuse at destroy_locked.c:29 after N executions
// check --algorithm=source => unsafe: mutex-misuse at destroy_locked.c:29 after N executions
// main does not wait for the thread before it destroys its mutex.
#include <pthread.h>

static pthread_mutex_t mutex;

static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return unused;
}

static pthread_mutex_t started = PTHREAD_MUTEX_INITIALIZER;

static void *holder(void *unused) {
    pthread_mutex_lock(&started);
    work(unused);
    pthread_mutex_unlock(&started);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_mutex_init(&mutex, NULL);
    pthread_mutex_lock(&mutex);
    pthread_create(&thread, NULL, holder, NULL);
    pthread_mutex_destroy(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
