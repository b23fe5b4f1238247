// SPDX-License-Identifier: Apache-2.0
// Sets of locks, as 64-bit words: each lock that was ever taken has a bit.
//
// What is only ever accessed with one and the same lock held is ordered by that
// lock, whoever the others are, and can be in no data race (race_candidates.h).
// The first 64 locks of a program have a bit, for the whole search; later ones
// have none and protect nothing here, which costs time but hides no race.
//
// A lock is known by its address. Where one was destroyed and another is made
// at the same place, all uses of the first come before those of the second, or
// the program uses a lock that is destroyed and another execution shows it.

#ifndef MAZURKA_MACHINE_NATIVE_RACES_LOCKSET_H
#define MAZURKA_MACHINE_NATIVE_RACES_LOCKSET_H

#include "base/table.h"

enum { LOCKSET_SIZE = 64 };

struct lockset_lock {
    uint64_t key; // its address
    unsigned bit;
};

struct lockset {
    TABLE(struct lockset_lock) locks;
    struct lockset_lock last; // that was asked for: most often it is next, too
};

// The set of this lock alone, or the empty set if there are too many.
uint64_t lockset_find(struct lockset *lockset, uint64_t address);
static inline uint64_t lockset_of(struct lockset *lockset, uint64_t address) {
    return lockset->last.key == address ? 1ull << lockset->last.bit
                                        : lockset_find(lockset, address);
}

#endif
