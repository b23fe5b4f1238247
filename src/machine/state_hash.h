// SPDX-License-Identifier: Apache-2.0
// What a machine's state is, as far as the future can tell: a 128-bit hash.
//
// Two moments have the same state iff everything that can happen from them on
// is the same: the contents of shared memory and of synchronisation objects
// (owners, waiting and woken threads, counts), and of each thread whether it is
// alive, ended or stuck, where it stands, and those of its local values that it
// may still look at. How the state was reached is no part of it: no clocks, no
// counts of steps, no dead values. A machine that finds data races has in its
// state what those to come depend on.
//
// Different states have different hashes, up to collisions; the same state may
// come with different hashes, which costs time and nothing else.

#ifndef MAZURKA_MACHINE_STATE_HASH_H
#define MAZURKA_MACHINE_STATE_HASH_H

#include <stdbool.h>
#include <stdint.h>

struct state {
    uint64_t word[2];
};

static inline bool state_equal(const struct state *a, const struct state *b) {
    return a->word[0] == b->word[0] && a->word[1] == b->word[1];
}

#endif
