// SPDX-License-Identifier: Apache-2.0
// Inline assembly as text: a template's instructions and a constraint string's
// operands, for the x86 forms in which lock-free code is written (AT&T syntax,
// as LLVM keeps it: $0 an operand, $$1 a number, %rax a register).

#ifndef MAZURKA_CC_ASM_ASM_TEXT_H
#define MAZURKA_CC_ASM_ASM_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ASM_MOST_STEPS = 8,     // instructions in a template that is understood
    ASM_MOST_OPERANDS = 16, // constraints
    ASM_NAME = 16,
};

enum asm_register {
    ASM_NO_REGISTER = -1,
    ASM_AX,
    ASM_BX,
    ASM_CX,
    ASM_DX,
    ASM_SI,
    ASM_DI,
    ASM_SP,
    ASM_REGISTERS,
};

// One argument of an instruction, as written.
struct asm_argument {
    enum {
        ASM_OPERAND,  // $0
        ASM_NUMBER,   // $$1
        ASM_REGISTER, // %rax
        ASM_INDIRECT, // 8($4): memory behind an operand that is a pointer
        ASM_STACK,    // 0(%rsp)
    } form;
    int operand;
    enum asm_register name;
    int64_t number; // or displacement
};

struct asm_step {
    bool locked;
    char name[ASM_NAME];
    struct asm_argument arguments[2];
    int count;
};

struct asm_program {
    struct asm_step steps[ASM_MOST_STEPS];
    int count;
};

// One constraint.
struct asm_operand {
    bool output, memory; // memory: the value passed is its address
    bool flag;           // an output that is a condition: {@ccz}
    char condition[ASM_NAME];
    int tied;                // to this output, or -1
    enum asm_register fixed; // in this register, or ASM_NO_REGISTER
};

struct asm_constraints {
    struct asm_operand operands[ASM_MOST_OPERANDS];
    int count;
    bool clobbers_memory;
};

// False if the text is of no form that is known here.
bool asm_text_program(const char *text, struct asm_program *program);
bool asm_text_constraints(const char *text,
                          struct asm_constraints *constraints);

// rax, eax, ax, al → ASM_AX.
enum asm_register asm_text_register(const char *name, size_t length);

#endif
