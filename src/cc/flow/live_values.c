// SPDX-License-Identifier: Apache-2.0

#include "cc/flow/live_values.h"

#include "base/memory.h"

struct search {
    const struct flow *flow;
    bool *seen;            // blocks at whose start the value is wanted
    struct flow_list work; // those of them that are still to be followed
    int home;              // where it is computed
};

// It is wanted at the start of this block.
static void want(struct search *s, int block) {
    if (block == FLOW_NONE || block == s->home || s->seen[block])
        return;
    s->seen[block] = true;
    vec_push(&s->work, block);
}

// A phi wants its values at the ends of the blocks before it.
static void want_in_phi(struct search *s, LLVMValueRef phi,
                        LLVMValueRef value) {
    unsigned count = LLVMCountIncoming(phi);
    for (unsigned i = 0; i < count; i++)
        if (LLVMGetIncomingValue(phi, i) == value)
            want(s, flow_number(s->flow, LLVMGetIncomingBlock(phi, i)));
}

bool wanted_at(const struct flow *flow, LLVMValueRef value, int block,
               bool (*needed)(LLVMValueRef user)) {
    struct search s = {.flow = flow};
    s.home = flow_number(flow, LLVMGetInstructionParent(value));
    if (s.home == block)
        return LLVMIsAPHINode(value) && LLVMGetFirstUse(value);
    s.seen = memory_new((size_t)flow->count, sizeof *s.seen);
    for (LLVMUseRef use = LLVMGetFirstUse(value); use;
         use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!needed(user))
            continue;
        if (LLVMIsAPHINode(user))
            want_in_phi(&s, user, value);
        else
            want(&s, flow_number(flow, LLVMGetInstructionParent(user)));
    }
    while (s.work.count) {
        const struct flow_list *before =
            &flow->blocks[s.work.at[--s.work.count]].predecessors;
        for (size_t i = 0; i < before->count; i++)
            want(&s, before->at[i]);
    }
    bool live = s.seen[block];
    vec_free(&s.work);
    memory_free(s.seen);
    return live;
}

bool wanted_only_by(LLVMValueRef value, LLVMValueRef phi) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use;
         use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (user != phi &&
            (!LLVMIsACastInst(user) || !wanted_only_by(user, phi)))
            return false;
    }
    return true;
}
