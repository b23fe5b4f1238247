// SPDX-License-Identifier: Apache-2.0
// flags -DN=3
// check => safe: 36 executions
// check --algorithm=pop => safe: 36 executions
//
// ttaslock(N): Awaiting for Godot, Table I. Test, then test and set.
#include "spin.h"
#include "start.h"
#include <assert.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

static atomic_int state;
static int shared;

static void acquire(void) {
    for (;;) {
        SPIN_WHILE(state != 0);
        if (atomic_exchange(&state, 1) == 0)
            return;
    }
}

static void release(void) {
    state = 0;
}

static void *run(void *number) {
    intptr_t own = (intptr_t)number;
    acquire();
    shared = (int)own;
    assert(shared == own);
    release();
    return NULL;
}

int main(void) {
    start(run, 0, N);
    return 0;
}
