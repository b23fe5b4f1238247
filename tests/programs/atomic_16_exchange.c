// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// flags -latomic
// A pair of pointer and counter, exchanged and compared as one: either is
// first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

struct pair {
    uint64_t a, b;
};
static _Atomic struct pair value;

static void *work(void *unused) {
    struct pair expected = {0, 0}, wanted = {1, 2};
    if (!atomic_compare_exchange_strong(&value, &expected, wanted))
        assert(expected.a == 3 && expected.b == 4);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    struct pair new = {3, 4}, old = atomic_exchange(&value, new);
    assert((old.a == 0 && old.b == 0) || (old.a == 1 && old.b == 2));
    pthread_join(thread, NULL);
    struct pair last = atomic_load(&value);
    assert(last.a == 3 && last.b == 4);
    return 0;
}
