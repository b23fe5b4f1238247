// SPDX-License-Identifier: Apache-2.0
// Calls of the hooks that perform an atomic access. What the hooks do not have
// (floating-point updates, wrapping counters, 16-byte updates) becomes a loop
// of compare-and-swap.

#ifndef MAZURKA_CC_IR_ATOMIC_HOOKS_H
#define MAZURKA_CC_IR_ATOMIC_HOOKS_H

#include "cc/ir/unit.h"

// An access that is about to be built where the builder stands, on behalf of
// the instruction `place`.
struct atomic {
    LLVMValueRef place;
    LLVMValueRef address;
    LLVMTypeRef type;
    uint32_t order; // enum mz_order
    LLVMValueRef site;
};

enum { ATOMIC_HOOKS_NEGATE = 1000 }; // an update that LLVM does not have

// 1, 2, 4, 8 or 16 bytes, and something that a register holds.
bool atomic_hooks_fits(struct unit *unit, LLVMTypeRef type);

LLVMValueRef atomic_hooks_load(struct unit *unit, const struct atomic *atomic);
void atomic_hooks_store(struct unit *unit, const struct atomic *atomic,
                        LLVMValueRef value);
// The old value. `update` is an LLVMAtomicRMWBinOp, or the one above.
LLVMValueRef atomic_hooks_update(struct unit *unit, const struct atomic *atomic,
                                 int update, LLVMValueRef operand, bool used);
LLVMValueRef atomic_hooks_cas(struct unit *unit, const struct atomic *atomic,
                              LLVMValueRef expected, LLVMValueRef desired,
                              uint32_t failure_order);
// What such an update makes of a value.
LLVMValueRef atomic_hooks_updated(struct unit *unit, int update,
                                  LLVMValueRef old, LLVMValueRef by);
uint32_t atomic_hooks_order_of(LLVMAtomicOrdering ordering);
// A memory order that is an argument: its value if it is constant, else the
// strongest.
uint32_t atomic_hooks_order(LLVMValueRef argument);
void atomic_hooks_fence(struct unit *unit, uint32_t order, LLVMValueRef site);

// Does the program never look at this value? What has no effect does not look.
bool atomic_hooks_is_unused(LLVMValueRef value);

// Are two values of the access's type the same bits? An i1.
LLVMValueRef atomic_hooks_same(struct unit *unit, LLVMValueRef a,
                               LLVMValueRef b);

#endif
