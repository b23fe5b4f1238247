// SPDX-License-Identifier: Apache-2.0

#include "cc/loops/iteration_values.h"

#include "cc/flow/live_values.h"

// The largest loop around a loop.
static const struct loop *outermost(const struct natural_loops *loops,
                                    const struct loop *loop) {
    while (loop->parent != FLOW_NONE)
        loop = &loops->at[loop->parent];
    return loop;
}

// Does a phi of the header have another value in each iteration? Then none ever
// ends as it began.
static bool always_changes(const struct loop *loop, LLVMValueRef phi) {
    unsigned count = LLVMCountIncoming(phi);
    for (unsigned i = 0; i < count; i++) {
        int from = flow_number(loop->flow, LLVMGetIncomingBlock(phi, i));
        LLVMValueRef next = LLVMGetIncomingValue(phi, i);
        if (!loop_contains(loop, from))
            continue;
        bool adds = LLVMIsAInstruction(next) &&
                    (LLVMGetInstructionOpcode(next) == LLVMAdd ||
                     LLVMGetInstructionOpcode(next) == LLVMSub) &&
                    LLVMGetOperand(next, 0) == phi &&
                    LLVMIsAConstantInt(LLVMGetOperand(next, 1)) &&
                    !LLVMIsNull(LLVMGetOperand(next, 1));
        if (!adds)
            return false;
    }
    return true;
}

// Where an iteration begins: behind the loop's test, if the header has nothing
// else, because what is needed only after the loop does not count there.
static int start_of_iteration(const struct loop *loop) {
    const struct flow_block *header = &loop->flow->blocks[loop->header];
    int inside = FLOW_NONE;
    for (size_t i = 0; i < header->successors.count; i++) {
        int next = header->successors.at[i];
        if (!loop_contains(loop, next))
            continue;
        if (inside != FLOW_NONE)
            return loop->header;
        inside = next;
    }
    for (LLVMValueRef at = LLVMGetFirstInstruction(header->block); at;
         at = LLVMGetNextInstruction(at))
        if (LLVMIsACallInst(at) && !LLVMIsADbgInfoIntrinsic(at) &&
            !live_values_is_count(at))
            return loop->header;
    return loop->flow->blocks[inside].predecessors.count == 1 ? inside
                                                              : loop->header;
}

// Add the values of a block that are needed at the start of an iteration. False
// if there is one that the runtime cannot compare.
static bool add_block(struct unit *unit, const struct loop *loop, int block,
                      struct iteration_values *values) {
    LLVMBasicBlockRef home = loop->flow->blocks[block].block;
    for (LLVMValueRef at = LLVMGetFirstInstruction(home); at;
         at = LLVMGetNextInstruction(at)) {
        if (LLVMGetTypeKind(LLVMTypeOf(at)) == LLVMVoidTypeKind ||
            !live_values_at(loop->flow, at, values->block) ||
            live_values_is_dead(at))
            continue;
        bool own = block == loop->header && LLVMIsAPHINode(at);
        if ((own && always_changes(loop, at)) ||
            !unit_is_word(unit, LLVMTypeOf(at)) ||
            values->count == MZ_MOST_VALUES)
            return false;
        values->values[values->count++] = at;
    }
    return true;
}

// A loop that only computes is no business of the runtime, unless nothing that
// it computes differs from one iteration to the next: who goes round it once
// does so for ever.
static bool only_computes(const struct loop *loop) {
    if (!LLVMIsAPHINode(LLVMGetFirstInstruction(loop_header(loop))))
        return false;
    for (size_t i = 0; i < loop->blocks.count; i++) {
        LLVMBasicBlockRef block = loop->flow->blocks[loop->blocks.at[i]].block;
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
             at = LLVMGetNextInstruction(at))
            if (LLVMIsACallInst(at) &&
                (!ir_callee(at) || !LLVMGetIntrinsicID(ir_callee(at))))
                return false;
    }
    return true;
}

// All that can differ from one iteration's start to the next, as long as the
// outermost loop around it is not left: what is computed inside of that one,
// and still needed.
static bool add_all(struct unit *unit, const struct loop *outermost,
                    const struct loop *loop, struct iteration_values *values) {
    for (size_t i = 0; i < outermost->blocks.count; i++) {
        int block = outermost->blocks.at[i];
        if (dominators_dominates(loop->dominators, block, values->block) &&
            !add_block(unit, loop, block, values))
            return false;
    }
    return true;
}

// What a phi of the header will be, where this attempt is made. NULL if that is
// not known before it.
static LLVMValueRef to_be(LLVMValueRef phi, LLVMValueRef attempt) {
    LLVMBasicBlockRef from = LLVMGetInstructionParent(attempt);
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef value = LLVMGetIncomingValue(phi, i);
        if (LLVMGetIncomingBlock(phi, i) != from)
            continue;
        for (LLVMValueRef at = attempt; at; at = LLVMGetNextInstruction(at))
            if (at == value)
                return NULL;
        return value;
    }
    return NULL;
}

// The same with iterations that begin with an attempt. What that will find is
// not needed there. False if a value is not known before it.
static bool begin_with_attempt(const struct loop *loop,
                               struct iteration_values *values) {
    unsigned count = 0;
    for (unsigned i = 0; i < values->count; i++) {
        LLVMValueRef value = values->values[i], first = value;
        if (value == values->attempt.phi)
            continue;
        if (LLVMIsAPHINode(value) &&
            LLVMGetInstructionParent(value) == loop_header(loop)) {
            first = to_be(value, values->attempt.first);
            value = to_be(value, values->attempt.again);
        }
        if (!first || !value)
            return false;
        values->first_values[count] = first;
        values->values[count++] = value;
    }
    values->count = count;
    return true;
}

void iteration_values_find(struct unit *unit, const struct natural_loops *loops,
                           const struct loop *loop,
                           struct iteration_values *values) {
    const struct loop *whole = outermost(loops, loop);
    *values = (struct iteration_values){0};
    if (only_computes(loop))
        return;
    values->block = start_of_iteration(loop);
    values->complete = add_all(unit, whole, loop, values);
    struct iteration_values early = {.complete = true, .block = loop->header};
    if (values->complete && attempts_find(unit, loop, &early.attempt) &&
        add_all(unit, whole, loop, &early) && begin_with_attempt(loop, &early))
        *values = early;
}
