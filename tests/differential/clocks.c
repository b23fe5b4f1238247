// SPDX-License-Identifier: Apache-2.0
#include "clocks.h"

#include <string.h>

static void raise(clock_row to, const clock_row by) {
    for (unsigned t = 0; t < MOST_THREADS; t++)
        if (to[t] < by[t])
            to[t] = by[t];
}

void clocks_begin(struct clocks *c) {
    memset(c, 0, sizeof *c);
    for (unsigned t = 0; t < MOST_THREADS; t++)
        c->now[t][t] = 1;
}

bool clocks_access(struct clocks *c, unsigned thread, unsigned cell,
                   enum access access) {
    bool races = false;
    for (unsigned kind = 0; kind < ACCESSES; kind++) {
        bool conflict = (kind | access) & WRITES && !(kind & access & ATOMIC);
        for (unsigned t = 0; t < MOST_THREADS && conflict; t++)
            races |=
                t != thread && c->accessed[cell][kind][t] > c->now[thread][t];
    }
    c->accessed[cell][access][thread] = c->now[thread][thread];
    return races;
}

// ------------------------------------------------------------------ atomics

static bool acquires(enum order order) {
    return order == O_ACQUIRE || order >= O_ACQ_REL;
}

bool order_releases(enum order order) {
    return order >= O_RELEASE;
}

void clocks_released(struct clocks *c, unsigned thread) {
    c->now[thread][thread]++;
}

void clocks_atomic_read(struct clocks *c, unsigned thread, unsigned cell,
                        enum order order) {
    for (unsigned t = 0; t <= MOST_THREADS; t++)
        raise(acquires(order) ? c->now[thread] : c->pending[thread],
              c->head[cell][t]);
}

void clocks_atomic_write(struct clocks *c, unsigned thread, unsigned cell,
                         enum order order, bool update) {
    for (unsigned t = 0; t <= MOST_THREADS && !update; t++)
        if (t != thread)
            memset(c->head[cell][t], 0, sizeof(clock_row));
    raise(c->head[cell][thread],
          order_releases(order) ? c->now[thread] : c->fence[thread]);
}

void clocks_plain_write(struct clocks *c, unsigned cell) {
    if (cell < CELL_PLAIN)
        memset(c->head[cell], 0, sizeof c->head[cell]);
}

void clocks_fence(struct clocks *c, unsigned thread, enum order order) {
    if (acquires(order))
        raise(c->now[thread], c->pending[thread]);
    if (order_releases(order)) {
        memcpy(c->fence[thread], c->now[thread], sizeof(clock_row));
        clocks_released(c, thread);
    }
}

// ------------------------------------------------------------------ objects

void clocks_acquire(struct clocks *c, unsigned thread, const clock_row object) {
    raise(c->now[thread], object);
}

void clocks_release(struct clocks *c, unsigned thread, clock_row object) {
    raise(object, c->now[thread]);
    clocks_released(c, thread);
}

// The child may take the place of one that was joined, whose release sequences
// go on without it.
void clocks_create(struct clocks *c, unsigned thread, unsigned child) {
    for (unsigned cell = 0; cell < CELL_PLAIN; cell++) {
        raise(c->head[cell][MOST_THREADS], c->head[cell][child]);
        memset(c->head[cell][child], 0, sizeof(clock_row));
    }
    memset(c->fence[child], 0, sizeof(clock_row));
    memset(c->pending[child], 0, sizeof(clock_row));
    raise(c->now[child], c->now[thread]);
    clocks_released(c, thread);
}

void clocks_join(struct clocks *c, unsigned thread, unsigned child) {
    raise(c->now[thread], c->now[child]);
}
