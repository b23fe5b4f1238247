// SPDX-License-Identifier: Apache-2.0
// flags -DN=3
// check --algorithm=pop => safe: 13 executions
// check --algorithm=optimal => safe: 13 executions
//
// control-flow(N): JACM, Figures 2, 3 and 10, Table 1. N groups of four threads
// in which what one thread has seen decides what the next does; only if x_i is
// set does p_i create the rest of the next group: 4N + 1 classes. N = 1 is the
// program of Figure 2, with a read where that has a write; with WRITE, it is
// that program.

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 1
#endif

static atomic_int x[N], y[N], z[N];

static void *q(void *group) {
    atomic_store(&y[(intptr_t)group], 1);
    return NULL;
}

static void *r(void *group) {
    intptr_t i = (intptr_t)group;
    if (atomic_load(&y[i]) == 0)
        atomic_store(&z[i], 1);
    return NULL;
}

static void *s(void *group) {
    intptr_t i = (intptr_t)group;
    if (atomic_load(&z[i]) == 1 && atomic_load(&y[i]) == 0)
        atomic_store(&x[i], 1);
    return NULL;
}

static void create(intptr_t group) {
    pthread_t thread;
    pthread_create(&thread, NULL, q, (void *)group);
    pthread_create(&thread, NULL, r, (void *)group);
    pthread_create(&thread, NULL, s, (void *)group);
}

static void *p(void *group) {
    intptr_t i = (intptr_t)group;
#ifdef WRITE
    atomic_store(&x[i], 1);
#else
    if (atomic_load(&x[i]) == 1 && i + 1 < N)
        create(i + 1);
#endif
    return NULL;
}

int main(void) {
    pthread_t thread;
    for (intptr_t i = N - 1; i >= 0; i--)
        pthread_create(&thread, NULL, p, (void *)i);
    create(0);
    pthread_exit(NULL);
}
