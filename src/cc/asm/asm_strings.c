// SPDX-License-Identifier: Apache-2.0

#include "cc/asm/asm_strings.h"

#include <llvm/Config/llvm-config.h>
#include <stdlib.h>
#include <string.h>

#if LLVM_VERSION_MAJOR >= 18

void asm_strings_read(struct asm_strings *strings, LLVMValueRef assembly) {
    *strings = (struct asm_strings){0};
    size_t length;
    const char *code = LLVMGetInlineAsmAsmString(assembly, &length);
    text_add_bytes(&strings->code, code, length);
    const char *constraints =
        LLVMGetInlineAsmConstraintString(assembly, &length);
    text_add_bytes(&strings->constraints, constraints, length);
    strings->intel =
        LLVMGetInlineAsmDialect(assembly) != LLVMInlineAsmDialectATT;
}

#else

// "…" with \XX for what cannot be printed; returns what follows.
static const char *read_quoted(const char *at, struct text *text) {
    at = strchr(at, '"');
    if (!at)
        return "";
    for (at++; *at && *at != '"'; at++) {
        char byte = *at;
        if (byte == '\\' && at[1] == '\\') {
            at++;
        } else if (byte == '\\') {
            char digits[3] = {at[1], at[1] ? at[2] : 0, 0};
            byte = (char)strtol(digits, NULL, 16);
            at += strlen(digits);
        }
        text_add_bytes(text, &byte, 1);
    }
    return *at ? at + 1 : at;
}

// Older versions only print it: ptr asm sideeffect "…", "…".
void asm_strings_read(struct asm_strings *strings, LLVMValueRef assembly) {
    *strings = (struct asm_strings){0};
    char *printed = LLVMPrintValueToString(assembly);
    const char *quote = strchr(printed, '"');
    const char *dialect = strstr(printed, "inteldialect");
    strings->intel = dialect && quote && dialect < quote;
    const char *rest = read_quoted(printed, &strings->code);
    read_quoted(rest, &strings->constraints);
    LLVMDisposeMessage(printed);
}

#endif

void asm_strings_free(struct asm_strings *strings) {
    text_free(&strings->code);
    text_free(&strings->constraints);
}
