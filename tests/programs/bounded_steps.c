// SPDX-License-Identifier: Apache-2.0
// check --max-steps=3 => incomplete: step limit at bounded_steps.c:N after N executions
// check => safe: 2 executions
// A bound that was met is told; two locks: 2! orders.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_join(thread, NULL);
    return 0;
}
