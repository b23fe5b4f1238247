// SPDX-License-Identifier: Apache-2.0
// flags -DN=2
// check => safe: 20 executions
// check --independent-adds=off => safe: 20 executions
//
// mutex-musl(N): Awaiting for Godot, Table I. A mutex on a futex that counts
// who waits, as in musl.
#include "futex.h"
#include "start.h"
#include <assert.h>
#include <stdbool.h>

#ifndef N
#define N 2
#endif

static atomic_int word, waiters;
static int shared;

static bool change(int from, int to) {
    return atomic_compare_exchange_strong(&word, &from, to);
}

static void lock(void) {
    if (change(0, 1))
        return;
    while (!change(0, 1)) {
        atomic_fetch_add(&waiters, 1);
        change(1, 2);
        futex_wait(&word, 2);
        atomic_fetch_sub(&waiters, 1);
    }
}

static void unlock(void) {
    int old = atomic_exchange(&word, 0);
    if (waiters > 0 || old != 1)
        futex_wake();
}

static void *run(void *number) {
    intptr_t own = (intptr_t)number;
    lock();
    shared = (int)own;
    assert(shared == own);
    unlock();
    return NULL;
}

int main(void) {
    start(run, 0, N);
    return 0;
}
