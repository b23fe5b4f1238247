// SPDX-License-Identifier: Apache-2.0
// Who was ever seen to access which memory, and how: for searches that know
// states, where the history (history.h) has all words and what it holds is a
// part of the state (state/race_state.h). An access can be in a race to come
// only with a thread that makes a conflicting one; a state from which
// everything is explored has shown all that threads do after it. So an access
// with which no thread that was seen here conflicts is no part of a state.
//
// Like race_candidates.h, this only grows: it does not go back with the
// execution. Memory is looked at in cells of 4 bytes: variables side by side
// often have locks of their own.
//
//   cell  │ key │ locks held at each access │ threads, by kind of access │
//
// Invariant: a cell is a candidate iff two threads access it, at least one of
// them writing, at least one not atomically, and no lock is held each time;
// `candidates` has the word of each, once.

#ifndef MAZURKA_MACHINE_NATIVE_RACES_RACE_RIVALS_H
#define MAZURKA_MACHINE_NATIVE_RACES_RACE_RIVALS_H

#include "base/memory.h"
#include "machine/native/races/race_candidates.h"

enum { ACCESS_KINDS = (ATOMIC | WROTE) + 1 };

struct rival_cell {
    uint64_t key;   // 1 + its address / 4
    uint64_t locks; // those that were held at every access (lockset.h)
    uint64_t by[ACCESS_KINDS]; // threads, as bits
    bool candidate;
};

// A large block that was freed, by these threads: cells that are accessed later
// belong to it, too.
struct rival_block {
    uint64_t first, last; // keys of its cells
    uint64_t by, locks;
};

struct race_rivals {
    TABLE(struct rival_cell) cells;
    VEC(struct rival_block) blocks;
    VEC(uint64_t) candidates; // words: history_key
    uint64_t grown;           // times that there was more to look at
};

void race_rivals_free(struct race_rivals *rivals);

// An access to these bytes, with these locks held.
void race_rivals_note(struct race_rivals *rivals, uint64_t address,
                      uint64_t size, unsigned thread, unsigned kind,
                      uint64_t held);
// These bytes are freed.
void race_rivals_note_freed(struct race_rivals *rivals, uint64_t address,
                            uint64_t size, unsigned thread, uint64_t held);
// Threads that have made an access, to candidates among these bytes of a word,
// which conflicts with this kind.
uint64_t race_rivals_of(const struct race_rivals *rivals, uint64_t word,
                        unsigned mask, unsigned kind);
// Debug: does the invariant hold for a cell?
bool race_rivals_are_sound(const struct race_rivals *rivals, uint64_t key);

#endif
