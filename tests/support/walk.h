// SPDX-License-Identifier: Apache-2.0
// Walks over the states of a machine, and what must hold of their hashes.
//
// One walk never goes on from a state that it has seen; another takes every
// interleaving. Both must meet the same states: one that is taken for another
// would hide what comes after it. On the way it is seen that different states
// have different hashes and equal ones equal hashes (explore/stateful/state_check.h),
// and that going back leads to the same state.

#ifndef MAZURKA_TESTS_WALK_H
#define MAZURKA_TESTS_WALK_H

#include "machine/machine.h"

struct walk {
    uint64_t states, steps;
    uint64_t late;    // states in which the first thread has ended
    uint64_t ends;    // states in which nobody can go on
    uint64_t sum;     // of the hashes of all states, whatever their order
    uint64_t unknown; // states that could not be told
    bool cut;         // there were more steps than `most`
};

// `merge`: do not go on from a state that was seen before.
struct walk walk(struct machine *machine, bool merge, uint64_t most);

static inline bool walks_agree(const struct walk *a, const struct walk *b) {
    return a->states == b->states && a->late == b->late && a->ends == b->ends &&
           a->sum == b->sum;
}

#endif
