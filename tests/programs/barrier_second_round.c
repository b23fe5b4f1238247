// SPDX-License-Identifier: Apache-2.0
// check => unsafe: deadlock at barrier_second_round.c:12 after 1 executions
// says waits at barrier barrier, where 1 has arrived
// Both come to the first round, only one to the second.
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t barrier;

static void *work(void *unused) {
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&thread, NULL, work, NULL);
    pthread_barrier_wait(&barrier);
    pthread_join(thread, NULL);
    return 0;
}
