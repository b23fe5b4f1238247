// SPDX-License-Identifier: Apache-2.0
// When does an iteration of a loop leave everything as it was?
//
// Partial loop purity [Await §III]. The forward purity condition (FPC) of a
// place in the loop says when what follows reaches the header without changing
// anything that others can see, brings the values that the header needs back to
// what they are, and takes no internal back edge. It is computed backwards over
// the body; at the start of the header it is the loop's purity condition, and
// iterations in which that holds can be left out. Where the analysis cannot be
// sure, the condition is false.

#ifndef MAZURKA_CC_LOOPS_PURITY_H
#define MAZURKA_CC_LOOPS_PURITY_H

#include "cc/flow/natural_loops.h"
#include "cc/ir/unit.h"
#include "cc/loops/path_condition.h"

struct purity {
    struct path_condition condition; // false: the loop is left alone
    struct text why;                 // then: in words
};

// All disjuncts are useful ones (useful_disjuncts.h).
void purity_find(struct unit *unit, const struct loop *loop,
                 struct purity *purity);
void purity_free(struct purity *purity);
// Would some iteration be pure, if all functions of the program that could
// become part of the loop (inlining.h) were without an effect?
bool purity_is_imaginable(struct unit *unit, const struct loop *loop);

#endif
