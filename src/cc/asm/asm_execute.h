// SPDX-License-Identifier: Apache-2.0
// A template carried out step by step, in LLVM's instructions and the atomic
// hooks.

#ifndef MAZURKA_CC_ASM_ASM_EXECUTE_H
#define MAZURKA_CC_ASM_ASM_EXECUTE_H

#include "cc/asm/asm_template.h"

// Where the builder stands. Returns the outputs that are no memory, as the
// assembly would have returned them, or NULL if there are none.
LLVMValueRef asm_execute(struct asm_template *t);

#endif
