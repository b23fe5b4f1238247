// SPDX-License-Identifier: Apache-2.0
// A template of inline assembly with the operands of one call: which of its
// instructions are understood (a table), and where each argument's value is.

#ifndef MAZURKA_CC_ASM_ASM_TEMPLATE_H
#define MAZURKA_CC_ASM_ASM_TEMPLATE_H

#include "cc/asm/asm_strings.h"
#include "cc/asm/asm_text.h"
#include "cc/ir/unit.h"

// What an instruction does. Names without a size; b, w, l or q may follow.
enum asm_action {
    ASM_NOTHING,
    ASM_FENCE,   // orders
    ASM_MOVE,    // to or from memory, or between registers
    ASM_UPDATE,  // memory = memory op value
    ASM_XADD,    // the same, and the register gets the old value
    ASM_COMPARE, // cmpxchg
    ASM_PAIR,    // cmpxchg16b
    ASM_BIT,     // the bit that was goes to the carry flag
    ASM_SET,     // a byte, from a flag
};

struct asm_row {
    const char *name;
    enum asm_action action;
    int arguments;
    bool needs_lock; // else it is not atomic, and not understood
    int detail;      // LLVM's update, memory order, or what the flag must be
};

// While a template is carried out, registers hold 64-bit words.
struct asm_template {
    struct unit *unit;
    LLVMValueRef call, site;
    struct asm_strings strings;
    struct asm_program program;
    struct asm_constraints constraints;
    LLVMValueRef passed[ASM_MOST_OPERANDS]; // argument of each constraint
    LLVMTypeRef element[ASM_MOST_OPERANDS]; // of what memory operands hold
    LLVMValueRef words[ASM_MOST_OPERANDS];  // where no register is fixed
    LLVMValueRef registers[ASM_REGISTERS];
    LLVMValueRef zero, carry; // flags; NULL if nothing set them
};

// The strings, call and unit are there; the rest is read. False if the text or
// its constraints are of no form that is known.
bool asm_template_read(struct asm_template *t);
// Can all of it be carried out?
bool asm_template_is_known(struct asm_template *t);

// The row of an instruction, and its size: 0 if its name does not say it.
const struct asm_row *asm_template_row(const char *name, unsigned *size);
// The bytes that an instruction works on, by its name or its operands.
unsigned asm_template_size(struct asm_template *t, const struct asm_step *step);
// "lock; orl $0, (%rsp)" and its like.
bool asm_template_is_fence(const struct asm_step *step);

bool asm_template_is_memory(const struct asm_template *t,
                            const struct asm_argument *argument);
LLVMValueRef asm_template_address(struct asm_template *t,
                                  const struct asm_argument *argument);
// Where an argument's word is kept, if it is no memory.
LLVMValueRef *asm_template_place(struct asm_template *t,
                                 const struct asm_argument *argument);
LLVMValueRef asm_template_word(struct asm_template *t,
                               const struct asm_argument *argument);
// Where an operand's word is: a fixed register's, or its own.
LLVMValueRef *asm_template_slot(struct asm_template *t, int index);

#endif
