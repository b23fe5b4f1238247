// SPDX-License-Identifier: Apache-2.0
// check => safe: 7 executions
// check --algorithm=source => safe: 7 executions
// Write, read, causality: 2^3 orders without the cycle.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *write_x(void *unused) {
    atomic_store(&x, 1);
    return unused;
}

static void *pass_on(void *unused) {
    int seen = atomic_load(&x);
    atomic_store(&y, seen);
    return unused;
}

static void *check(void *unused) {
    int seen = atomic_load(&y);
    int again = atomic_load(&x);
    assert(!seen || again);
    return unused;
}

int main(void) {
    pthread_t thread[3];
    pthread_create(&thread[0], NULL, write_x, NULL);
    pthread_create(&thread[1], NULL, pass_on, NULL);
    pthread_create(&thread[2], NULL, check, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
