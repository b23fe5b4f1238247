// SPDX-License-Identifier: Apache-2.0
// Happens-before as C17 defines it, for the interpreter, and data races by it.
//
// A thread's own entry counts its releases: an access in epoch e of thread u
// happens before what thread t does now iff t has heard of epoch e of u. Memory
// is a row of *cells*: bytes that are always accessed together.
//
// For each cell and thread: the newest epochs of its four kinds of accesses,
// and, if the cell's latest write is part of a release sequence that the thread
// heads, what the thread knew at its head (5.1.2.4 p10: a sequence goes on with
// read-modify-writes of anybody and writes of its own thread). A release fence
// makes the thread's later relaxed writes heads with what was known at the
// fence.

#ifndef DIFFERENTIAL_CLOCKS_H
#define DIFFERENTIAL_CLOCKS_H

#include "language.h"

// Which cells there are.
enum {
    CELL_ATOMIC = 0, // two halves each
    CELL_POINTER = CELL_ATOMIC + 2 * MOST_ATOMICS,
    CELL_NODE = CELL_POINTER + MOST_POINTERS, // two fields each
    CELL_PLAIN = CELL_NODE + 2 * MOST_NODES,  // no atomic accesses from here on
    CELL_TEXT = CELL_PLAIN + MOST_PLAINS,
    CELLS = CELL_TEXT + MOST_TEXTS * TEXT_ROOM
};

typedef uint8_t clock_row[MOST_THREADS];

enum access { READS = 0, WRITES = 1, ATOMIC = 2, ACCESSES = 4 };

enum { BARRIER_ROUNDS = 8 };

struct clocks {
    clock_row now[MOST_THREADS], fence[MOST_THREADS], pending[MOST_THREADS];
    clock_row accessed[CELLS][ACCESSES];
    // Of threads, and of those whose place another has taken.
    clock_row head[CELL_PLAIN][MOST_THREADS + 1];
    clock_row mutex[MOST_MUTEXES], semaphore[MOST_SEMAPHORES], writers, readers,
        once, barrier[BARRIER_ROUNDS], freed[MOST_NODES];
};

void clocks_begin(struct clocks *c);

// An access. True if it is in a data race with an earlier one.
bool clocks_access(struct clocks *c, unsigned thread, unsigned cell,
                   enum access access);

// How an atomic access orders: what it reads, then what it writes. A
// read-modify-write is both.
void clocks_atomic_read(struct clocks *c, unsigned thread, unsigned cell,
                        enum order order);
void clocks_atomic_write(struct clocks *c, unsigned thread, unsigned cell,
                         enum order order, bool update);
// A thread's next epoch begins: after each release.
void clocks_released(struct clocks *c, unsigned thread);
bool order_releases(enum order order);
// A plain write to an atomic variable: who reads it acquires nothing.
void clocks_plain_write(struct clocks *c, unsigned cell);
void clocks_fence(struct clocks *c, unsigned thread, enum order order);

void clocks_acquire(struct clocks *c, unsigned thread, const clock_row object);
void clocks_release(struct clocks *c, unsigned thread, clock_row object);
void clocks_create(struct clocks *c, unsigned thread, unsigned child);
void clocks_join(struct clocks *c, unsigned thread, unsigned child);

#endif
