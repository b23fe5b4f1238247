// SPDX-License-Identifier: Apache-2.0
// A futex as a counter of wake-ups: who waits looks whether the counter has
// moved since.

#ifndef BENCH_FUTEX_H
#define BENCH_FUTEX_H

#include "spin.h"
#include <stdatomic.h>

static atomic_int wakeups;

static void futex_wait(atomic_int *word, int value) {
    int seen = wakeups;
    if (*word != value)
        return;
    SPIN_WHILE(wakeups == seen);
}

static void futex_wake(void) {
    atomic_fetch_add(&wakeups, 1);
}

#endif
