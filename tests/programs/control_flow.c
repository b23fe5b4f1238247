// SPDX-License-Identifier: Apache-2.0
// check => safe: 5 executions
// check --algorithm=pop => safe: 5 executions
// check --races=interleave => safe: 5 executions
// The literature's example of control flow that depends on races: 5 classes
// (counted by hand in several papers, and by brute force).
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, z;

static void *p(void *unused) {
    atomic_store(&x, 1);
    return unused;
}

static void *q(void *unused) {
    atomic_store(&y, 1);
    return unused;
}

static void *r(void *unused) {
    if (atomic_load(&y) == 0)
        atomic_store(&z, 1);
    return unused;
}

static void *s(void *unused) {
    if (atomic_load(&z) == 1)
        if (atomic_load(&y) == 0)
            atomic_store(&x, 2);
    return unused;
}

int main(void) {
    static void *(*const start[4])(void *) = {p, q, r, s};
    pthread_t thread[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&thread[i], NULL, start[i], NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
