// SPDX-License-Identifier: Apache-2.0
// Conflicting extensions: what could have happened instead of something in an
// execution, after a part of it [QPOR, Section 4, function cexp] (generalised
// from mutexes to all operations).
//
// An event e of the execution, or an operation that waits at its end, could
// also have happened after another part of the execution: after what must come
// before it anyway (`above`), and any set of the events that it depends on,
// with their histories:
//
//     above(e) ∪ [f] ∪ [g] ∪ …      f, g, … depend on e and do not need e
//
// For a lock this is one place for each earlier critical section; for a read
// one for each earlier write. For a write there is one for each *set* of
// concurrent reads, for a read one for each set of commuting updates: as many
// events of the unfolding as there are such sets, each in an execution of its
// own. How an operation happens (whether a compare-exchange or try-lock
// succeeds, whom a signal can wake, whether it can happen at all) is decided
// in each place anew.

#ifndef MAZURKA_EXPLORE_QUASI_EXTENSIONS_H
#define MAZURKA_EXPLORE_QUASI_EXTENSIONS_H

#include "explore/quasi/configuration.h"
#include "explore/trace/overtaking.h"

// Places of one operation; beyond, the search is not exhaustive and says so.
enum { EXTENSIONS_MOST = 1 << 16 };

struct extensions {
    struct configuration *configuration;
    // An operation had too many places, or places in which it is not known how
    // it would happen.
    enum limit given_up;
    uint32_t fresh;    // positions from here on are new
    VEC(uint32_t) varying; // positions of operations that are always looked at
    // Scratch: the operation that is looked at.
    bool varies;       // what it depends on is decided where it happens
    struct op widest;  // as it would depend on most, if it varies
    struct mover wide; // the same
    bool was_there;    // with all that must come before it, before `fresh`
    VEC(uint32_t) candidates; // positions, ascending
    VEC(uint32_t) changers;   // positions, ascending: they change its object
    VEC(uint64_t) states;     // of its object after each of these
    bool all_write;           // both write just what it acts on
    bool changers_ordered;    // each happens before the next
    size_t passed;            // changers that the last place asked for had
    VEC(uint32_t) frontiers;       // its places so far
    size_t known;             // so many of them at the start are no news
    uint32_t *above, *history;
    uint32_t width;
    uint64_t state;     // of its object before all changers
    bool state_unknown; // it may be something else: part of it was changed
};

// Add to the unfolding the conflicting extensions of the configuration, whose
// machine is where the trace is. Events before `fresh` were in the execution
// before, too: what they could also have been, and what others could have been
// after a part of them, is known, if it does not depend on what comes later.
void extensions_find(struct extensions *extensions, uint32_t fresh);
void extensions_free(struct extensions *extensions);

#endif
