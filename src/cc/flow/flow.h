// SPDX-License-Identifier: Apache-2.0
// A function's control flow as a graph of small numbers.
//
// Block 0 is the entry; numbers are a reverse postorder, so that every edge
// to a smaller or equal number closes a cycle. Blocks that cannot be reached
// have no number.

#ifndef MAZURKA_CC_FLOW_FLOW_H
#define MAZURKA_CC_FLOW_FLOW_H

#include <llvm-c/Core.h>

enum { FLOW_NONE = -1 };

struct flow_list {
    int *at;
    size_t count, room;
};

struct flow_block {
    LLVMBasicBlockRef block;
    struct flow_list successors, predecessors; // each once
};

struct flow {
    struct flow_block *blocks;
    int count;
    struct flow_name {
        LLVMBasicBlockRef block;
        int number;
    } * names; // sorted by address
};

void flow_open(struct flow *flow, LLVMValueRef function);
void flow_close(struct flow *flow);
// FLOW_NONE if the block cannot be reached.
int flow_number(const struct flow *flow, LLVMBasicBlockRef block);

#endif
