// SPDX-License-Identifier: Apache-2.0
// Atomics of all sizes in sections, which are one step; plain accesses beside
// them, ordered by the sections or by create and join: 3 sections of 2 threads,
// 6!/(3! 3!).
// check => safe: 20 executions
// check --algorithm=source => safe: 20 executions
// check --algorithm=pop => safe: 20 executions
// check --races=interleave => safe: 20 executions
// flags -latomic
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;
static atomic_long limit;
static _Atomic __int128 wide;
static int copy;

static void __VERIFIER_atomic_add(int n) {
    assert(atomic_load(&count) == copy);
    atomic_fetch_add(&count, n);
    copy += n;
    assert(atomic_load(&count) == copy);
}

static void __VERIFIER_atomic_once(void) {
    long none = 0;
    if (!atomic_compare_exchange_strong(&limit, &none, 5))
        assert(none == 5);
    __int128 old = atomic_load(&wide);
    assert(atomic_compare_exchange_strong(&wide, &old, old + 1));
    assert(atomic_exchange(&wide, old + 1) == old + 1);
}

static void *work(void *unused) {
    __VERIFIER_atomic_add(1);
    __VERIFIER_atomic_once();
    __VERIFIER_atomic_add(2);
    return unused;
}

int main(void) {
    pthread_t thread;
    atomic_store(&limit, 0);
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_join(thread, NULL);
    assert(atomic_load(&count) == 6 && copy == 6);
    assert(atomic_load(&wide) == 2);
    return 0;
}
