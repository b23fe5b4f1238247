// SPDX-License-Identifier: Apache-2.0
// check => safe: 6 executions
// check --algorithm=source => safe: 6 executions
// check --races=interleave => safe: 6 executions
// A store of eight bytes conflicts with an addition to their upper half and
// with a read of one byte in it: 3! orders.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
    uint64_t all;
    uint32_t half[2];
    uint8_t byte[8];
} word;

static void *store(void *unused) {
    __atomic_store_n(&word.all, UINT64_C(0x0505050505050505), __ATOMIC_SEQ_CST);
    return unused;
}

static void *add(void *unused) {
    __atomic_fetch_add(&word.half[1], 1, __ATOMIC_SEQ_CST);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, store, NULL);
    pthread_create(&b, NULL, add, NULL);
    int seen = __atomic_load_n(&word.byte[4], __ATOMIC_SEQ_CST);
    assert(seen == 0 || seen == 1 || seen == 5 || seen == 6);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
