// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --memory=tso => safe: 2 executions
// check --memory=ra => safe: 2 executions
// check --memory=rc11 => unsafe: assertion at weak_message.c:N after 2 executions
// check --memory=rc11 -- 1 => unsafe: assertion at weak_message.c:N after 2 executions
// check --memory=rc11 -- 2 => safe: 2 executions
// Message passing: who sees the flag must see the data.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int data, flag;
static memory_order gives = memory_order_relaxed;
static memory_order takes = memory_order_relaxed;

static void *send(void *unused) {
    atomic_store_explicit(&data, 42, memory_order_relaxed);
    atomic_store_explicit(&flag, 1, gives);
    return unused;
}

static void *receive(void *unused) {
    if (atomic_load_explicit(&flag, takes))
        assert(atomic_load_explicit(&data, memory_order_relaxed) == 42);
    return unused;
}

int main(int argc, char **argv) {
    pthread_t a, b;
    if (argc > 1)
        gives = memory_order_release;
    if (argc > 1 && atoi(argv[1]) > 1)
        takes = memory_order_acquire;
    pthread_create(&a, NULL, send, NULL);
    pthread_create(&b, NULL, receive, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
