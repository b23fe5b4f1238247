// SPDX-License-Identifier: Apache-2.0

#include "cc/flow/flow.h"

#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>

static int by_address(const void *a, const void *b) {
    uintptr_t x = (uintptr_t)((const struct flow_name *)a)->block;
    uintptr_t y = (uintptr_t)((const struct flow_name *)b)->block;
    return (x > y) - (x < y);
}

static struct flow_name *find(const struct flow *flow, int count,
                              LLVMBasicBlockRef block) {
    struct flow_name key = {block, 0};
    return bsearch(&key, flow->names, (size_t)count, sizeof key, by_address);
}

// One block on the way down of the depth-first search.
struct visit {
    LLVMBasicBlockRef block;
    unsigned next; // successor to look at
};

// Postorder numbers, FLOW_NONE where the search never comes.
static int number(struct flow *flow, int all, LLVMBasicBlockRef entry) {
    enum { OPEN = -2 };
    VEC(struct visit) stack = {0};
    int count = 0;
    find(flow, all, entry)->number = OPEN;
    vec_push(&stack, (struct visit){entry, 0});
    while (stack.count) {
        struct visit *top = &stack.at[stack.count - 1];
        LLVMValueRef last = LLVMGetBasicBlockTerminator(top->block);
        if (!last || top->next == LLVMGetNumSuccessors(last)) {
            find(flow, all, top->block)->number = count++;
            stack.count--;
            continue;
        }
        LLVMBasicBlockRef next = LLVMGetSuccessor(last, top->next++);
        struct flow_name *name = find(flow, all, next);
        if (name->number != FLOW_NONE)
            continue;
        name->number = OPEN;
        vec_push(&stack, (struct visit){next, 0});
    }
    vec_free(&stack);
    return count;
}

static void add(struct flow_list *list, int number) {
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i] == number)
            return;
    vec_push(list, number);
}

static void connect(struct flow *flow, int all) {
    for (int from = 0; from < flow->count; from++) {
        LLVMValueRef last =
            LLVMGetBasicBlockTerminator(flow->blocks[from].block);
        unsigned count = last ? LLVMGetNumSuccessors(last) : 0;
        for (unsigned i = 0; i < count; i++) {
            int to = find(flow, all, LLVMGetSuccessor(last, i))->number;
            add(&flow->blocks[from].successors, to);
            add(&flow->blocks[to].predecessors, from);
        }
    }
}

void flow_open(struct flow *flow, LLVMValueRef function) {
    int all = (int)LLVMCountBasicBlocks(function), i = 0;
    flow->names = memory_new((size_t)all, sizeof *flow->names);
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
         block = LLVMGetNextBasicBlock(block))
        flow->names[i++] = (struct flow_name){block, FLOW_NONE};
    qsort(flow->names, (size_t)all, sizeof *flow->names, by_address);
    flow->count = number(flow, all, LLVMGetEntryBasicBlock(function));
    flow->blocks = memory_new((size_t)flow->count, sizeof *flow->blocks);
    for (i = 0; i < all; i++) {
        struct flow_name *name = &flow->names[i];
        if (name->number == FLOW_NONE)
            continue;
        name->number = flow->count - 1 - name->number;
        flow->blocks[name->number].block = name->block;
    }
    connect(flow, all);
    // Only reachable blocks keep their name, so that lookups need one count.
    int kept = 0;
    for (i = 0; i < all; i++)
        if (flow->names[i].number != FLOW_NONE)
            flow->names[kept++] = flow->names[i];
}

void flow_close(struct flow *flow) {
    for (int i = 0; i < flow->count; i++) {
        vec_free(&flow->blocks[i].successors);
        vec_free(&flow->blocks[i].predecessors);
    }
    memory_free(flow->blocks);
    memory_free(flow->names);
    *flow = (struct flow){0};
}

int flow_number(const struct flow *flow, LLVMBasicBlockRef block) {
    const struct flow_name *name = find(flow, flow->count, block);
    return name ? name->number : FLOW_NONE;
}
