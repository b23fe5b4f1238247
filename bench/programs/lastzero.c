// SPDX-License-Identifier: Apache-2.0
// flags -DN=5
// check --algorithm=pop => safe: 64 executions
// check --algorithm=optimal => safe: 64 executions
// check --races=interleave => safe: 64 executions
//
// lastzero(N): POP, Table 1; JACM, Figure 11 and Table 4. A reader goes down an
// array to the first zero while N writers each set an element to its left
// neighbour plus one: 2^(N-2) (N+3) classes.

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 10
#endif

static atomic_int array[N + 1];

static void *reader(void *unused) {
    int i = N;
    while (atomic_load(&array[i]) != 0)
        i--;
    return unused;
}

static void *writer(void *argument) {
    intptr_t j = (intptr_t)argument;
    int left = atomic_load(&array[j - 1]);
    atomic_store(&array[j], left + 1);
    return NULL;
}

int main(void) {
    pthread_t thread[N + 1];
    pthread_create(&thread[0], NULL, reader, NULL);
    for (intptr_t j = 1; j <= N; j++)
        pthread_create(&thread[j], NULL, writer, (void *)j);
    pthread_exit(NULL);
}
