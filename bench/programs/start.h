// SPDX-License-Identifier: Apache-2.0
// Threads of up to three kinds, started in this order; each is given its
// number. Without a loop, so that a bound for loops does not cut it.

#ifndef BENCH_START_H
#define BENCH_START_H

#include <pthread.h>
#include <stdint.h>

enum { MOST_THREADS = 8 };

static pthread_t threads[MOST_THREADS];

static void start(void *(*run)(void *), intptr_t from, intptr_t to) {
    if (from == to)
        return;
    pthread_create(&threads[from], NULL, run, (void *)from);
    start(run, from + 1, to);
}

static inline void join(int from, int to) {
    if (from == to)
        return;
    pthread_join(threads[from], NULL);
    join(from + 1, to);
}

#endif
