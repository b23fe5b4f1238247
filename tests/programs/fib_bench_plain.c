// SPDX-License-Identifier: Apache-2.0
// check --races=interleave -- 1 => safe: 11 executions
// check --races=interleave -- 2 => safe: 140 executions
// check --races=interleave --algorithm=source -- 2 => safe: 140 executions
// check -- 2 => unsafe: data-race at fib_bench_plain.c:N after 1 executions
// The same with plain variables: where each access is a step, the same figures.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int i = 1, j = 1;
static int rounds;

static void *left(void *unused) {
    int most = rounds;
    for (int k = 0; k < most; k++) {
        int own = i, other = j;
        i = own + other;
    }
    return unused;
}

static void *right(void *unused) {
    int most = rounds;
    for (int k = 0; k < most; k++) {
        int own = j, other = i;
        j = own + other;
    }
    return unused;
}

int main(int argc, char **argv) {
    pthread_t a, b;
    int last = 0, fib = 1, most = argc > 1 ? atoi(argv[1]) : 2;
    rounds = most;
    for (int k = 0; k < 2 * most + 2; k++) {
        int sum = last + fib;
        last = fib;
        fib = sum;
    }
    pthread_create(&a, NULL, left, NULL);
    pthread_create(&b, NULL, right, NULL);
    int seen_i = i, seen_j = j;
    assert(seen_i <= fib && seen_j <= fib);
    return 0;
}
