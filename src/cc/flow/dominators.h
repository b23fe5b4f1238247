// SPDX-License-Identifier: Apache-2.0
// The dominator tree of a flow graph.
//
// A block dominates another if every way from the entry to the other one leads
// through it. The algorithm is the iterative one of Cooper, Harvey and Kennedy,
// "A Simple, Fast Dominance Algorithm" (2001).

#ifndef MAZURKA_CC_FLOW_DOMINATORS_H
#define MAZURKA_CC_FLOW_DOMINATORS_H

#include "cc/flow/flow.h"

#include <stdbool.h>

struct dominators {
    int count;
    int *parent; // immediate dominators; FLOW_NONE for the entry
    int *depth;  // in the tree; the entry has 0
};

void dominators_open(struct dominators *dominators, const struct flow *flow);
void dominators_close(struct dominators *dominators);

// Every block dominates itself.
bool dominators_dominates(const struct dominators *dominators, int above,
                          int below);
// The nearest block that dominates both.
int dominators_common(const struct dominators *dominators, int a, int b);

#endif
