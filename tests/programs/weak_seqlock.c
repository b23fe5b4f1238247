// SPDX-License-Identifier: Apache-2.0
// check --algorithm=graph => safe: 18 executions
// check --memory=tso => safe: 18 executions
// check --memory=rc11 => unsafe: assertion at weak_seqlock.c:N after 2 executions
// check --memory=rc11 -- 1 => unsafe: assertion at weak_seqlock.c:N after 2 executions
// check --memory=rc11 -- 2 => safe: 18 executions
// A sequence lock: a reader that has seen the same even number twice must have
// seen the halves of one write. The writer needs a release fence after the odd
// number, the reader an acquire fence before it looks again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_uint sequence;
static atomic_int low, high;
static int way; // 1: the writer is right; 2: both are

static void *write_both(void *unused) {
    atomic_store_explicit(&sequence, 1, memory_order_relaxed);
    if (way > 0)
        atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&low, 1, memory_order_relaxed);
    atomic_store_explicit(&high, 1, memory_order_relaxed);
    atomic_store_explicit(&sequence, 2, memory_order_release);
    return unused;
}

static void *read_both(void *unused) {
    unsigned before = atomic_load_explicit(
        &sequence, way > 1 ? memory_order_acquire : memory_order_relaxed);
    int l = atomic_load_explicit(&low, memory_order_relaxed);
    int h = atomic_load_explicit(&high, memory_order_relaxed);
    if (way > 1)
        atomic_thread_fence(memory_order_acquire);
    unsigned after = atomic_load_explicit(&sequence, memory_order_relaxed);
    if (before == after && before % 2 == 0)
        assert(l == h);
    return unused;
}

int main(int argc, char **argv) {
    pthread_t a, b;
    way = argc > 1 ? atoi(argv[1]) : 0;
    pthread_create(&a, NULL, write_both, NULL);
    pthread_create(&b, NULL, read_both, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
