// SPDX-License-Identifier: Apache-2.0
// check => unsafe: data-race at ring_buffer_relaxed.c:29 after N executions
// check --algorithm=source => unsafe: data-race at ring_buffer_relaxed.c:29 after N executions
// check --races=interleave => safe: 9 executions
// The same with relaxed accesses: the slots are no longer handed over.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { SIZE = 2 };
static int slot[SIZE];
static atomic_uint head, tail;

static bool push(int value) {
    unsigned h = atomic_load_explicit(&head, memory_order_relaxed);
    unsigned t = atomic_load_explicit(&tail, memory_order_relaxed);
    if (t - h == SIZE)
        return false;
    slot[t % SIZE] = value;
    atomic_store_explicit(&tail, t + 1, memory_order_relaxed);
    return true;
}

static bool pop(int *value) {
    unsigned h = atomic_load_explicit(&head, memory_order_relaxed);
    unsigned t = atomic_load_explicit(&tail, memory_order_relaxed);
    if (h == t)
        return false;
    *value = slot[h % SIZE];
    atomic_store_explicit(&head, h + 1, memory_order_relaxed);
    return true;
}

static void *consume(void *unused) {
    int value;
    for (int i = 0; i < 2; i++)
        pop(&value);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, consume, NULL);
    push(1);
    push(2);
    pthread_join(thread, NULL);
    return 0;
}
