// SPDX-License-Identifier: Apache-2.0
// Inline assembly.
//
// A template is understood if all of its instructions are: then it is carried
// out step by step, in LLVM's instructions and the atomic hooks, and the
// assembly disappears. What only works on registers, or on memory of this
// function's own, is left as it is. Anything else is replaced by
// __mz_unsupported, which fails only if it is reached.

#ifndef MAZURKA_CC_ASM_ASM_H
#define MAZURKA_CC_ASM_ASM_H

#include "cc/ir/unit.h"

void asm_instrument(struct unit *unit, LLVMValueRef call);

#endif
