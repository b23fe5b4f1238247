// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// check --races=interleave => safe: 2 executions
// What main stores before it creates is always seen; what it stores after may
// be seen or not: 2.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int before, after;

static void *work(void *unused) {
    assert(atomic_load(&before) == 1);
    int seen = atomic_load(&after);
    assert(seen == 0 || seen == 1);
    return unused;
}

int main(void) {
    pthread_t thread;
    atomic_store(&before, 1);
    pthread_create(&thread, NULL, work, NULL);
    atomic_store(&after, 1);
    pthread_join(thread, NULL);
    atomic_store(&after, 2);
    return 0;
}
