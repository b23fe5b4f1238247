// SPDX-License-Identifier: Apache-2.0

#include "cc/flow/natural_loops.h"

#include "base/memory.h"

bool loop_contains(const struct loop *loop, int block) {
    size_t low = 0, high = loop->blocks.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (loop->blocks.at[middle] == block)
            return true;
        if (loop->blocks.at[middle] < block)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

bool loop_computes(const struct loop *loop, LLVMValueRef value) {
    if (!LLVMIsAInstruction(value))
        return false;
    int block = flow_number(loop->flow, LLVMGetInstructionParent(value));
    return block != FLOW_NONE && loop_contains(loop, block);
}

bool loop_always_passes(const struct loop *loop, int block) {
    for (size_t i = 0; i < loop->latches.count; i++)
        if (!dominators_dominates(loop->dominators, block, loop->latches.at[i]))
            return false;
    return loop_contains(loop, block);
}

LLVMBasicBlockRef loop_header(const struct loop *loop) {
    return loop->flow->blocks[loop->header].block;
}

LLVMValueRef loop_later(const struct loop *loop, LLVMValueRef x,
                        LLVMValueRef y) {
    if (!x || !y || x == y)
        return x ? x : y;
    int p = flow_number(loop->flow, LLVMGetInstructionParent(x));
    int q = flow_number(loop->flow, LLVMGetInstructionParent(y));
    if (p != q)
        return p > q ? x : y;
    LLVMValueRef at = x;
    while (at && at != y)
        at = LLVMGetNextInstruction(at);
    return at ? y : x;
}

// Backwards from the latches to the header.
static void collect_blocks(struct loop *loop) {
    const struct flow *flow = loop->flow;
    bool *inside = memory_new((size_t)flow->count, sizeof *inside);
    struct flow_list work = {0};
    inside[loop->header] = true;
    for (size_t i = 0; i < loop->latches.count; i++)
        vec_push(&work, loop->latches.at[i]);
    while (work.count) {
        int block = work.at[--work.count];
        if (inside[block])
            continue;
        inside[block] = true;
        const struct flow_list *before = &flow->blocks[block].predecessors;
        for (size_t i = 0; i < before->count; i++)
            vec_push(&work, before->at[i]);
    }
    for (int i = 0; i < flow->count; i++)
        if (inside[i])
            vec_push(&loop->blocks, i);
    vec_free(&work);
    memory_free(inside);
}

static void collect_exits(struct loop *loop) {
    for (size_t i = 0; i < loop->blocks.count; i++) {
        int from = loop->blocks.at[i];
        const struct flow_list *after = &loop->flow->blocks[from].successors;
        for (size_t k = 0; k < after->count; k++)
            if (!loop_contains(loop, after->at[k]))
                vec_push(&loop->exits, (struct loop_exit){from, after->at[k]});
    }
}

static void collect_latches(struct natural_loops *loops, int header) {
    struct loop loop = {&loops->flow, &loops->dominators, .header = header,
                        .parent = FLOW_NONE, .depth = 1};
    bool irregular = false;
    const struct flow_list *before = &loop.flow->blocks[header].predecessors;
    for (size_t i = 0; i < before->count; i++) {
        int latch = before->at[i];
        if (latch < header)
            continue;
        if (dominators_dominates(loop.dominators, header, latch))
            vec_push(&loop.latches, latch);
        else
            irregular = true;
    }
    if (irregular)
        vec_push(&loops->irregular, header);
    if (!loop.latches.count)
        return;
    collect_blocks(&loop);
    collect_exits(&loop);
    vec_push(loops, loop);
}

// An enclosing loop has a smaller header: loops come in that order, and the
// last one seen that contains a block is its innermost.
static void nest(struct natural_loops *loops) {
    loops->innermost = memory_new((size_t)loops->flow.count, sizeof(int));
    for (int i = 0; i < loops->flow.count; i++)
        loops->innermost[i] = FLOW_NONE;
    for (size_t i = 0; i < loops->count; i++) {
        struct loop *loop = &loops->at[i];
        loop->parent = loops->innermost[loop->header];
        if (loop->parent != FLOW_NONE)
            loop->depth = loops->at[loop->parent].depth + 1;
        for (size_t k = 0; k < loop->blocks.count; k++)
            loops->innermost[loop->blocks.at[k]] = (int)i;
    }
}

void natural_loops_open(struct natural_loops *loops, LLVMValueRef function) {
    *loops = (struct natural_loops){0};
    flow_open(&loops->flow, function);
    dominators_open(&loops->dominators, &loops->flow);
    for (int header = 0; header < loops->flow.count; header++)
        collect_latches(loops, header);
    nest(loops);
}

void natural_loops_close(struct natural_loops *loops) {
    for (size_t i = 0; i < loops->count; i++) {
        vec_free(&loops->at[i].latches);
        vec_free(&loops->at[i].blocks);
        vec_free(&loops->at[i].exits);
    }
    memory_free(loops->innermost);
    vec_free(&loops->irregular);
    vec_free(loops);
    dominators_close(&loops->dominators);
    flow_close(&loops->flow);
}
