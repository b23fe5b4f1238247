// SPDX-License-Identifier: Apache-2.0
// flags -DN=4
// check --algorithm=pop => safe: 48 executions
// check --algorithm=optimal => safe: 48 executions
// check --races=interleave => safe: 48 executions
// check --algorithm=source => safe: 48 executions
//
// exp-mem3(N): POP, Figure 3 and Table 1. One thread stores x; another creates N
// threads that store y, joins them, and loads x: 2 N! classes.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 7
#endif

static atomic_int x, y;

static void *store_x(void *unused) {
    atomic_store(&x, 1);
    return unused;
}

static void *store_y(void *unused) {
    atomic_store(&y, 1);
    return unused;
}

static void *create(void *unused) {
    pthread_t thread[N];
    for (int i = 0; i < N; i++)
        pthread_create(&thread[i], NULL, store_y, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(thread[i], NULL);
    (void)atomic_load(&x);
    return unused;
}

int main(void) {
    pthread_t p, q;
    pthread_create(&p, NULL, store_x, NULL);
    pthread_create(&q, NULL, create, NULL);
    pthread_exit(NULL);
}
