// SPDX-License-Identifier: Apache-2.0
// check => unsafe: deadlock at bounded_queue_one_condition.c:N after N executions
// check --algorithm=source => unsafe: deadlock at bounded_queue_one_condition.c:N after N executions
// One condition variable for both purposes, and signal instead of broadcast:
// with two who take, the signal can wake the wrong one.
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool full;

static void put(void) {
    pthread_mutex_lock(&mutex);
    while (full)
        pthread_cond_wait(&changed, &mutex);
    full = true;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
}

static void *take(void *unused) {
    pthread_mutex_lock(&mutex);
    while (!full)
        pthread_cond_wait(&changed, &mutex);
    full = false;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, take, NULL);
    pthread_create(&b, NULL, take, NULL);
    put();
    put();
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
