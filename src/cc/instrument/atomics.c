// SPDX-License-Identifier: Apache-2.0

#include "cc/instrument/atomics.h"

#include "cc/ir/addresses.h"
#include "cc/ir/atomic_hooks.h"
#include "cc/names/sites.h"

#include <stdlib.h>

// The weakest order that is asked for; plain accesses ask for none.
static LLVMAtomicOrdering order_of(LLVMValueRef at) {
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMLoad:
    case LLVMStore:
    case LLVMAtomicRMW:
        return LLVMGetOrdering(at);
    case LLVMFence:
        return ir_fence_ordering(at);
    case LLVMAtomicCmpXchg:
        return LLVMGetCmpXchgFailureOrdering(at);
    default:
        return LLVMAtomicOrderingNotAtomic;
    }
}

static bool shares_volatile(struct unit *unit, LLVMValueRef at) {
    uint64_t size;
    return (LLVMIsALoadInst(at) || LLVMIsAStoreInst(at)) &&
           LLVMGetVolatile(at) &&
           !LLVMIsAAllocaInst(addresses_of(unit, at, &size));
}

void atomics_mark_orders(struct unit *unit, LLVMValueRef function) {
    for (LLVMValueRef at = ir_first(function); at; at = ir_next(at)) {
        LLVMAtomicOrdering order = order_of(at);
        if (order != LLVMAtomicOrderingNotAtomic &&
            order != LLVMAtomicOrderingSequentiallyConsistent)
            unit_mark(unit, "__mz_weak_orders");
        else if (order == LLVMAtomicOrderingNotAtomic &&
                 shares_volatile(unit, at))
            unit_mark(unit, "__mz_volatile");
    }
}

static bool aligned(LLVMValueRef instruction, uint64_t size) {
    return LLVMGetAlignment(instruction) >= size;
}

// A volatile access that is not atomic: relaxed, if a register holds it.
static bool is_relaxed(struct unit *unit, LLVMValueRef instruction,
                       LLVMTypeRef type) {
    return LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic ||
           (LLVMGetVolatile(instruction) && unit_size(unit, type) <= 8 &&
            aligned(instruction, unit_size(unit, type)));
}

static bool replace_load(struct unit *unit, struct atomic *atomic) {
    LLVMValueRef load = atomic->place;
    atomic->type = LLVMTypeOf(load);
    atomic->address = LLVMGetOperand(load, 0);
    if (!is_relaxed(unit, load, atomic->type) ||
        !atomic_hooks_fits(unit, atomic->type))
        return false;
    atomic->order = atomic_hooks_order_of(LLVMGetOrdering(load));
    ir_replace(load, atomic_hooks_load(unit, atomic));
    return true;
}

static bool replace_store(struct unit *unit, struct atomic *atomic) {
    LLVMValueRef store = atomic->place, value = LLVMGetOperand(store, 0);
    atomic->type = LLVMTypeOf(value);
    atomic->address = LLVMGetOperand(store, 1);
    if (!is_relaxed(unit, store, atomic->type) ||
        !atomic_hooks_fits(unit, atomic->type))
        return false;
    atomic->order = atomic_hooks_order_of(LLVMGetOrdering(store));
    atomic_hooks_store(unit, atomic, value);
    LLVMInstructionEraseFromParent(store);
    return true;
}

static void replace_update(struct unit *unit, struct atomic *atomic) {
    LLVMValueRef update = atomic->place, by = LLVMGetOperand(update, 1);
    atomic->type = LLVMTypeOf(by);
    atomic->address = LLVMGetOperand(update, 0);
    atomic->order = atomic_hooks_order_of(LLVMGetOrdering(update));
    ir_replace(update,
               atomic_hooks_update(unit, atomic, LLVMGetAtomicRMWBinOp(update),
                                   by, !atomic_hooks_is_unused(update)));
}

// cmpxchg gives a pair: the old value, and whether it was the expected one.
static void replace_cas(struct unit *unit, struct atomic *atomic) {
    LLVMValueRef cas = atomic->place, expected = LLVMGetOperand(cas, 1);
    atomic->type = LLVMTypeOf(expected);
    atomic->address = LLVMGetOperand(cas, 0);
    atomic->order = atomic_hooks_order_of(LLVMGetCmpXchgSuccessOrdering(cas));
    LLVMValueRef old = atomic_hooks_cas(
        unit, atomic, expected, LLVMGetOperand(cas, 2),
        atomic_hooks_order_of(LLVMGetCmpXchgFailureOrdering(cas)));
    LLVMValueRef same = atomic_hooks_same(unit, old, expected);
    LLVMValueRef pair = LLVMGetUndef(LLVMTypeOf(cas));
    pair = LLVMBuildInsertValue(unit->build, pair, old, 0, "");
    pair = LLVMBuildInsertValue(unit->build, pair, same, 1, "");
    ir_replace(cas, pair);
}

static void replace_fence(struct unit *unit, LLVMValueRef fence,
                          LLVMValueRef site) {
    LLVMAtomicOrdering ordering = ir_fence_ordering(fence);
    if (ordering == LLVMAtomicOrderingNotAtomic)
        return;
    atomic_hooks_fence(unit, atomic_hooks_order_of(ordering), site);
    LLVMInstructionEraseFromParent(fence);
}

bool atomics_instruction(struct unit *unit, LLVMValueRef instruction) {
    LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
    struct atomic atomic = {.place = instruction};
    if (opcode == LLVMLoad || opcode == LLVMStore) {
        LLVMValueRef operand = LLVMGetOperand(instruction, 0);
        LLVMTypeRef type =
            LLVMTypeOf(opcode == LLVMLoad ? instruction : operand);
        if (!is_relaxed(unit, instruction, type))
            return false;
    }
    atomic.site = sites_before(unit, instruction);
    switch (opcode) {
    case LLVMLoad:
        return replace_load(unit, &atomic);
    case LLVMStore:
        return replace_store(unit, &atomic);
    case LLVMAtomicRMW:
        replace_update(unit, &atomic);
        return true;
    case LLVMAtomicCmpXchg:
        replace_cas(unit, &atomic);
        return true;
    case LLVMFence:
        replace_fence(unit, instruction, atomic.site);
        return true;
    default:
        return false;
    }
}
