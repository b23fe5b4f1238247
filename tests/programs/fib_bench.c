// SPDX-License-Identifier: Apache-2.0
// check -- 1 => safe: 11 executions
// check -- 2 => safe: 140 executions
// check --algorithm=source -- 2 => safe: 140 executions
// check --races=interleave -- 2 => safe: 140 executions
// check -- 3 => safe: 1698 executions
// A known benchmark; figures from the literature.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int i = 1, j = 1;
static int rounds;

static void *left(void *unused) {
    for (int k = 0; k < rounds; k++) {
        int own = atomic_load(&i), other = atomic_load(&j);
        atomic_store(&i, own + other);
    }
    return unused;
}

static void *right(void *unused) {
    for (int k = 0; k < rounds; k++) {
        int own = atomic_load(&j), other = atomic_load(&i);
        atomic_store(&j, own + other);
    }
    return unused;
}

int main(int argc, char **argv) {
    pthread_t a, b;
    int last = 0, fib = 1;
    rounds = argc > 1 ? atoi(argv[1]) : 2;
    for (int k = 0; k < 2 * rounds + 2; k++) {
        int sum = last + fib;
        last = fib;
        fib = sum;
    }
    pthread_create(&a, NULL, left, NULL);
    pthread_create(&b, NULL, right, NULL);
    int seen_i = atomic_load(&i), seen_j = atomic_load(&j);
    assert(seen_i <= fib && seen_j <= fib);
    return 0;
}
