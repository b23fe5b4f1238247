// SPDX-License-Identifier: Apache-2.0
// Which kinds of memory accesses a program has, to tell whether their conflicts
// are of the orderly sort that POP relies on.
//
// A kind is a byte range and a mode. The table goes from 8-byte words to the
// kinds that touch them:
//
//     word 1 ──▶ read 8..12 ──▶ write 8..12 ──▶ write 8..16
//
// With reads and writes of one size, what conflicts with the head of a schedule
// conflicts with the event that it has overtaken, too, or is covered by the
// head. Kinds can break this: they are *tangled* if there are a, b, c such that
// b conflicts with both others, these do not conflict, and a schedule with head
// b that has overtaken a has to sleep (sleeping_schedules.h). Examples are
// reads of two threads and an add that commutes with others; or an 8-byte read
// and two writes that *overlap* it in part, but not each other. What sleeps may
// then not be what a characterisation says, and with partial overlaps may even
// keep an execution from being found that nobody else finds.

#ifndef MAZURKA_EXPLORE_POP_SLEEP_ACCESS_KINDS_H
#define MAZURKA_EXPLORE_POP_SLEEP_ACCESS_KINDS_H

#include "op/op.h"

#include "base/memory.h"
#include "base/table.h"

struct access {
    struct op op;    // only the range and the mode matter
    uint32_t thread; // the first that had it
    bool by_several; // another has had it as well
    uint32_t next;   // 1 + the next that touches the same word, or 0
};

struct access_word {
    uint64_t key;   // 1 + address / 8
    uint32_t first; // 1 + the first access that touches it
};

struct accesses {
    VEC(struct access) known; // once for each word that it touches
    TABLE(struct access_word) words;
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
