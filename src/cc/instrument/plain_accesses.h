// SPDX-License-Identifier: Apache-2.0
// Plain accesses: loads, stores and the memory intrinsics.
//
// An access is left alone if it can only touch memory on the thread's own
// stack (what locals.h left there, by-value arguments, a va_list and its
// register area) or if it reads a constant. Everything else is announced.

#ifndef MAZURKA_CC_INSTRUMENT_PLAIN_ACCESSES_H
#define MAZURKA_CC_INSTRUMENT_PLAIN_ACCESSES_H

#include "cc/ir/unit.h"

// The address that an instruction accesses, or NULL if it accesses none; of a
// copy, the target unless a local variable is filled from elsewhere; of a call
// through a pointer, where that is kept. *size is 0 for all calls.
LLVMValueRef accesses_address(struct unit *unit, LLVMValueRef instruction,
                              uint64_t *size);

// Does this address lie on the thread's own stack? (After locals_move().)
bool accesses_is_local(struct unit *unit, LLVMValueRef address);
// Is it inside of a constant variable, or of the C library's tables?
bool accesses_is_constant(LLVMValueRef address);

// A va_list, in this machine's ABI.
bool accesses_is_va_list(LLVMTypeRef type);

// Announce a plain load or store.
void accesses_load(struct unit *unit, LLVMValueRef load);
void accesses_store(struct unit *unit, LLVMValueRef store);
// memcpy & co.: replaced by a hook if both sides are shared, announced if one
// is. Returns false if the intrinsic is none of them.
bool accesses_intrinsic(struct unit *unit, LLVMValueRef call, const char *name);

// Announce where the builder stands.
void accesses_read(struct unit *unit, LLVMValueRef address, LLVMValueRef size,
                   LLVMValueRef site);
void accesses_write(struct unit *unit, LLVMValueRef address, LLVMValueRef size,
                    LLVMValueRef word, LLVMValueRef site);

#endif
