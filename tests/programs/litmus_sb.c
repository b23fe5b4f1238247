// SPDX-License-Identifier: Apache-2.0
// check => safe: 3 executions
// check --algorithm=source => safe: 3 executions
// check --races=interleave => safe: 3 executions
// Store buffering: 2 orders for each variable, but not both reads first: 3.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int seen_x, seen_y;

static void *left(void *unused) {
    atomic_store(&x, 1);
    seen_y = atomic_load(&y);
    return unused;
}

static void *right(void *unused) {
    atomic_store(&y, 1);
    seen_x = atomic_load(&x);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, left, NULL);
    pthread_create(&b, NULL, right, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(seen_x || seen_y);
    return 0;
}
