// SPDX-License-Identifier: Apache-2.0
// check => safe: 11 executions
// check --algorithm=source => safe: 11 executions
// A sequence lock with one writer and one reader: 11 classes, counted by brute
// force.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int sequence, a, b;

static void *writer(void *unused) {
    atomic_store(&sequence, 1);
    atomic_store(&a, 1);
    atomic_store(&b, 1);
    atomic_store(&sequence, 2);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    int before = atomic_load(&sequence);
    if (before % 2 == 0) {
        int x = atomic_load(&a), y = atomic_load(&b);
        int after = atomic_load(&sequence);
        assert(before != after || x == y);
    }
    pthread_join(thread, NULL);
    return 0;
}
