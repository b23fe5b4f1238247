// SPDX-License-Identifier: Apache-2.0
// Atomic and volatile accesses, and fences: replaced by hooks that perform
// them. What the hooks do not have (floating-point updates, wrapping counters,
// 16-byte updates) becomes a loop of compare-and-swap.

#ifndef MAZURKA_CC_INSTRUMENT_ATOMICS_H
#define MAZURKA_CC_INSTRUMENT_ATOMICS_H

#include "cc/unit.h"

#include "machine/hooks.h"

// An access that is about to be built where the builder stands, on behalf of
// the instruction `place`.
struct atomic {
    LLVMValueRef place;
    LLVMValueRef address;
    LLVMTypeRef type;
    uint32_t order; // enum mz_order
    LLVMValueRef site;
};

enum { ATOMICS_NEGATE = 1000 }; // an update that LLVM does not have

// 1, 2, 4, 8 or 16 bytes, and something that a register holds.
bool atomics_fits(struct unit *unit, LLVMTypeRef type);

LLVMValueRef atomics_load(struct unit *unit, const struct atomic *atomic);
void atomics_store(struct unit *unit, const struct atomic *atomic,
                   LLVMValueRef value);
// The old value. `update` is an LLVMAtomicRMWBinOp, or the one above.
LLVMValueRef atomics_update(struct unit *unit, const struct atomic *atomic,
                            int update, LLVMValueRef operand, bool used);
LLVMValueRef atomics_cas(struct unit *unit, const struct atomic *atomic,
                         LLVMValueRef expected, LLVMValueRef desired,
                         uint32_t failure_order);
// What such an update makes of a value.
LLVMValueRef atomics_updated(struct unit *unit, int update, LLVMValueRef old,
                             LLVMValueRef by);
uint32_t atomics_order_of(LLVMAtomicOrdering ordering);
// A memory order that is an argument: its value if it is constant, else the
// strongest.
uint32_t atomics_order(LLVMValueRef argument);
void atomics_fence(struct unit *unit, uint32_t order, LLVMValueRef site);

// Are two values of the access's type the same bits? An i1.
LLVMValueRef atomics_same(struct unit *unit, LLVMValueRef a, LLVMValueRef b);

// Replace an atomic or volatile instruction. False if it is neither, or does
// not fit.
bool atomics_instruction(struct unit *unit, LLVMValueRef instruction);
// Does the program never look at this value? What has no effect does not look.
bool atomics_is_unused(LLVMValueRef value);

#endif
