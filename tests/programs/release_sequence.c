// SPDX-License-Identifier: Apache-2.0
// check => safe: 6 executions
// check --algorithm=source => safe: 6 executions
// A relaxed addition continues the release sequence of the store before it.
// Store, addition and read of one variable: 3! orders.
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

static void *count(void *unused) {
    atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, send, NULL);
    pthread_create(&b, NULL, count, NULL);
    if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
        assert(message == 42);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
