// SPDX-License-Identifier: Apache-2.0
// The natural loops of a flow graph.
//
// A back edge leads from a block, the latch, to one that dominates it, the
// header. The loop of a header is all blocks that reach one of its latches
// without passing the header. Two loops are either nested or disjoint. Cycles
// that can be entered at several places have no such header: only the targets
// of their closing edges are listed, as `irregular`.

#ifndef MAZURKA_CC_FLOW_NATURAL_LOOPS_H
#define MAZURKA_CC_FLOW_NATURAL_LOOPS_H

#include "cc/flow/dominators.h"

struct loop_exit {
    int from, to; // an edge that leaves the loop
};

struct loop {
    int header;
    int parent; // index of the smallest loop around it, or FLOW_NONE
    int depth;  // 1: outermost
    struct flow_list latches;
    struct flow_list blocks; // ascending; the header comes first
    struct {
        struct loop_exit *at;
        size_t count, room;
    } exits;
};

struct loops {
    struct loop *at; // by ascending header: outer loops before inner ones
    size_t count, room;
    struct flow_list irregular;
    int *innermost; // of each block: an index, or FLOW_NONE
};

void loops_open(struct loops *loops, const struct flow *flow,
                const struct dominators *dominators);
void loops_close(struct loops *loops);
bool loops_contains(const struct loop *loop, int block);
// Does every iteration that goes round pass this block?
bool loops_always(const struct loop *loop, const struct dominators *dominators,
                  int block);

#endif
