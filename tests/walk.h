// SPDX-License-Identifier: Apache-2.0
// Walks over the states of a machine, and what must hold of their hashes.
//
// One walk never goes on from a state that it has seen; another takes every
// interleaving. Both must meet the same states. On the way it is asserted that
// different states have different hashes and equal ones equal hashes (by
// machine_state_bytes), and that going back is going back.

#ifndef MAZURKA_TESTS_WALK_H
#define MAZURKA_TESTS_WALK_H

#include "machine/machine.h"

struct walk {
    uint64_t states, ends, steps; // ends: states from which nobody can go on
    uint64_t sum; // of the hashes of all states, however they were met
    uint64_t unknown; // states that could not be told
    bool cut;     // there were more steps than `most`
};

// `merge`: do not go on from a state that was seen before.
struct walk walk(struct machine *machine, bool merge, uint64_t most);

#endif
