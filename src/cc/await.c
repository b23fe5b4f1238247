// SPDX-License-Identifier: Apache-2.0

#include "cc/await.h"

#include "base/memory.h"
#include "cc/accesses.h"
#include "cc/atomics.h"
#include "cc/condition.h"
#include "cc/effects.h"
#include "machine/op.h"

#include <string.h>

// What is waited for: the access finds a value that compares so.
struct wait {
    LLVMValueRef access; // load, atomicrmw xchg or cmpxchg
    LLVMIntPredicate predicate;
    LLVMValueRef operand;
};

// ------------------------------------------------------------------ access

static bool has_size(struct unit *unit, LLVMValueRef value) {
    LLVMTypeRef type = LLVMTypeOf(value);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    uint64_t size = unit_size(unit, type);
    bool whole = kind == LLVMPointerTypeKind ||
                 (kind == LLVMIntegerTypeKind &&
                  LLVMSizeOfTypeInBits(unit->layout, type) == 8 * size);
    return whole && size && size <= 8 && !(size & (size - 1));
}

// An access that can wait, and whose result can be compared as it is.
static bool is_waitable(struct unit *unit, LLVMValueRef value) {
    if (LLVMIsALoadInst(value))
        return effects_is_atomic(value) && has_size(unit, value) &&
               LLVMGetAlignment(value) >= unit_size(unit, LLVMTypeOf(value));
    return LLVMIsAAtomicRMWInst(value) && has_size(unit, value) &&
           LLVMGetAtomicRMWBinOp(value) == LLVMAtomicRMWBinOpXchg;
}

static bool fits(LLVMValueRef constant, LLVMTypeRef type, bool is_signed) {
    unsigned bits = LLVMGetIntTypeWidth(type);
    if (bits >= 64)
        return true;
    uint64_t value = LLVMConstIntGetZExtValue(constant);
    int64_t number = LLVMConstIntGetSExtValue(constant);
    if (is_signed)
        return number >= -(1ll << (bits - 1)) && number < 1ll << (bits - 1);
    return number >= 0 && value < 1ull << bits;
}

static LLVMIntPredicate as_unsigned(LLVMIntPredicate predicate) {
    switch (predicate) {
    case LLVMIntSLT:
        return LLVMIntULT;
    case LLVMIntSLE:
        return LLVMIntULE;
    case LLVMIntSGT:
        return LLVMIntUGT;
    case LLVMIntSGE:
        return LLVMIntUGE;
    default:
        return predicate;
    }
}

static bool is_unsigned(LLVMIntPredicate predicate) {
    return as_unsigned(predicate) == predicate && predicate != LLVMIntEQ &&
           predicate != LLVMIntNE;
}

// An extended value, compared with a constant that the narrow type has too.
static bool look_through_extension(struct wait *wait) {
    LLVMValueRef value = wait->access;
    bool sign = LLVMIsASExtInst(value);
    if ((!sign && !LLVMIsAZExtInst(value)) ||
        !LLVMIsAConstantInt(wait->operand) ||
        LLVMGetIntTypeWidth(LLVMTypeOf(wait->operand)) > 64)
        return false;
    LLVMValueRef inner = LLVMGetOperand(value, 0);
    LLVMTypeRef type = LLVMTypeOf(inner);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind ||
        !fits(wait->operand, type, sign) ||
        (sign && is_unsigned(wait->predicate)))
        return false;
    uint64_t number = LLVMConstIntGetZExtValue(wait->operand);
    wait->access = inner;
    wait->operand = LLVMConstInt(type, number, false);
    if (!sign)
        wait->predicate = as_unsigned(wait->predicate);
    return true;
}

// The success of a compare-exchange: it found what it expected.
static bool look_at_success(struct unit *unit, struct wait *wait) {
    LLVMValueRef value = wait->access;
    if (!LLVMIsAExtractValueInst(value) || LLVMGetIndices(value)[0] != 1 ||
        wait->predicate != LLVMIntNE || !LLVMIsNull(wait->operand))
        return false;
    LLVMValueRef pair = LLVMGetOperand(value, 0);
    if (!LLVMIsAAtomicCmpXchgInst(pair) ||
        !has_size(unit, LLVMGetOperand(pair, 1)))
        return false;
    *wait = (struct wait){pair, LLVMIntEQ, LLVMGetOperand(pair, 1)};
    return true;
}

static bool find_access(struct unit *unit, struct wait *wait) {
    while (look_through_extension(wait))
        continue;
    return look_at_success(unit, wait) || is_waitable(unit, wait->access);
}

// ------------------------------------------------------------------- places

static LLVMBasicBlockRef block_of(LLVMValueRef instruction) {
    return LLVMGetInstructionParent(instruction);
}

static bool is_before(LLVMValueRef first, LLVMValueRef second) {
    while (first && first != second)
        first = LLVMGetNextInstruction(first);
    return first;
}

// Only computation between the access and the assumption, which are in order?
static bool nothing_between(struct unit *unit, LLVMValueRef access,
                            LLVMValueRef assume) {
    if (block_of(access) != block_of(assume))
        return false;
    LLVMValueRef at = LLVMGetNextInstruction(access);
    for (; at && at != assume; at = LLVMGetNextInstruction(at)) {
        struct effect effect = effects_of(unit, at);
        if (LLVMIsAFenceInst(at) || effect.kind != EFFECT_NONE ||
            effect.harmless != ALWAYS || effect.late || effects_is_atomic(at) ||
            (LLVMIsACallInst(at) && !LLVMIsADbgInfoIntrinsic(at)))
            return false;
    }
    return at;
}

// What is used in the access's block after it must come from before it.
static bool is_known_before(LLVMValueRef value, LLVMValueRef access) {
    return !LLVMIsAInstruction(value) || block_of(value) != block_of(access) ||
           (value != access && is_before(value, access));
}

static bool find_wait(struct unit *unit, LLVMValueRef assume,
                      struct wait *wait) {
    struct term term;
    if (term_test(&term, LLVMGetOperand(assume, 0), true) != SOMETIMES)
        return false;
    struct term mirrored = {LLVMIntEQ, term.right, term.left};
    bool mirror = term.predicate == LLVMIntEQ || term.predicate == LLVMIntNE;
    mirrored.predicate = term.predicate;
    struct term forms[] = {term, mirrored};
    for (int i = 0; i < 1 + mirror; i++) {
        *wait =
            (struct wait){forms[i].left, forms[i].predicate, forms[i].right};
        if (find_access(unit, wait) && block_of(wait->access) &&
            nothing_between(unit, wait->access, assume) &&
            is_known_before(wait->operand, wait->access))
            return true;
    }
    return false;
}

// ----------------------------------------------------------------- lowering

static uint64_t comparison(LLVMIntPredicate predicate) {
    switch (predicate) {
    case LLVMIntEQ:
        return CMP_EQ;
    case LLVMIntNE:
        return CMP_NE;
    case LLVMIntSLT:
        return CMP_LT;
    case LLVMIntSLE:
        return CMP_LE;
    case LLVMIntSGT:
        return CMP_GT;
    case LLVMIntSGE:
        return CMP_GE;
    case LLVMIntULT:
        return CMP_ULT;
    case LLVMIntULE:
        return CMP_ULE;
    case LLVMIntUGT:
        return CMP_UGT;
    default:
        return CMP_UGE;
    }
}

static LLVMAtomicOrdering ordering_of(LLVMValueRef access) {
    return LLVMIsAAtomicCmpXchgInst(access)
               ? LLVMGetCmpXchgSuccessOrdering(access)
               : LLVMGetOrdering(access);
}

static LLVMValueRef build_load(struct unit *unit, const struct wait *wait,
                               LLVMValueRef order, LLVMValueRef site) {
    LLVMTypeRef type = LLVMTypeOf(wait->access);
    LLVMValueRef word = unit_call(
        unit, HOOK_LOAD_AWAIT,
        (LLVMValueRef[]){LLVMGetOperand(wait->access, 0),
                         unit_i32(unit, unit_size(unit, type)),
                         unit_i32(unit, comparison(wait->predicate)),
                         unit_to_word(unit, wait->operand), order, site});
    return unit_from_word(unit, word, type);
}

// A compare-exchange gives a pair: what it found, and that it succeeded.
static LLVMValueRef build_exchange(struct unit *unit, const struct wait *wait,
                                   LLVMValueRef order, LLVMValueRef site) {
    bool compares = LLVMIsAAtomicCmpXchgInst(wait->access);
    LLVMValueRef by = LLVMGetOperand(wait->access, compares ? 2 : 1);
    LLVMTypeRef type = LLVMTypeOf(by);
    LLVMValueRef word =
        unit_call(unit, HOOK_EXCHANGE_AWAIT,
                  (LLVMValueRef[]){LLVMGetOperand(wait->access, 0),
                                   unit_i32(unit, unit_size(unit, type)),
                                   unit_i32(unit, comparison(wait->predicate)),
                                   unit_to_word(unit, wait->operand),
                                   unit_to_word(unit, by), order, site});
    LLVMValueRef old = unit_from_word(unit, word, type);
    if (!compares)
        return old;
    LLVMValueRef pair = LLVMGetUndef(LLVMTypeOf(wait->access));
    pair = LLVMBuildInsertValue(unit->build, pair, old, 0, "");
    return LLVMBuildInsertValue(unit->build, pair, LLVMConstAllOnes(unit->i1),
                                1, "");
}

static void lower(struct unit *unit, LLVMValueRef assume) {
    struct wait wait;
    if (!find_wait(unit, assume, &wait) ||
        accesses_is_local(unit, LLVMGetOperand(wait.access, 0)))
        return;
    LLVMValueRef site = sites_of(unit, wait.access);
    unit_before(unit, wait.access);
    LLVMValueRef order =
        unit_i32(unit, atomics_order_of(ordering_of(wait.access)));
    LLVMValueRef by = LLVMIsALoadInst(wait.access)
                          ? build_load(unit, &wait, order, site)
                          : build_exchange(unit, &wait, order, site);
    LLVMReplaceAllUsesWith(wait.access, by);
    LLVMInstructionEraseFromParent(wait.access);
    LLVMInstructionEraseFromParent(assume);
}

static bool is_wait(struct unit *unit, LLVMValueRef at) {
    const char *name = effects_callee(at);
    return (!strcmp(name, "__mz_assume") &&
            LLVMGetMetadata(at, unit->wait_kind)) ||
           (!strcmp(name, "mz_await") && LLVMGetNumArgOperands(at) == 1);
}

bool await_is_possible(struct unit *unit, LLVMValueRef assume) {
    struct wait wait;
    return is_wait(unit, assume) && find_wait(unit, assume, &wait);
}

void await_lower(struct unit *unit, LLVMValueRef function) {
    VEC(LLVMValueRef) all = {0};
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
             at = LLVMGetNextInstruction(at))
            if (is_wait(unit, at))
                vec_push(&all, at);
    for (size_t i = 0; i < all.count; i++)
        lower(unit, all.at[i]);
    vec_free(&all);
}
