// SPDX-License-Identifier: Apache-2.0
// Which kinds of memory accesses a program has, to tell whether their conflicts
// are of the orderly sort that POP relies on.
//
// A kind is a byte range and a mode. The table goes from 8-byte words to the
// kinds that touch them:
//
//     slot ──▶ read 8..12 ──▶ write 8..12 ──▶ write 8..16     of words 1, 9, …
//
// When all accesses that overlap have the same range, what conflicts with the
// head of a schedule conflicts with the event that it has overtaken, or is of
// the same kind as that. When some *overlap* in part this may still hold, or
// not: a program is *tangled* if there are kinds a, b, c such that b conflicts
// with both others, these do not conflict, and a schedule with head b that has
// overtaken a has to sleep (schedule_sleep.h). Then what sleeps may keep an
// execution from being found that is not covered.

#ifndef MAZURKA_EXPLORE_ACCESSES_H
#define MAZURKA_EXPLORE_ACCESSES_H

#include "machine/op.h"

#include "base/memory.h"

struct access {
    struct op op;    // only the range and the mode matter
    uint64_t word;   // one of those that it touches: its slot
    uint32_t thread; // the first that had it
    bool by_several; // another has had it as well
    uint32_t next;   // 1 + the next of the slot, or 0
};

struct accesses {
    VEC(struct access) known; // once for each word that it touches
    uint32_t *slots;          // 1 + the first access, or 0
    uint32_t slot_count;      // a power of two
    bool overlap;
    bool tangled;
    VEC(uint32_t) near; // scratch
};

void accesses_free(struct accesses *accesses);

// A memory operation has happened, or waits to. Sets `overlap` and `tangled`
// when it is the first to make the program so.
void accesses_add(struct accesses *accesses, uint32_t thread,
                  const struct op *op);

#endif
