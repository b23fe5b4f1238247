// SPDX-License-Identifier: Apache-2.0
// flags -DL=10 -DN=2
// check --algorithm=pop => safe: 6 executions
// check --algorithm=optimal => safe: 6 executions
// check --algorithm=source => safe: 6 executions
//
// long-suffix(L, N): not from a paper. Two threads with N critical sections
// each, (2N)! / (N! N!) classes, and after them L steps of their own, which are
// new in every execution.

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef L
#define L 100
#endif
#ifndef N
#define N 6
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int own[2];

static void *work(void *argument) {
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
    }
    for (int i = 0; i < L; i++)
        atomic_store(&own[(intptr_t)argument], i);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, (void *)(intptr_t)0);
    pthread_create(&b, NULL, work, (void *)(intptr_t)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
