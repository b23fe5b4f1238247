// SPDX-License-Identifier: Apache-2.0
// check => safe: 6 executions
// check --algorithm=source => safe: 6 executions
// Three fetch-and-adds whose results are used: 3! orders; the other builtins
// act on what only main has.
#include <assert.h>
#include <pthread.h>

static int shared;

static void *work(void *unused) {
    int old = __atomic_fetch_add(&shared, 1, __ATOMIC_ACQ_REL);
    assert(old >= 0 && old < 3);
    return unused;
}

int main(void) {
    pthread_t thread[3];
    short small = 1;
    long large = 5, expected = 5, loaded;
    for (int i = 0; i < 3; i++)
        pthread_create(&thread[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], NULL);
    assert(__atomic_load_n(&shared, __ATOMIC_ACQUIRE) == 3);
    __atomic_store_n(&small, 7, __ATOMIC_RELEASE);
    assert(__atomic_exchange_n(&small, 8, __ATOMIC_SEQ_CST) == 7);
    assert(__atomic_add_fetch(&small, 2, __ATOMIC_RELAXED) == 10);
    assert(__atomic_nand_fetch(&small, 2, __ATOMIC_RELAXED) == ~2);
    assert(__atomic_compare_exchange_n(&large, &expected, 9, 0,
                                       __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
    __atomic_load(&large, &loaded, __ATOMIC_SEQ_CST);
    assert(loaded == 9);
    assert(!__atomic_test_and_set(&small, __ATOMIC_SEQ_CST) || small);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    return 0;
}
