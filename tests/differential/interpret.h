// SPDX-License-Identifier: Apache-2.0
// A program's behaviour, by brute force: every interleaving, each state once.

#ifndef DIFFERENTIAL_INTERPRET_H
#define DIFFERENTIAL_INTERPRET_H

#include "language.h"
#include "outcomes.h"
#include "world.h"

struct behaviour {
    struct outcomes outcomes; // functions on texts are one step each
    struct outcomes bytewise; // … one step for each byte: no more than these
    bool at_least;            // more outcomes are possible, nobody knows which
    unsigned wrong;           // enum wrong, as bits
    bool has_loops;           // that may go on for ever
    bool too_large;
    // How many interleavings there are if every access is a step, and if plain
    // accesses are none; infinite if there are loops.
    double interleavings, plain_interleavings;
    unsigned states;
    bool easy_race; // so many interleavings have it that nobody can miss it
    bool completes; // some execution ends as it should, no assumption failing
    // The same if freed nodes may be allocated again, or NULL if there are none.
    struct behaviour *reused;
};

void interpret(const struct program *program, struct behaviour *behaviour);
void behaviour_free(struct behaviour *behaviour);

#endif
