// SPDX-License-Identifier: Apache-2.0
// check => safe: 6 executions
// check --algorithm=source => safe: 6 executions
// check --races=interleave => safe: 6 executions
// main creates a, a creates b; then each locks once: 3! orders.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void work(void) {
    pthread_mutex_lock(&mutex);
    count++;
    pthread_mutex_unlock(&mutex);
}

static void *second(void *unused) {
    work();
    return unused;
}

static void *first(void *unused) {
    pthread_t thread;
    pthread_create(&thread, NULL, second, NULL);
    work();
    pthread_join(thread, NULL);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, first, NULL);
    work();
    pthread_join(thread, NULL);
    return 0;
}
