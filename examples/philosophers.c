// SPDX-License-Identifier: Apache-2.0
// The dining philosophers: each takes the left fork, then the right one.
//
//     mazurka examples/philosophers.c
//     => unsafe: deadlock at examples/philosophers.c:35 after 4 executions
//     mazurka examples/philosophers.c -DFIXED
//     => safe: 6 executions
//     mazurka examples/philosophers.c -DFIXED -DN=4
//     => safe: 14 executions
//     mazurka --algorithm=stateful examples/philosophers.c -DFIXED
//     => safe: 1 executions, 7 blocked
//
// To learn: the number of executions is that of the different orders in which
// neighbours take a fork, not that of all interleavings; see it grow with N.

#include <pthread.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t forks[N];

static void *philosopher(void *number) {
    int left = (int)(intptr_t)number, right = (left + 1) % N;
#ifdef FIXED
    // One of them begins with the other hand.
    if (left == N - 1) {
        left = 0;
        right = N - 1;
    }
#endif
    pthread_mutex_lock(&forks[left]);
    pthread_mutex_lock(&forks[right]);
    pthread_mutex_unlock(&forks[right]);
    pthread_mutex_unlock(&forks[left]);
    return NULL;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&forks[i], NULL);
    for (intptr_t i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, philosopher, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
