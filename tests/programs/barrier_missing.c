// SPDX-License-Identifier: Apache-2.0
// check => unsafe: deadlock at barrier_missing.c:11 after 1 executions
// check --algorithm=source => unsafe: deadlock at barrier_missing.c:11 after 1 executions
// says waits at barrier barrier, where 2 have arrived
// A barrier for three, but only two come.
#include <pthread.h>

static pthread_barrier_t barrier;

static void *work(void *unused) {
    pthread_barrier_wait(&barrier);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_barrier_init(&barrier, NULL, 3);
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_join(thread, NULL);
    return 0;
}
