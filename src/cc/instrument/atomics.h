// SPDX-License-Identifier: Apache-2.0
// Atomic and volatile accesses, and fences: replaced by hooks that perform
// them.

#ifndef MAZURKA_CC_INSTRUMENT_ATOMICS_H
#define MAZURKA_CC_INSTRUMENT_ATOMICS_H

#include "cc/ir/unit.h"

// Mark the module if a function asks for a weaker order than seq_cst, or accesses
// volatile data that is not its own.
void atomics_mark_orders(struct unit *unit, LLVMValueRef function);

// Replace an atomic or volatile instruction. False if it is neither, or does
// not fit.
bool atomics_instruction(struct unit *unit, LLVMValueRef instruction);

#endif
