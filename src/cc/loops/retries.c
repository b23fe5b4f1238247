// SPDX-License-Identifier: Apache-2.0

#include "cc/loops/retries.h"

#include "cc/flow/live_values.h"
#include "cc/loops/effects.h"

enum {
    MOST_LEAVES = 8,
    DEEPEST = 4, // parts of parts
};

struct retries {
    struct unit *unit;
    const struct loop *loop;
};

// A pointer that was compared as an integer.
static LLVMValueRef without_casts(LLVMValueRef value) {
    while (LLVMIsAPtrToIntInst(value) || LLVMIsAIntToPtrInst(value))
        value = LLVMGetOperand(value, 0);
    return value;
}

// The access of which the value is what it found, or NULL.
static LLVMValueRef look_of(LLVMValueRef value) {
    value = without_casts(value);
    if (LLVMIsALoadInst(value) && effects_is_atomic(value))
        return value;
    if (!LLVMIsAExtractValueInst(value) || LLVMGetIndices(value)[0] != 0)
        return NULL;
    LLVMValueRef pair = LLVMGetOperand(value, 0);
    return LLVMIsAAtomicCmpXchgInst(pair) ? pair : NULL;
}

// The same place, computed twice from the same values? An address that is in
// the loop and the same as one before it is the same in all iterations.
static bool is_same(LLVMValueRef a, LLVMValueRef b, int depth) {
    if (a == b)
        return true;
    if (!depth || !LLVMIsAInstruction(a) || !LLVMIsAInstruction(b) ||
        LLVMGetInstructionOpcode(a) != LLVMGetInstructionOpcode(b) ||
        LLVMTypeOf(a) != LLVMTypeOf(b) ||
        LLVMGetNumOperands(a) != LLVMGetNumOperands(b))
        return false;
    bool part =
        LLVMIsAGetElementPtrInst(a) &&
        LLVMGetGEPSourceElementType(a) == LLVMGetGEPSourceElementType(b);
    if (!part && !LLVMIsACastInst(a) && !LLVMIsABinaryOperator(a))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(a); i++)
        if (!is_same(LLVMGetOperand(a, (unsigned)i),
                     LLVMGetOperand(b, (unsigned)i), depth - 1))
            return false;
    return true;
}

static bool acts_on(const struct retries *r, LLVMValueRef access,
                    LLVMValueRef address) {
    return is_same(LLVMGetOperand(access, 0), address,
                   r->unit->options.paper ? 1 : DEEPEST);
}

static bool looks_at(const struct retries *r, LLVMValueRef value,
                     LLVMValueRef address) {
    LLVMValueRef look = look_of(value);
    return look && acts_on(r, look, address);
}

// ---------------------------------------------------------- before the loop

// Does nothing happen between the look and the loop?
static bool is_directly_before(const struct retries *r, LLVMValueRef look) {
    LLVMBasicBlockRef header = loop_header(r->loop);
    LLVMBasicBlockRef block = LLVMGetInstructionParent(look);
    LLVMValueRef at = LLVMGetNextInstruction(look);
    for (int blocks = 0; blocks < MOST_LEAVES; blocks++) {
        for (; at && !LLVMIsATerminatorInst(at);
             at = LLVMGetNextInstruction(at))
            if (!effects_only_computes(r->unit, at))
                return false;
        if (!LLVMIsABranchInst(at) || LLVMIsConditional(at))
            return false;
        block = LLVMGetSuccessor(at, 0);
        if (block == header)
            return true;
        at = LLVMGetFirstInstruction(block);
    }
    return false;
}

static bool starts_with_look(const struct retries *r, LLVMValueRef phi,
                             LLVMValueRef value, LLVMValueRef address) {
    LLVMValueRef look = look_of(value);
    return look && LLVMIsALoadInst(look) && looks_at(r, value, address) &&
           live_values_only_in(look, phi) && is_directly_before(r, look);
}

// --------------------------------------------------------------- in the loop

// What a value of a latch can be, once the phis of the body are resolved: a
// look, or what it was before.
static bool all_look_at(const struct retries *r, LLVMValueRef value,
                        LLVMValueRef phi, LLVMValueRef address, int depth) {
    if (without_casts(value) == phi)
        return true;
    if (!loop_computes(r->loop, value) || !depth)
        return false;
    if (!LLVMIsAPHINode(value))
        return looks_at(r, value, address);
    for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
        if (!all_look_at(r, LLVMGetIncomingValue(value, i), phi, address,
                         depth - 1))
            return false;
    return true;
}

static bool is_success_of(LLVMValueRef value, LLVMValueRef exchange) {
    return LLVMIsAExtractValueInst(value) && LLVMGetIndices(value)[0] == 1 &&
           LLVMGetOperand(value, 0) == exchange;
}

// Does every way back lead through a branch that leaves if it has succeeded?
static bool ends_when_done(const struct retries *r, LLVMValueRef exchange) {
    for (size_t i = 0; i < r->loop->exits.count; i++) {
        struct loop_exit exit = r->loop->exits.at[i];
        LLVMValueRef last =
            LLVMGetBasicBlockTerminator(r->loop->flow->blocks[exit.from].block);
        if (!LLVMIsABranchInst(last) || !LLVMIsConditional(last) ||
            !loop_always_passes(r->loop, exit.from))
            continue;
        bool leaves_if =
            flow_number(r->loop->flow, LLVMGetSuccessor(last, 0)) == exit.to;
        struct term term;
        if (term_test(&term, LLVMGetCondition(last), leaves_if) == SOMETIMES &&
            term.predicate == LLVMIntNE && LLVMIsNull(term.right) &&
            is_success_of(term.left, exchange))
            return true;
    }
    return false;
}

// No iteration that takes a back edge changes anything.
static bool has_no_effect(const struct retries *r, LLVMValueRef address) {
    for (size_t i = 0; i < r->loop->blocks.count; i++) {
        LLVMBasicBlockRef block =
            r->loop->flow->blocks[r->loop->blocks.at[i]].block;
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
             at = LLVMGetNextInstruction(at)) {
            struct effect effect = effects_of(r->unit, at);
            if (effect.kind == EFFECT_NONE && effect.harmless == ALWAYS)
                continue;
            if (!LLVMIsAAtomicCmpXchgInst(at) || !acts_on(r, at, address) ||
                !ends_when_done(r, at))
                return false;
        }
    }
    return true;
}

// ------------------------------------------------------------------- headers

static bool is_latch(const struct retries *r, LLVMBasicBlockRef block) {
    int number = flow_number(r->loop->flow, block);
    for (size_t i = 0; i < r->loop->latches.count; i++)
        if (r->loop->latches.at[i] == number)
            return true;
    return false;
}

// Nothing else is handed on that could matter.
static bool others_stay(const struct retries *r, LLVMValueRef phi) {
    LLVMBasicBlockRef header = loop_header(r->loop);
    for (LLVMValueRef other = LLVMGetFirstInstruction(header);
         LLVMIsAPHINode(other); other = LLVMGetNextInstruction(other)) {
        if (other == phi || live_values_is_dead(other))
            continue;
        for (unsigned i = 0; i < LLVMCountIncoming(other); i++)
            if (is_latch(r, LLVMGetIncomingBlock(other, i)) &&
                LLVMGetIncomingValue(other, i) != other)
                return false;
    }
    return true;
}

// Could every iteration that takes a back edge have been left out?
static bool is_renewed(const struct retries *r, LLVMValueRef phi,
                       LLVMValueRef address) {
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef value = LLVMGetIncomingValue(phi, i);
        bool fine = is_latch(r, LLVMGetIncomingBlock(phi, i))
                        ? all_look_at(r, value, phi, address, MOST_LEAVES)
                        : starts_with_look(r, phi, value, address);
        if (!fine)
            return false;
    }
    return others_stay(r, phi) && has_no_effect(r, address);
}

// A look at which one of the latches' values may come from, or NULL.
static LLVMValueRef look_behind(const struct retries *r, LLVMValueRef value,
                                int depth) {
    LLVMBasicBlockRef header = loop_header(r->loop);
    if (!depth || !loop_computes(r->loop, value))
        return NULL;
    if (!LLVMIsAPHINode(value))
        return look_of(value);
    LLVMValueRef look = NULL;
    if (LLVMGetInstructionParent(value) != header)
        for (unsigned i = 0; i < LLVMCountIncoming(value) && !look; i++)
            look = look_behind(r, LLVMGetIncomingValue(value, i), depth - 1);
    return look;
}

bool retries_renew(struct unit *unit, const struct loop *loop,
                   LLVMValueRef phi) {
    const struct retries *r = &(struct retries){unit, loop};
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef look =
            look_behind(r, LLVMGetIncomingValue(phi, i), MOST_LEAVES);
        if (look)
            return is_renewed(r, phi, LLVMGetOperand(look, 0));
    }
    return false;
}
