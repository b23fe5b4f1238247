// SPDX-License-Identifier: Apache-2.0
// check => unsafe: api-misuse at cond_destroyed.c:25 after N executions
// check --algorithm=source => unsafe: api-misuse at cond_destroyed.c:25 after N executions
// Destroyed while somebody may still wait at it.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, waiting;

static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    waiting = 1;
    while (!ready)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_mutex_lock(&mutex);
    if (waiting)
        pthread_cond_destroy(&changed);
    ready = 1;
    pthread_mutex_unlock(&mutex);
    pthread_detach(thread);
    pthread_exit(NULL);
}
