// SPDX-License-Identifier: Apache-2.0
// flags -DL=10 -DN=2
// check --algorithm=pop => safe: 6 executions
// check --algorithm=optimal => safe: 6 executions
// check --algorithm=source => safe: 6 executions
//
// long-prefix(L, N): not from a paper. Main makes L steps before it creates two
// threads with N critical sections each: (2N)! / (N! N!) classes, which differ
// only after the L steps.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef L
#define L 100
#endif
#ifndef N
#define N 6
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int prefix;

static void *work(void *unused) {
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

int main(void) {
    pthread_t a, b;
    for (int i = 0; i < L; i++)
        atomic_store(&prefix, i);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
