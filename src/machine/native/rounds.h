// SPDX-License-Identifier: Apache-2.0
// Rounds of loops that leave everything as it was, seen while the program runs.
//
// At the head of a loop a thread leaves a record: the values that are live
// there, and how many steps had been taken. When it comes there again, in the
// same call of the function, with the same values, and nothing that it has done
// meanwhile has changed anything for anybody, then the round might as well not
// have been: the thread goes no further (THREAD_SPINS). docs/loops.md says why
// nothing is lost by that. Nothing is changed if
// - the thread has written no memory but what it has called into being since
//   (locals of functions that have returned) or what was there already;
// - what its operations have changed, they have changed back, and no operation
//   of another thread stood between two of them and depended on both.
//
// Records are part of the state of the program: they are saved before they
// change, like everything else.

#ifndef MAZURKA_MACHINE_NATIVE_ROUNDS_H
#define MAZURKA_MACHINE_NATIVE_ROUNDS_H

#include "machine/hooks.h"
#include "machine/machine.h"
#include "machine/native/thread_time.h"

#include <stdbool.h>
#include <stddef.h>

enum { ROUNDS_MOST = 8 }; // records of one thread

#define ROUNDS_NO_PROGRESS \
    "a loop goes round and round without a visible operation"

// At the head of a loop.
struct loop_round {
    const struct mz_site *site; // NULL: the record is free
    const void *call;
    uint32_t loop;          // of the function
    const char *locals_top; // end of the locals
    size_t steps;           // taken before
    bool changes;   // something since has an effect beyond its operations
    bool plain;     // there were plain accesses since
    uint32_t asks;  // for the time, of the thread
    uint32_t rungs; // so often time has passed, with nothing else to show
    uint32_t count;
    struct thread_time time;
    uint64_t values[MZ_MOST_VALUES];
};

struct loop_rounds {
    unsigned used; // records that may be in use
    unsigned next; // the one to be given up when all are
    bool spared;   // one round with plain accesses was let pass
    // Of a thread that spins, or waits as is assumed: see machine_repeated.
    uint32_t repeated;
    struct loop_round at[ROUNDS_MOST];
};

// Where the running thread goes no further, because its iteration, which began
// at `head` (hooks.h), goes round for nothing; and before an await that says
// so.
void rounds_leave(uint64_t head, const struct mz_site *site);
void rounds_wait(uint64_t head);
// Instead of waiting for another value than its last operation has found. Its
// iteration began at `head`, or with that operation (0).
void rounds_leave_await(uint64_t head, const struct mz_site *site);
// In a loop that has neither a way out nor any effect.
_Noreturn void rounds_endless(const struct mz_site *site);
// Does a thread that spins come to spin there again, if it alone goes on? All
// is as it was, then.
bool rounds_repeat(struct machine *machine, unsigned thread);

// Is the thread, whose stack reaches down to here, in a call of a function that
// has left a record at a loop of its own?
bool rounds_watched(const struct loop_rounds *rounds, const void *stack);
// The running thread changes memory that the program can see, or the runtime's
// state.
void rounds_change(const void *address, size_t size);
// The same with nothing known about it.
void rounds_change_all(void);
// A plain access of the running thread. For a write, what will be written, or
// NULL if that is not known.
void rounds_plain(const void *address, size_t size, bool write,
                  const void *value);

#endif
