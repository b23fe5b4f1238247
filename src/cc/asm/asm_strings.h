// SPDX-License-Identifier: Apache-2.0
// The strings of an inline assembly value, in whichever version of LLVM.

#ifndef MAZURKA_CC_ASM_ASM_STRINGS_H
#define MAZURKA_CC_ASM_ASM_STRINGS_H

#include "base/text.h"

#include <llvm-c/Core.h>
#include <stdbool.h>

struct asm_strings {
    struct text code, constraints;
    bool intel; // the other dialect
};

void asm_strings_read(struct asm_strings *strings, LLVMValueRef assembly);
void asm_strings_free(struct asm_strings *strings);

#endif
