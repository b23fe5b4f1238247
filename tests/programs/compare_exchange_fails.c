// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
// Both always fail, so both only read.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_long value = 1;

static void *work(void *unused) {
    long expected = 2;
    assert(!atomic_compare_exchange_strong(&value, &expected, 3));
    assert(expected == 1);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
