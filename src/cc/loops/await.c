// SPDX-License-Identifier: Apache-2.0

#include "cc/loops/await.h"

#include "base/fault.h"
#include "base/memory.h"
#include "cc/instrument/plain_accesses.h"
#include "cc/loops/assumptions.h"
#include "cc/instrument/atomics.h"
#include "cc/loops/path_condition.h"
#include "cc/loops/effects.h"
#include "machine/hooks.h"
#include "op/op.h"

#include <string.h>

enum { MOST_STEPS = 4 };

// What is waited for: the access finds a value that, or whose bits, compare so.
struct wait {
    LLVMValueRef access; // load, atomicrmw xchg or cmpxchg
    LLVMIntPredicate predicate;
    LLVMValueRef operand;
    LLVMValueRef bits; // or NULL: all
    // What was computed from the access before it was compared, the last first:
    // the same is to be undone in the operand.
    struct step {
        LLVMOpcode opcode;
        LLVMValueRef by;
        bool first; // `by` is the first operand
    } steps[MOST_STEPS];
    int count;
    LLVMValueRef unless; // or NULL: where this is true, nothing is waited for
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

// The bits that the narrow type has; it has no others that are not 0.
static bool narrow_bits(struct wait *wait, LLVMTypeRef type) {
    if (!LLVMIsAConstantInt(wait->bits))
        return false;
    uint64_t bits = LLVMConstIntGetZExtValue(wait->bits);
    uint64_t all = ~0ull >> (64 - LLVMGetIntTypeWidth(type));
    wait->bits = LLVMConstInt(type, bits & all, false);
    return bits & all;
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
static bool look_through_bits(struct wait *wait) {
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
static bool look_through_shift(struct wait *wait) {
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
static bool look_through_conversion(struct unit *unit, struct wait *wait) {
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
static bool look_through_step(struct wait *wait) {
    LLVMValueRef value = wait->access;
    bool equation =
        wait->predicate == LLVMIntEQ || wait->predicate == LLVMIntNE;
    if (!equation || wait->bits || wait->count == MOST_STEPS ||
        !LLVMIsAInstruction(value) ||
        LLVMTypeOf(value) != LLVMTypeOf(wait->operand))
        return false;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    if (opcode != LLVMAdd && opcode != LLVMSub && opcode != LLVMXor)
        return false;
    bool first = !comes_from_access(LLVMGetOperand(value, 0));
    wait->steps[wait->count++] =
        (struct step){opcode, LLVMGetOperand(value, !first), first};
    wait->access = LLVMGetOperand(value, first);
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
    wait->access = pair;
    wait->predicate = LLVMIntEQ;
    wait->operand = LLVMGetOperand(pair, 1);
    return !wait->unless; // or it would have to be able to fail
}

static bool find_access(struct unit *unit, struct wait *wait) {
    while (!unit->paper &&
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

static bool all_known_before(const struct wait *wait) {
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

static bool find_wait(struct unit *unit, LLVMValueRef assume,
                      struct wait *wait) {
    struct term term;
    LLVMValueRef unless,
        value = without_exception(LLVMGetOperand(assume, 0), &unless);
    if (term_test(&term, value, true) != SOMETIMES)
        return false;
    struct term mirrored = {term.predicate, term.right, term.left};
    bool mirror = term.predicate == LLVMIntEQ || term.predicate == LLVMIntNE;
    struct term forms[] = {term, mirrored};
    for (int i = 0; i < 1 + mirror; i++) {
        *wait = (struct wait){.access = forms[i].left,
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

// ----------------------------------------------------------------- lowering

static uint64_t comparison(LLVMIntPredicate predicate) {
    switch (predicate) {
#define X(name, ...)    \
    case LLVMInt##name: \
        return CMP_##name;
        COMPARISONS(X)
#undef X
    }
    fault("no such comparison");
}

static LLVMAtomicOrdering ordering_of(LLVMValueRef access) {
    return LLVMIsAAtomicCmpXchgInst(access)
               ? LLVMGetCmpXchgSuccessOrdering(access)
               : LLVMGetOrdering(access);
}

// What the access itself is compared with.
static LLVMValueRef undo_steps(struct unit *unit, const struct wait *wait) {
    LLVMValueRef value = wait->operand;
    for (int i = 0; i < wait->count; i++) {
        const struct step *step = &wait->steps[i];
        if (step->opcode == LLVMXor)
            value = LLVMBuildXor(unit->build, value, step->by, "");
        else if (step->opcode == LLVMAdd)
            value = LLVMBuildSub(unit->build, value, step->by, "");
        else if (step->first)
            value = LLVMBuildSub(unit->build, step->by, value, "");
        else
            value = LLVMBuildAdd(unit->build, value, step->by, "");
    }
    return unit_to_word(unit, value);
}

struct comparing {
    LLVMValueRef how, with; // arguments of the hooks
};

// Every number is at least 0: so nothing is waited for.
static struct comparing build_comparing(struct unit *unit,
                                        const struct wait *wait, bool final) {
    uint64_t assumed = final ? 0 : MZ_ASSUMED;
    struct comparing c = {unit_i32(unit, comparison(wait->predicate) | assumed),
                          undo_steps(unit, wait)};
    if (!wait->unless)
        return c;
    c.how = LLVMBuildSelect(unit->build, wait->unless,
                            unit_i32(unit, CMP_UGE | assumed), c.how, "");
    c.with = LLVMBuildSelect(unit->build, wait->unless, unit_i64(unit, 0),
                             c.with, "");
    return c;
}

static LLVMValueRef build_load(struct unit *unit, const struct wait *wait,
                               struct comparing c, LLVMValueRef order,
                               LLVMValueRef site) {
    LLVMTypeRef type = LLVMTypeOf(wait->access);
    LLVMValueRef bits =
        wait->bits ? unit_to_word(unit, wait->bits) : unit_i64(unit, 0);
    LLVMValueRef word =
        unit_call(unit, HOOK_LOAD_AWAIT,
                  (LLVMValueRef[]){LLVMGetOperand(wait->access, 0),
                                   unit_i32(unit, unit_size(unit, type)), c.how,
                                   c.with, bits, order, site});
    return unit_from_word(unit, word, type);
}

// A compare-exchange gives a pair: what it found, and that it succeeded.
static LLVMValueRef build_exchange(struct unit *unit, const struct wait *wait,
                                   struct comparing c, LLVMValueRef order,
                                   LLVMValueRef site) {
    bool compares = LLVMIsAAtomicCmpXchgInst(wait->access);
    LLVMValueRef by = LLVMGetOperand(wait->access, compares ? 2 : 1);
    LLVMTypeRef type = LLVMTypeOf(by);
    LLVMValueRef word = unit_call(
        unit, HOOK_EXCHANGE_AWAIT,
        (LLVMValueRef[]){LLVMGetOperand(wait->access, 0),
                         unit_i32(unit, unit_size(unit, type)), c.how, c.with,
                         unit_to_word(unit, by), order, site});
    LLVMValueRef old = unit_from_word(unit, word, type);
    if (!compares)
        return old;
    LLVMValueRef pair = LLVMGetUndef(LLVMTypeOf(wait->access));
    pair = LLVMBuildInsertValue(unit->build, pair, old, 0, "");
    return LLVMBuildInsertValue(unit->build, pair, LLVMConstAllOnes(unit->i1),
                                1, "");
}

bool await_is_final(struct unit *unit, LLVMValueRef assume) {
    return !LLVMGetMetadata(assume, unit->wait_kind) ||
           assumes_is(unit, assume, ASSUMES_FINAL);
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
    struct comparing c =
        build_comparing(unit, &wait, await_is_final(unit, assume));
    LLVMValueRef by = LLVMIsALoadInst(wait.access)
                          ? build_load(unit, &wait, c, order, site)
                          : build_exchange(unit, &wait, c, order, site);
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
