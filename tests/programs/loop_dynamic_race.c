// SPDX-License-Identifier: Apache-2.0
// A plain read in a round that changes nothing, and a write that comes only
// when the reader has gone on, which orders nothing: a data race.
// check --dynamic-loops=on => unsafe: data-race at loop_dynamic_race.c:N after N executions
// check --dynamic-loops=on --algorithm=source => unsafe: data-race at loop_dynamic_race.c:N after N executions

#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop, went_on;
static int x;

static int look_at_x(void) {
    if (x)
        return 1;
    return 0;
}

// The compiler does not know what is called.
static int (*look)(void) = look_at_x;

static void *reader(void *unused) {
    while (!atomic_load(&stop))
        if (look())
            break;
    atomic_store_explicit(&went_on, 1, memory_order_relaxed);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, reader, NULL);
    atomic_store(&stop, 1);
    while (!atomic_load_explicit(&went_on, memory_order_relaxed))
        ;
    x = 1;
    pthread_join(thread, NULL);
}
