// SPDX-License-Identifier: Apache-2.0
// check => unsafe: data-race at barrier_too_early.c:12 after N executions
// check --algorithm=source => unsafe: data-race at barrier_too_early.c:12 after N executions
// What is written after the barrier is not ordered by it.
#include <pthread.h>

static pthread_barrier_t barrier;
static int value;

static void *work(void *unused) {
    pthread_barrier_wait(&barrier);
    value = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_join(thread, NULL);
    return 0;
}
