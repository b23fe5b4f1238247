// SPDX-License-Identifier: Apache-2.0
// Addresses: which one an instruction accesses, and whose memory lies there.

#ifndef MAZURKA_CC_IR_ADDRESSES_H
#define MAZURKA_CC_IR_ADDRESSES_H

#include "cc/ir/unit.h"

// The address that an instruction accesses, or NULL if it accesses none; of a
// copy, the target unless a local variable is filled from elsewhere; of a call
// through a pointer, where that is kept. *size is 0 for all calls.
LLVMValueRef addresses_of(struct unit *unit, LLVMValueRef instruction,
                          uint64_t *size);

// Does this address lie on the thread's own stack? (After locals_move().)
bool addresses_is_local(struct unit *unit, LLVMValueRef address);
// Is it inside of a constant variable, or of the C library's tables?
bool addresses_is_constant(LLVMValueRef address);

// A va_list, in this machine's ABI.
bool addresses_is_va_list(LLVMTypeRef type);

#endif
