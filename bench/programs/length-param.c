// SPDX-License-Identifier: Apache-2.0
// flags -DT=2 -DN=16
// check --algorithm=pop => safe: 4 executions
// check --algorithm=optimal => safe: 4 executions
// check --algorithm=source => safe: 4 executions
//
// length-param(T, N): POP, Table 1. T threads store to and load from a variable
// of their own, N times each, then store to and load from one that they share:
// long executions, of which few differ.

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef T
#define T 2
#endif
#ifndef N
#define N 1024
#endif

static atomic_int own[T], shared;

static void *work(void *argument) {
    intptr_t t = (intptr_t)argument;
    for (int i = 0; i < N; i++) {
        atomic_store(&own[t], i);
        (void)atomic_load(&own[t]);
    }
    atomic_store(&shared, (int)t);
    (void)atomic_load(&shared);
    return NULL;
}

int main(void) {
    pthread_t thread[T];
    for (intptr_t t = 0; t < T; t++)
        pthread_create(&thread[t], NULL, work, (void *)t);
    pthread_exit(NULL);
}
