// SPDX-License-Identifier: Apache-2.0
// A lock with a back-off that grows up to a limit: the tries in vain differ
// until then, and from then on there is no end of them.
// check => safe: 10 executions, 2 blocked
// check --dynamic-loops=off --unroll=9 => incomplete: loop bound at loop_back_off.c:N after N executions

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int count;

static void acquire(void) {
    int delay = 1;
    while (atomic_exchange_explicit(&lock, 1, memory_order_acquire)) {
        for (int i = 0; i < delay; i++)
            __asm__ volatile("pause" ::: "memory");
        if (delay < 16)
            delay *= 2;
    }
}

static void *work(void *unused) {
    acquire();
    count++;
    atomic_store_explicit(&lock, 0, memory_order_release);
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, work, NULL);
    pthread_create(&two, NULL, work, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(count == 2);
}
