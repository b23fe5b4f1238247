// SPDX-License-Identifier: Apache-2.0
// flags -DN=2
// check --algorithm=pop --independent-adds=off => safe: 70 executions
// check --algorithm=optimal --independent-adds=off => safe: 70 executions
// check --algorithm=pop --independent-adds=on => safe: 34 executions
// check --algorithm=optimal --independent-adds=on => safe: 34 executions
//
// linuxrwlocks-try(N): what the name of the row "linuxrwlocks" of POP, Table 1,
// promises (the row itself runs linuxlocks). Two threads try to take the write
// lock by one subtraction, N times, and add back on failure and at the end:
// (4N)! / (2N)!^2 classes, fewer if the additions, whose results are unused, are
// independent.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

enum { BIAS = 0x100000 };
static atomic_int lock = BIAS;
static int data;

static void *work(void *unused) {
    for (int k = 0; k < N; k++) {
        if (atomic_fetch_sub(&lock, BIAS) == BIAS)
            data = k;
        atomic_fetch_add(&lock, BIAS);
    }
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(atomic_load(&lock) == BIAS);
    return 0;
}
