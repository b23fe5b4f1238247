// SPDX-License-Identifier: Apache-2.0
// A flag is set and seen, but in relaxed order: nothing is published by it. The
// report says what is missing.
// check => unsafe: data-race at race_relaxed_flag.c:23 after N executions
// says race_relaxed_flag.c:22 what main/1 wrote at race_relaxed_flag.c:15
// says a release and an acquire would
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *writer(void *unused) {
    data = 42;
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    if (atomic_load_explicit(&ready, memory_order_relaxed))
        data++;
    pthread_join(thread, NULL);
}
