// SPDX-License-Identifier: Apache-2.0
// Memory for searches over execution graphs (machine.h: `graphs`): what a step
// reads, and where what it writes goes in modification order, is chosen with
// the step.
//
//   step       0: x=1     1: x=2     2: read x, of step 0     3: x=3, before 1
//   left          1          2          –                        3
//   memory        1          2          2                        2
//
// The program's memory holds what comes last in that order. What each step has
// written is kept beside it, for those that read it later.
//
// A plain access is no step: without a data race it finds what comes last, and
// that is what memory holds. But plain writes and atomic accesses may meet at a
// place. Those that come before its first step make up its initial value; a
// later one is a step of its own. Which is which depends on what happens before
// it, and on nothing else, unless there is a race.
//
// What main does alone before it creates the first thread is no step either,
// and nor is what it reads when it is alone again: there is only one thing that
// it can find.

#ifndef MAZURKA_MACHINE_NATIVE_WEAK_MEMORY_H
#define MAZURKA_MACHINE_NATIVE_WEAK_MEMORY_H

#include "base/memory.h"
#include "base/table.h"
#include "machine/hooks.h"
#include "machine/machine.h"

// Bytes that are accessed as a whole.
struct weak_place {
    uint64_t addr;
    uint32_t size;
    uint32_t site; // where it was met first
    bool used;     // there were steps there, in this execution
    uint64_t initial;
    struct weak_place *next; // that has bytes in the same word
};

struct weak_word {
    uint64_t key; // address / 8 + 1
    struct weak_place *places;
};

// What a plain write that is not the newest has overwritten.
struct weak_lost {
    void *address;
    uint32_t size;
    uint64_t value;
};

struct weak_memory {
    VEC(struct weak_place *) places; // all that were ever met
    TABLE(struct weak_word) words;
    VEC(uint64_t) left; // of each step that has written: what
    uint64_t failed;    // threads whose await has found otherwise, as bits
    struct op chosen;   // for the machine
    VEC(struct weak_lost) lost; // in this step
};

struct native_thread;

void weak_memory_free(void);

// The pending operation of a thread as it happens with this choice.
void weak_memory_decide(struct op *op, uint32_t choice);
const struct op *weak_memory_chosen(struct machine *machine, struct step step);
// Its effect on memory, in the step that has just begun.
void weak_memory_take(const struct op *op, uint32_t choice);
// After the step: what plain writes must not have changed.
void weak_memory_put_back(void);

// The choice of an operation that was no step.
#define WEAK_MEMORY_HIDDEN UINT32_MAX
// Is the operation of the running thread one that is no step?
bool weak_memory_hides(const struct op *op);

// Were there steps at some of these bytes?
bool weak_memory_used(const void *address, size_t size);
// The running thread is about to write there, plainly: `value` is what, or NULL
// if that is not known.
void weak_memory_plain(const void *address, size_t size, const void *value,
                       const struct mz_site *site);
void weak_memory_fill(const void *address, size_t size, int byte,
                      const struct mz_site *site);

#endif
