// SPDX-License-Identifier: Apache-2.0
// flags -DN=2
// check => safe: 10 executions
// check --independent-adds=off => safe: 12 executions
//
// mutex(N): Awaiting for Godot, Table I. A mutex on a futex: 0 free, 1 taken, 2
// taken and somebody may wait.
#include "futex.h"
#include "start.h"
#include <assert.h>
#include <stdbool.h>

#ifndef N
#define N 2
#endif

static atomic_int mutex;
static int shared;

static bool change(int from, int to) {
    return atomic_compare_exchange_strong(&mutex, &from, to);
}

static void lock(void) {
    if (change(0, 1))
        return;
    for (;;) {
        change(1, 2);
        futex_wait(&mutex, 2);
        if (change(0, 2))
            return;
    }
}

static void unlock(void) {
    if (change(1, 0))
        return;
    mutex = 0;
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
