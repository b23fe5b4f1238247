// SPDX-License-Identifier: Apache-2.0

#include "cc/ir/atomic_hooks.h"

#include "op/op.h"

#include "machine/hooks.h"

#include <stdio.h>

enum { DEEPEST = 8 };

uint32_t atomic_hooks_order_of(LLVMAtomicOrdering ordering) {
    switch (ordering) {
    case LLVMAtomicOrderingAcquire:
        return MZ_ACQUIRE;
    case LLVMAtomicOrderingRelease:
        return MZ_RELEASE;
    case LLVMAtomicOrderingAcquireRelease:
        return MZ_ACQ_REL;
    case LLVMAtomicOrderingSequentiallyConsistent:
        return MZ_SEQ_CST;
    default: // unordered, and volatile without an order
        return MZ_RELAXED;
    }
}

uint32_t atomic_hooks_order(LLVMValueRef argument) {
    uint64_t order = LLVMIsAConstantInt(argument)
                         ? LLVMConstIntGetZExtValue(argument)
                         : MZ_SEQ_CST;
    return order <= MZ_SEQ_CST ? (uint32_t)order : MZ_SEQ_CST;
}

bool atomic_hooks_fits(struct unit *unit, LLVMTypeRef type) {
    uint64_t size = unit_size(unit, type);
    if (size == 16)
        return LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
    return unit_is_word(unit, type) && size && !(size & (size - 1));
}

static bool is_wide(struct unit *unit, LLVMTypeRef type) {
    return unit_size(unit, type) == 16;
}

// A temporary that holds `value`, or nothing yet.
static LLVMValueRef spill(struct unit *unit, const struct atomic *atomic,
                          LLVMValueRef value) {
    // Inside of a helper there is no place: its own block serves.
    LLVMValueRef variable;
    if (atomic->place)
        variable = unit_temporary(unit, atomic->place, atomic->type);
    else
        variable = LLVMBuildAlloca(unit->build, atomic->type, "");
    LLVMSetAlignment(variable, 16);
    if (value)
        LLVMBuildStore(unit->build, value, variable);
    return variable;
}

static LLVMValueRef size_of(struct unit *unit, const struct atomic *atomic) {
    return unit_i32(unit, unit_size(unit, atomic->type));
}

static bool has_effect(LLVMValueRef user) {
    return !LLVMIsABinaryOperator(user) && !LLVMIsACastInst(user) &&
           !LLVMIsACmpInst(user) && !LLVMIsASelectInst(user) &&
           !LLVMIsAExtractValueInst(user) && !LLVMIsAInsertValueInst(user) &&
           !LLVMIsAGetElementPtrInst(user) && !LLVMIsAFreezeInst(user);
}

static bool is_unused(LLVMValueRef value, int depth) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use;
         use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!depth || has_effect(user) || !is_unused(user, depth - 1))
            return false;
    }
    return true;
}

bool atomic_hooks_is_unused(LLVMValueRef value) {
    return is_unused(value, DEEPEST);
}

// ------------------------------------------------------------------- hooks

LLVMValueRef atomic_hooks_load(struct unit *unit, const struct atomic *atomic) {
    LLVMValueRef order = unit_i32(unit, atomic->order);
    if (is_wide(unit, atomic->type)) {
        LLVMValueRef old = spill(unit, atomic, NULL);
        unit_call(unit, HOOK_LOAD16,
                  (LLVMValueRef[]){atomic->address, old, order, atomic->site});
        return LLVMBuildLoad2(unit->build, atomic->type, old, "");
    }
    LLVMValueRef word =
        unit_call(unit, HOOK_LOAD,
                  (LLVMValueRef[]){atomic->address, size_of(unit, atomic),
                                   order, atomic->site});
    return unit_from_word(unit, word, atomic->type);
}

void atomic_hooks_store(struct unit *unit, const struct atomic *atomic,
                        LLVMValueRef value) {
    LLVMValueRef order = unit_i32(unit, atomic->order);
    if (is_wide(unit, atomic->type)) {
        LLVMValueRef new = spill(unit, atomic, value);
        unit_call(unit, HOOK_STORE16,
                  (LLVMValueRef[]){atomic->address, new, order, atomic->site});
        return;
    }
    unit_call(unit, HOOK_STORE,
              (LLVMValueRef[]){atomic->address, size_of(unit, atomic),
                               unit_to_word(unit, value), order, atomic->site});
}

LLVMValueRef atomic_hooks_cas(struct unit *unit, const struct atomic *atomic,
                              LLVMValueRef expected, LLVMValueRef desired,
                              uint32_t failure_order) {
    LLVMValueRef order = unit_i32(unit, atomic->order);
    LLVMValueRef failure = unit_i32(unit, failure_order);
    if (is_wide(unit, atomic->type)) {
        LLVMValueRef from = spill(unit, atomic, expected);
        LLVMValueRef to = spill(unit, atomic, desired);
        LLVMValueRef old = spill(unit, atomic, NULL);
        unit_call(unit, HOOK_CAS16,
                  (LLVMValueRef[]){atomic->address, from, to, old, order,
                                   failure, atomic->site});
        return LLVMBuildLoad2(unit->build, atomic->type, old, "");
    }
    LLVMValueRef word =
        unit_call(unit, HOOK_CAS,
                  (LLVMValueRef[]){atomic->address, size_of(unit, atomic),
                                   unit_to_word(unit, expected),
                                   unit_to_word(unit, desired), order, failure,
                                   atomic->site});
    return unit_from_word(unit, word, atomic->type);
}

LLVMValueRef atomic_hooks_same(struct unit *unit, LLVMValueRef a,
                               LLVMValueRef b) {
    return LLVMBuildICmp(unit->build, LLVMIntEQ, unit_to_integer(unit, a),
                         unit_to_integer(unit, b), "");
}

void atomic_hooks_fence(struct unit *unit, uint32_t order, LLVMValueRef site) {
    unit_call(unit, HOOK_FENCE, (LLVMValueRef[]){unit_i32(unit, order), site});
}

// ----------------------------------------------------------------- updates

// The hook's number of an update, or -1 if it has none.
static int update_number(int update) {
    static const struct {
        int update, number;
    } rows[] = {
        {LLVMAtomicRMWBinOpXchg, RMW_EXCHANGE},
        {LLVMAtomicRMWBinOpAdd, RMW_ADD},
        {LLVMAtomicRMWBinOpSub, RMW_SUB},
        {LLVMAtomicRMWBinOpAnd, RMW_AND},
        {LLVMAtomicRMWBinOpNand, RMW_NAND},
        {LLVMAtomicRMWBinOpOr, RMW_OR},
        {LLVMAtomicRMWBinOpXor, RMW_XOR},
        {LLVMAtomicRMWBinOpMax, RMW_MAX},
        {LLVMAtomicRMWBinOpMin, RMW_MIN},
        {LLVMAtomicRMWBinOpUMax, RMW_UMAX},
        {LLVMAtomicRMWBinOpUMin, RMW_UMIN},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].update == update)
            return rows[i].number;
    return -1;
}

static LLVMValueRef larger(struct unit *unit, bool floating, int predicate,
                           LLVMValueRef a, LLVMValueRef b) {
    LLVMValueRef yes =
        floating
            ? LLVMBuildFCmp(unit->build, (LLVMRealPredicate)predicate, a, b, "")
            : LLVMBuildICmp(unit->build, (LLVMIntPredicate)predicate, a, b, "");
    return LLVMBuildSelect(unit->build, yes, a, b, "");
}

// x + 1, but 0 from the limit on; x - 1, but the limit from 0 or above it.
static LLVMValueRef wrapped(struct unit *unit, bool up, LLVMValueRef old,
                            LLVMValueRef limit) {
    LLVMBuilderRef build = unit->build;
    LLVMTypeRef type = LLVMTypeOf(old);
    LLVMValueRef zero = LLVMConstNull(type), one = LLVMConstInt(type, 1, 0);
    if (up)
        return LLVMBuildSelect(build,
                               LLVMBuildICmp(build, LLVMIntUGE, old, limit, ""),
                               zero, LLVMBuildAdd(build, old, one, ""), "");
    LLVMValueRef wraps =
        LLVMBuildOr(build, LLVMBuildICmp(build, LLVMIntEQ, old, zero, ""),
                    LLVMBuildICmp(build, LLVMIntUGT, old, limit, ""), "");
    return LLVMBuildSelect(build, wraps, limit,
                           LLVMBuildSub(build, old, one, ""), "");
}

LLVMValueRef atomic_hooks_updated(struct unit *unit, int update,
                                  LLVMValueRef old, LLVMValueRef by) {
    LLVMBuilderRef build = unit->build;
    switch (update) {
    case LLVMAtomicRMWBinOpXchg:
        return by;
    case LLVMAtomicRMWBinOpAdd:
        return LLVMBuildAdd(build, old, by, "");
    case LLVMAtomicRMWBinOpSub:
        return LLVMBuildSub(build, old, by, "");
    case LLVMAtomicRMWBinOpAnd:
        return LLVMBuildAnd(build, old, by, "");
    case LLVMAtomicRMWBinOpNand:
        return LLVMBuildNot(build, LLVMBuildAnd(build, old, by, ""), "");
    case LLVMAtomicRMWBinOpOr:
        return LLVMBuildOr(build, old, by, "");
    case LLVMAtomicRMWBinOpXor:
        return LLVMBuildXor(build, old, by, "");
    case LLVMAtomicRMWBinOpMax:
        return larger(unit, false, LLVMIntSGT, old, by);
    case LLVMAtomicRMWBinOpMin:
        return larger(unit, false, LLVMIntSLE, old, by);
    case LLVMAtomicRMWBinOpUMax:
        return larger(unit, false, LLVMIntUGT, old, by);
    case LLVMAtomicRMWBinOpUMin:
        return larger(unit, false, LLVMIntULE, old, by);
    case LLVMAtomicRMWBinOpFAdd:
        return LLVMBuildFAdd(build, old, by, "");
    case LLVMAtomicRMWBinOpFSub:
        return LLVMBuildFSub(build, old, by, "");
    case LLVMAtomicRMWBinOpFMax:
        return larger(unit, true, LLVMRealOGT, old, by);
    case LLVMAtomicRMWBinOpFMin:
        return larger(unit, true, LLVMRealOLT, old, by);
#if LLVM_VERSION_MAJOR >= 19
    case LLVMAtomicRMWBinOpUIncWrap:
        return wrapped(unit, true, old, by);
    case LLVMAtomicRMWBinOpUDecWrap:
        return wrapped(unit, false, old, by);
#endif
    case ATOMIC_HOOKS_NEGATE:
        return LLVMBuildNeg(build, old, "");
    default:
        (void)wrapped;
        return NULL;
    }
}

// The body of old f(address, operand, site): load, then compare-and-swap until
// no other thread has written between the two.
static void fill_loop(struct unit *unit, LLVMValueRef function,
                      struct atomic atomic, int update) {
    LLVMBuilderRef build = unit->build;
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
    LLVMBasicBlockRef again =
        LLVMAppendBasicBlockInContext(unit->context, function, "again");
    LLVMBasicBlockRef done =
        LLVMAppendBasicBlockInContext(unit->context, function, "done");
    uint32_t order = atomic.order;
    atomic.place = LLVMBuildBr(build, again);
    unit_before(unit, atomic.place);
    atomic.address = LLVMGetParam(function, 0);
    atomic.site = LLVMGetParam(function, 2);
    atomic.order = MZ_RELAXED;
    LLVMValueRef first = atomic_hooks_load(unit, &atomic);

    LLVMPositionBuilderAtEnd(build, again);
    LLVMValueRef expected = LLVMBuildPhi(build, atomic.type, "");
    LLVMValueRef desired =
        atomic_hooks_updated(unit, update, expected, LLVMGetParam(function, 1));
    LLVMValueRef jump = LLVMBuildBr(build, again);
    unit_before(unit, jump);
    atomic.place = jump;
    atomic.order = order;
    LLVMValueRef old =
        atomic_hooks_cas(unit, &atomic, expected, desired, MZ_RELAXED);
    LLVMValueRef same = atomic_hooks_same(unit, old, expected);
    LLVMInstructionEraseFromParent(jump);
    LLVMPositionBuilderAtEnd(build, again);
    LLVMBuildCondBr(build, same, done, again);
    LLVMAddIncoming(expected, (LLVMValueRef[]){first, old},
                    (LLVMBasicBlockRef[]){entry, again}, 2);
    LLVMPositionBuilderAtEnd(build, done);
    LLVMBuildRet(build, old);
}

static LLVMValueRef update_by_loop(struct unit *unit,
                                   const struct atomic *atomic, int update,
                                   LLVMValueRef operand) {
    char name[64], *type = LLVMPrintTypeToString(atomic->type);
    snprintf(name, sizeof name, "mz.update.%d.%s.%u", (int)update, type,
             atomic->order);
    LLVMDisposeMessage(type);
    LLVMTypeRef signature = LLVMFunctionType(
        atomic->type,
        (LLVMTypeRef[]){unit->pointer, atomic->type, unit->pointer}, 3, false);
    bool is_new;
    LLVMValueRef function = unit_helper(unit, name, signature, &is_new);
    if (is_new)
        fill_loop(unit, function, *atomic, update);
    unit_before(unit, atomic->place);
    return LLVMBuildCall2(
        unit->build, signature, function,
        (LLVMValueRef[]){atomic->address, operand, atomic->site}, 3, "");
}

LLVMValueRef atomic_hooks_update(struct unit *unit, const struct atomic *atomic,
                                 int update, LLVMValueRef operand, bool used) {
    int number = update_number(update);
    if (is_wide(unit, atomic->type) && number == RMW_EXCHANGE) {
        LLVMValueRef new = spill(unit, atomic, operand);
        LLVMValueRef old = spill(unit, atomic, NULL);
        unit_call(unit, HOOK_EXCHANGE16,
                  (LLVMValueRef[]){atomic->address, new, old,
                                   unit_i32(unit, atomic->order),
                                   atomic->site});
        return LLVMBuildLoad2(unit->build, atomic->type, old, "");
    }
    if (number < 0 || is_wide(unit, atomic->type))
        return update_by_loop(unit, atomic, update, operand);
    LLVMValueRef word =
        unit_call(unit, HOOK_RMW,
                  (LLVMValueRef[]){atomic->address, size_of(unit, atomic),
                                   unit_i32(unit, (uint64_t)number),
                                   unit_to_word(unit, operand),
                                   unit_i32(unit, atomic->order),
                                   unit_i32(unit, used), atomic->site});
    return unit_from_word(unit, word, atomic->type);
}
