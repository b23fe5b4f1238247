// SPDX-License-Identifier: Apache-2.0
// Calls of __atomic_load_16, __atomic_fetch_add_8 & co.: what clang emits for
// sizes that it does not take to be lock-free on the target.

#ifndef MAZURKA_CC_INSTRUMENT_LIBATOMIC_H
#define MAZURKA_CC_INSTRUMENT_LIBATOMIC_H

#include "cc/ir/unit.h"

// Replace such a call by the hooks; false if the callee is no such function.
bool libatomic_call(struct unit *unit, LLVMValueRef call, const char *name);

#endif
