// SPDX-License-Identifier: Apache-2.0
// flags -DN=2
// check --algorithm=pop => safe: 140 executions
// check --algorithm=optimal => safe: 140 executions
// check --races=interleave => safe: 140 executions
// check --algorithm=source => safe: 140 executions
//
// fib-bench(N): POP, Table 1. Two threads add each other's number to their own,
// N times, by three atomic accesses; main loads both numbers at any time. Its
// two racing loads matter: without them N=1 has 3 classes instead of 11.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 4
#endif

static atomic_int i = 1, j = 1;

static void *left(void *unused) {
    for (int k = 0; k < N; k++) {
        int own = atomic_load(&i), other = atomic_load(&j);
        atomic_store(&i, own + other);
    }
    return unused;
}

static void *right(void *unused) {
    for (int k = 0; k < N; k++) {
        int own = atomic_load(&j), other = atomic_load(&i);
        atomic_store(&j, own + other);
    }
    return unused;
}

int main(void) {
    pthread_t a, b;
    int last = 0, correct = 1;
    for (int k = 0; k < 2 * N + 2; k++) {
        int sum = last + correct;
        last = correct;
        correct = sum;
    }
    pthread_create(&a, NULL, left, NULL);
    pthread_create(&b, NULL, right, NULL);
    int seen_i = atomic_load(&i);
    if (seen_i <= correct) {
        int seen_j = atomic_load(&j);
        assert(seen_j <= correct);
    }
    assert(seen_i <= correct);
    return 0;
}
