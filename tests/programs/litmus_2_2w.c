// SPDX-License-Identifier: Apache-2.0
// check => safe: 3 executions
// check --algorithm=source => safe: 3 executions
// Two writers of two variables in opposite orders: 4 - 1.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *work(void *unused) {
    atomic_store(&y, 1);
    atomic_store(&x, 2);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    atomic_store(&x, 1);
    atomic_store(&y, 2);
    pthread_join(thread, NULL);
    assert(x == 2 || y == 2);
    return 0;
}
