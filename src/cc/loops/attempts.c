// SPDX-License-Identifier: Apache-2.0

#include "cc/loops/attempts.h"

#include "cc/flow/live_values.h"

static LLVMValueRef update_behind(struct unit *unit, LLVMValueRef value) {
    while (LLVMIsACastInst(value))
        value = LLVMGetOperand(value, 0);
    LLVMValueRef callee = ir_callee(value);
    return callee && callee == unit->hooks[HOOK_RMW] ? value : NULL;
}

// The same but for the last argument, which is the place in the source.
static bool is_same(LLVMValueRef a, LLVMValueRef b) {
    unsigned count = LLVMGetNumArgOperands(a);
    for (unsigned i = 0; i + 1 < count; i++)
        if (LLVMGetOperand(a, i) != LLVMGetOperand(b, i))
            return false;
    return true;
}

// Nothing but computation comes behind it, and then the loop's head.
static bool leads_to(LLVMValueRef call, LLVMBasicBlockRef header) {
    LLVMValueRef at = LLVMGetNextInstruction(call);
    while (LLVMIsACastInst(at) || LLVMIsADbgInfoIntrinsic(at))
        at = LLVMGetNextInstruction(at);
    return LLVMIsABranchInst(at) && !LLVMIsConditional(at) &&
           LLVMGetSuccessor(at, 0) == header;
}

static bool is_attempt(struct unit *unit, const struct loop *loop,
                       struct attempt *attempt) {
    attempt->first = attempt->again = NULL;
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef value = LLVMGetIncomingValue(attempt->phi, i);
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(attempt->phi, i);
        LLVMValueRef call = update_behind(unit, value);
        if (!call || LLVMGetInstructionParent(call) != from ||
            !leads_to(call, loop_header(loop)) ||
            !live_values_only_in(call, attempt->phi))
            return false;
        if (loop_computes(loop, call))
            attempt->again = call;
        else
            attempt->first = call;
    }
    return attempt->first && attempt->again &&
           is_same(attempt->first, attempt->again);
}

bool attempts_find(struct unit *unit, const struct loop *loop,
                   struct attempt *attempt) {
    for (LLVMValueRef phi = LLVMGetFirstInstruction(loop_header(loop));
         LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
        attempt->phi = phi;
        if (LLVMCountIncoming(phi) == 2 && is_attempt(unit, loop, attempt))
            return true;
    }
    return false;
}
