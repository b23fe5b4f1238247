// SPDX-License-Identifier: Apache-2.0
// check => safe: 9 executions
// check --algorithm=source => safe: 9 executions
// check --races=interleave => safe: 9 executions
// One producer, one consumer, two places, release and acquire. Each tries
// twice: 9 classes, counted by brute force.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { SIZE = 2 };
static int slot[SIZE];
static atomic_uint head, tail;

static bool push(int value) {
    unsigned h = atomic_load_explicit(&head, memory_order_acquire);
    unsigned t = atomic_load_explicit(&tail, memory_order_relaxed);
    if (t - h == SIZE)
        return false;
    slot[t % SIZE] = value;
    atomic_store_explicit(&tail, t + 1, memory_order_release);
    return true;
}

static bool pop(int *value) {
    unsigned h = atomic_load_explicit(&head, memory_order_relaxed);
    unsigned t = atomic_load_explicit(&tail, memory_order_acquire);
    if (h == t)
        return false;
    *value = slot[h % SIZE];
    atomic_store_explicit(&head, h + 1, memory_order_release);
    return true;
}

static void *consume(void *unused) {
    int expected = 1, value;
    for (int i = 0; i < 2; i++)
        if (pop(&value))
            assert(value == expected++);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, consume, NULL);
    assert(push(1));
    assert(push(2));
    pthread_join(thread, NULL);
    return 0;
}
