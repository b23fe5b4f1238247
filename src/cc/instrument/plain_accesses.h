// SPDX-License-Identifier: Apache-2.0
// Plain accesses: loads, stores and the memory intrinsics.
//
// An access is left alone if it can only touch memory on the thread's own
// stack (what locals.h left there, by-value arguments, a va_list and its
// register area) or if it reads a constant. Everything else is announced.

#ifndef MAZURKA_CC_INSTRUMENT_PLAIN_ACCESSES_H
#define MAZURKA_CC_INSTRUMENT_PLAIN_ACCESSES_H

#include "cc/ir/unit.h"

// Announce a plain load or store.
void plain_accesses_load(struct unit *unit, LLVMValueRef load);
void plain_accesses_store(struct unit *unit, LLVMValueRef store);
// memcpy & co.: replaced by a hook if both sides are shared, announced if one
// is. Returns false if the intrinsic is none of them.
bool plain_accesses_intrinsic(struct unit *unit, LLVMValueRef call,
                              const char *name);
// Those that access so many bytes, always: announced.
bool plain_accesses_fixed(struct unit *unit, LLVMValueRef call,
                          const char *name);
// May it access memory by a pointer that it is given, in a way of its own?
// Masked, scattered and gathered accesses are such.
bool plain_accesses_unknown(struct unit *unit, LLVMValueRef call,
                            const char *name);

#endif
