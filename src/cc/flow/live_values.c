// SPDX-License-Identifier: Apache-2.0

#include "cc/flow/live_values.h"

#include "base/memory.h"
#include "cc/ir/ir.h"

#include <string.h>

enum { MOST_USERS = 64 }; // looked at, to see that a value is dead

// What is assumed only tells which iterations need not be seen.
static bool is_assumption(LLVMValueRef user) {
    return !strcmp(ir_callee_name(user), "__mz_assume");
}

// Without an effect, and without failing.
static bool only_computes(LLVMValueRef user) {
    if (is_assumption(user))
        return true;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(user);
    if (opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMURem ||
        opcode == LLVMSRem)
        return false;
    return LLVMIsABinaryOperator(user) || LLVMIsACastInst(user) ||
           LLVMIsACmpInst(user) || LLVMIsASelectInst(user) ||
           LLVMIsAPHINode(user) || LLVMIsAGetElementPtrInst(user) ||
           LLVMIsAFreezeInst(user);
}

bool live_values_is_dead(LLVMValueRef value) {
    LLVMValueRef seen[MOST_USERS] = {value};
    int count = 1;
    for (int i = 0; i < count; i++)
        for (LLVMUseRef use = LLVMGetFirstUse(seen[i]); use;
             use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            if (!only_computes(user))
                return false;
            int k = 0;
            while (k < count && seen[k] != user)
                k++;
            if (k < count)
                continue;
            if (count == MOST_USERS)
                return false;
            seen[count++] = user;
        }
    return true;
}

static bool is_needed(LLVMValueRef user) {
    return !only_computes(user) || !live_values_is_dead(user);
}

struct value_search {
    const struct flow *flow;
    bool *seen;            // blocks at whose start the value is needed
    struct flow_list work; // those of them that are still to be followed
    int home;              // where it is computed
};

// It is needed at the start of this block.
static void need_at(struct value_search *s, int block) {
    if (block == FLOW_NONE || block == s->home || s->seen[block])
        return;
    s->seen[block] = true;
    vec_push(&s->work, block);
}

// A phi needs its values at the ends of the blocks before it.
static void need_in_phi(struct value_search *s, LLVMValueRef phi,
                        LLVMValueRef value) {
    unsigned count = LLVMCountIncoming(phi);
    for (unsigned i = 0; i < count; i++)
        if (LLVMGetIncomingValue(phi, i) == value)
            need_at(s, flow_number(s->flow, LLVMGetIncomingBlock(phi, i)));
}

bool live_values_is_count(LLVMValueRef value) {
    return !strcmp(ir_callee_name(value), "__mz_head");
}

bool live_values_at(const struct flow *flow, LLVMValueRef value, int block) {
    if (live_values_is_count(value))
        return false;
    struct value_search s = {.flow = flow};
    s.home = flow_number(flow, LLVMGetInstructionParent(value));
    if (s.home == block)
        return LLVMIsAPHINode(value) && LLVMGetFirstUse(value);
    s.seen = memory_new((size_t)flow->count, sizeof *s.seen);
    for (LLVMUseRef use = LLVMGetFirstUse(value); use;
         use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!is_needed(user))
            continue;
        if (LLVMIsAPHINode(user))
            need_in_phi(&s, user, value);
        else
            need_at(&s, flow_number(flow, LLVMGetInstructionParent(user)));
    }
    while (s.work.count) {
        const struct flow_list *before =
            &flow->blocks[s.work.at[--s.work.count]].predecessors;
        for (size_t i = 0; i < before->count; i++)
            need_at(&s, before->at[i]);
    }
    bool live = s.seen[block];
    vec_free(&s.work);
    memory_free(s.seen);
    return live;
}

bool live_values_only_in(LLVMValueRef value, LLVMValueRef phi) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use;
         use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (user != phi &&
            (!LLVMIsACastInst(user) || !live_values_only_in(user, phi)))
            return false;
    }
    return true;
}
