// SPDX-License-Identifier: Apache-2.0

#include "cc/loops/await_condition.h"

#include "cc/loops/effects.h"

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

// The bits that the narrow type has; it has no others that are not 0.
static bool narrow_bits(struct await_condition *wait, LLVMTypeRef type) {
    if (!LLVMIsAConstantInt(wait->bits))
        return false;
    uint64_t bits = LLVMConstIntGetZExtValue(wait->bits);
    uint64_t all = ~0ull >> (64 - LLVMGetIntTypeWidth(type));
    wait->bits = LLVMConstInt(type, bits & all, false);
    return bits & all;
}

// An extended value, compared with a constant that the narrow type has too.
static bool look_through_extension(struct await_condition *wait) {
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
    if (wait->count || (wait->bits && (sign || !narrow_bits(wait, type))))
        return false;
    wait->access = inner;
    wait->operand = LLVMConstInt(type, number, false);
    if (!sign)
        wait->predicate = as_unsigned(wait->predicate);
    return true;
}

// Which operand of a computation comes from the access? The other one is to be
// known before it; that is tested later.
static bool comes_from_access(LLVMValueRef value) {
    while (LLVMIsACastInst(value))
        value = LLVMGetOperand(value, 0);
    return LLVMIsALoadInst(value) || LLVMIsAAtomicRMWInst(value) ||
           LLVMIsABinaryOperator(value);
}

// Only some bits of the value.
static bool look_through_bits(struct await_condition *wait) {
    LLVMValueRef value = wait->access;
    if (wait->bits || wait->count || !LLVMIsAInstruction(value) ||
        LLVMGetInstructionOpcode(value) != LLVMAnd)
        return false;
    LLVMValueRef bits = LLVMGetOperand(value, 1);
    if (!LLVMIsAConstantInt(bits) || LLVMIsNull(bits) ||
        LLVMGetIntTypeWidth(LLVMTypeOf(bits)) > 64)
        return false;
    wait->bits = bits;
    wait->access = LLVMGetOperand(value, 0);
    return true;
}

// A shift to the right leaves the upper bits: they can be compared in place.
static bool look_through_shift(struct await_condition *wait) {
    LLVMValueRef value = wait->access;
    bool equation =
        wait->predicate == LLVMIntEQ || wait->predicate == LLVMIntNE;
    if (!equation || wait->bits || wait->count || !LLVMIsAInstruction(value) ||
        LLVMGetInstructionOpcode(value) != LLVMLShr ||
        !LLVMIsAConstantInt(LLVMGetOperand(value, 1)) ||
        !LLVMIsAConstantInt(wait->operand))
        return false;
    LLVMTypeRef type = LLVMTypeOf(value);
    unsigned width = LLVMGetIntTypeWidth(type);
    uint64_t by = LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1));
    uint64_t number = LLVMConstIntGetZExtValue(wait->operand);
    if (width > 64 || by >= width || !by || number >> (width - by))
        return false;
    wait->bits = LLVMConstInt(type, ~0ull << by, false);
    wait->operand = LLVMConstInt(type, number << by, false);
    wait->access = LLVMGetOperand(value, 0);
    return true;
}

// A pointer that was read as a number, or the other way round: words are
// compared.
static bool look_through_conversion(struct unit *unit,
                                    struct await_condition *wait) {
    LLVMValueRef value = wait->access;
    if (!LLVMIsAIntToPtrInst(value) && !LLVMIsAPtrToIntInst(value))
        return false;
    LLVMValueRef inner = LLVMGetOperand(value, 0);
    if (unit_size(unit, LLVMTypeOf(inner)) !=
        unit_size(unit, LLVMTypeOf(value)))
        return false;
    wait->access = inner;
    return true;
}

// What can be undone: an addition, a subtraction, an exclusive or.
static bool look_through_step(struct await_condition *wait) {
    LLVMValueRef value = wait->access;
    bool equation =
        wait->predicate == LLVMIntEQ || wait->predicate == LLVMIntNE;
    if (!equation || wait->bits || wait->count == AWAIT_CONDITION_STEPS ||
        !LLVMIsAInstruction(value) ||
        LLVMTypeOf(value) != LLVMTypeOf(wait->operand))
        return false;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    if (opcode != LLVMAdd && opcode != LLVMSub && opcode != LLVMXor)
        return false;
    bool first = !comes_from_access(LLVMGetOperand(value, 0));
    wait->steps[wait->count++] =
        (struct await_step){opcode, LLVMGetOperand(value, !first), first};
    wait->access = LLVMGetOperand(value, first);
    return true;
}

// The success of a compare-exchange: it found what it expected.
static bool look_at_success(struct unit *unit, struct await_condition *wait) {
    LLVMValueRef value = wait->access;
    if (!LLVMIsAExtractValueInst(value) || LLVMGetIndices(value)[0] != 1 ||
        wait->predicate != LLVMIntNE || !LLVMIsNull(wait->operand))
        return false;
    LLVMValueRef pair = LLVMGetOperand(value, 0);
    if (!LLVMIsAAtomicCmpXchgInst(pair) ||
        !has_size(unit, LLVMGetOperand(pair, 1)))
        return false;
    wait->access = pair;
    wait->predicate = LLVMIntEQ;
    wait->operand = LLVMGetOperand(pair, 1);
    return !wait->unless; // or it would have to be able to fail
}

static bool find_access(struct unit *unit, struct await_condition *wait) {
    while (!unit->options.paper &&
           (look_through_extension(wait) || look_through_bits(wait) ||
            look_through_conversion(unit, wait) || look_through_shift(wait) ||
            look_through_step(wait)))
        continue;
    return look_at_success(unit, wait) ||
           (is_waitable(unit, wait->access) &&
            (!wait->bits || LLVMIsALoadInst(wait->access)));
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
    while (at && at != assume && effects_only_computes(unit, at))
        at = LLVMGetNextInstruction(at);
    return at == assume;
}

// What is used in the access's block after it must come from before it.
static bool is_known_before(LLVMValueRef value, LLVMValueRef access) {
    return !LLVMIsAInstruction(value) || block_of(value) != block_of(access) ||
           (value != access && is_before(value, access));
}

static bool all_known_before(const struct await_condition *wait) {
    for (int i = 0; i < wait->count; i++)
        if (!is_known_before(wait->steps[i].by, wait->access))
            return false;
    return is_known_before(wait->operand, wait->access) &&
           (!wait->unless || is_known_before(wait->unless, wait->access));
}

// The condition of an assumption: a term, or that this is true instead.
static LLVMValueRef without_exception(LLVMValueRef value,
                                      LLVMValueRef *unless) {
    *unless = NULL;
    LLVMValueRef inner =
        LLVMIsAZExtInst(value) ? LLVMGetOperand(value, 0) : value;
    if (!LLVMIsAInstruction(inner) ||
        LLVMGetInstructionOpcode(inner) != LLVMOr ||
        LLVMGetIntTypeWidth(LLVMTypeOf(inner)) != 1)
        return value;
    *unless = LLVMGetOperand(inner, 0);
    return LLVMGetOperand(inner, 1);
}

bool await_condition_find(struct unit *unit, LLVMValueRef assume,
                          struct await_condition *wait) {
    struct term term;
    LLVMValueRef unless,
        value = without_exception(LLVMGetOperand(assume, 0), &unless);
    if (term_test(&term, value, true) != SOMETIMES)
        return false;
    struct term mirrored = {term.predicate, term.right, term.left};
    bool mirror = term.predicate == LLVMIntEQ || term.predicate == LLVMIntNE;
    struct term forms[] = {term, mirrored};
    for (int i = 0; i < 1 + mirror; i++) {
        *wait = (struct await_condition){.access = forms[i].left,
                                         .predicate = forms[i].predicate,
                                         .operand = forms[i].right,
                                         .unless = unless};
        if (find_access(unit, wait) && block_of(wait->access) &&
            nothing_between(unit, wait->access, assume) &&
            all_known_before(wait))
            return true;
    }
    return false;
}
