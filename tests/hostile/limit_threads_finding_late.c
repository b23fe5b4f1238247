// SPDX-License-Identifier: Apache-2.0
// check => unsafe: assertion at FILE:N after N executions
// check --algorithm=source => unsafe: assertion at FILE:N after N executions
// The 151st thread has the bug, in one of its orders.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *work(void *unused) {
    return unused;
}

static void *late(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    for (int i = 0; i < 150; i++) {
        assert(pthread_create(&thread, NULL, work, NULL) == 0);
        pthread_join(thread, NULL);
    }
    assert(pthread_create(&thread, NULL, late, NULL) == 0);
    assert(x == 0);
    pthread_join(thread, NULL);
    return 0;
}
