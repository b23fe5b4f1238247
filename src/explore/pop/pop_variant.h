// SPDX-License-Identifier: Apache-2.0
// What of a program decides which variant of POP is exact for it (pop.h).
//
// Traits are noticed operation by operation, and never go away: the variant
// that fits can only get worse.

#ifndef MAZURKA_EXPLORE_POP_POP_VARIANT_H
#define MAZURKA_EXPLORE_POP_POP_VARIANT_H

#include "explore/pop/access_kinds.h"
#include "explore/pop/pop.h"

enum trait {
    AWAITS = 1,
    COMMUTING = 2,   // updates
    READING_CAS = 4, // compare-exchanges that count as reads when they fail
    READING_TRY = 8, // the same of semaphores
    OVERLAPS = 16,   // accesses that overlap in part
    TANGLED = 32,    // conflicts among them are not orderly (accesses.h)
    WAITS = 64,      // on a condition variable
    TRIES = 128,     // to lock
    MISUSE = 256,    // of a mutex that the thread does not hold
    // Read-write locks whose readers do not conflict with each other.
    FREE_READERS = 512,
};

// An access that was noticed: where, and all else that matters.
struct noticed {
    uint64_t addr, shape;
};

enum { TRAITS_RECENT_BITS = 8 };

struct traits {
    unsigned known; // enum trait
    // With any of these it shall be POP_NOT, though a variant may be exact.
    unsigned shunned;
    struct accesses accesses;
    struct noticed recent[1 << TRAITS_RECENT_BITS]; // by hash
};

void traits_free(struct traits *traits);

// An operation has happened, or waits to. True if there is a new trait.
bool traits_notice(struct traits *traits, uint32_t thread, const struct op *op);
// The best variant that is exact, as far as the program is known.
enum pop_variant traits_variant(const struct traits *traits);
// If it is POP_NOT: what the program has that is to blame.
const char *traits_blamed(const struct traits *traits);

#endif
