// SPDX-License-Identifier: Apache-2.0
// check => unsafe: data-race at race_half_ordered.c:22 after N executions
// check --algorithm=source => unsafe: data-race at race_half_ordered.c:22 after N executions
// Released, but not acquired.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int message;
static atomic_int flag;

static void *send(void *unused) {
    message = 42;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, send, NULL);
    if (atomic_load_explicit(&flag, memory_order_relaxed))
        assert(message == 42);
    pthread_join(thread, NULL);
    return 0;
}
