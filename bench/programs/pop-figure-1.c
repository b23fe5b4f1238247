// SPDX-License-Identifier: Apache-2.0
// check --algorithm=pop => safe: 32 executions
// check --algorithm=optimal => safe: 32 executions
//
// POP, Figure 1: a program of four threads, with two races on x, two on y and
// one on z in its first execution: 32 classes.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y, z, g;

static void *p(void *unused) {
    atomic_store(&x, 1);
    return unused;
}

static void *q(void *unused) {
    atomic_store(&y, 1);
    atomic_store(&z, 1);
    return unused;
}

static void *r(void *unused) {
    atomic_store(&g, 1);
    (void)atomic_load(&y);
    (void)atomic_load(&x);
    return unused;
}

static void *s(void *unused) {
    (void)atomic_load(&y);
    (void)atomic_load(&z);
    (void)atomic_load(&x);
    return unused;
}

int main(void) {
    void *(*const body[])(void *) = {p, q, r, s};
    pthread_t thread[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&thread[i], NULL, body[i], NULL);
    pthread_exit(NULL);
}
