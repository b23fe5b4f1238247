// SPDX-License-Identifier: Apache-2.0
// check --algorithm=pop => safe: 12 executions
// check --algorithm=pop --goto=both => safe: 12 executions
// check --algorithm=optimal --goto=both => safe: 12 executions
// check --algorithm=source => safe: 12 executions
//
// A thread that waits for another has much on its stack, and changes it when it
// goes on, in another's step: going back restores it.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { DEEP = 600, WORKERS = 3 };

static atomic_int order, flag;
static pthread_t worker[WORKERS];

static void *work(void *unused) {
    atomic_store(&flag, 1);
    return unused;
}

__attribute__((noinline)) static unsigned wait_for_all(unsigned depth,
                                                        unsigned k) {
    if (depth > 0)
        return wait_for_all(depth - 1, k + depth) * 3 ^ k;
    int joined = 0;
    for (int i = 0; i < WORKERS; i++) {
        int error = pthread_join(worker[i], NULL);
        joined += 1 + error;
    }
    assert(joined == WORKERS);
    return k;
}

static void *wait_deep_down(void *unused) {
    atomic_store(&order, 1);
    return wait_for_all(DEEP, 1) ? unused : &order;
}

int main(void) {
    pthread_t waits;
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&worker[i], NULL, work, NULL);
    pthread_create(&waits, NULL, wait_deep_down, NULL);
    atomic_store(&order, 2);
    pthread_join(waits, NULL);
    return 0;
}
