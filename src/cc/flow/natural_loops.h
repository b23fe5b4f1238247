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
    const struct flow *flow; // of the function
    const struct dominators *dominators;
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

// All loops of a function. They point into it: it must not be copied.
struct natural_loops {
    struct flow flow;
    struct dominators dominators;
    struct loop *at; // by ascending header: outer loops before inner ones
    size_t count, room;
    struct flow_list irregular;
    int *innermost; // of each block: an index, or FLOW_NONE
};

void natural_loops_open(struct natural_loops *loops, LLVMValueRef function);
void natural_loops_close(struct natural_loops *loops);

bool loop_contains(const struct loop *loop, int block);
// Is the value computed in the loop?
bool loop_computes(const struct loop *loop, LLVMValueRef value);
// Does every iteration that takes a back edge pass this block?
bool loop_always_passes(const struct loop *loop, int block);
// The one of two instructions that an iteration comes to later; either may be
// NULL.
LLVMValueRef loop_later(const struct loop *loop, LLVMValueRef x,
                        LLVMValueRef y);
LLVMBasicBlockRef loop_header(const struct loop *loop);

#endif
