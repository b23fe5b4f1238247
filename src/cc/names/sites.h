// SPDX-License-Identifier: Apache-2.0
// The site table: one row (struct mz_site) for each instrumented place of a
// module, in the section mz_sites. Equal rows are one.
//
// Accesses are described before locals are promoted, while their expressions
// can still be read off the code; the description travels with the instruction
// as metadata, and a row is made only for what is instrumented at last.

#ifndef MAZURKA_CC_NAMES_SITES_H
#define MAZURKA_CC_NAMES_SITES_H

#include "cc/ir/unit.h"

void sites_open(struct unit *unit);
void sites_close(struct unit *unit);

// Describe all accesses and calls of a function.
void sites_describe(struct unit *unit, LLVMValueRef function);

// Describe an instruction by the name of the variable that an argument of its
// function is.
void sites_name(struct unit *unit, LLVMValueRef instruction,
                LLVMValueRef argument);

// What an access touches or a call of the thread API acts on, as described; ""
// if that is not known.
const char *sites_expression(struct unit *unit, LLVMValueRef instruction);

// The address of the row for an instruction: its own place, its function and
// its description.
LLVMValueRef sites_of(struct unit *unit, LLVMValueRef instruction);
// The same, and the builder stands before the instruction.
LLVMValueRef sites_before(struct unit *unit, LLVMValueRef instruction);
// The same with another expression.
LLVMValueRef sites_named(struct unit *unit, LLVMValueRef instruction,
                         const char *expression);
// The row for a function itself.
LLVMValueRef sites_of_function(struct unit *unit, LLVMValueRef function);

// A file's name as reports show it: relative if below the current directory.
char *sites_file(struct unit *unit, const char *file, size_t length);

#endif
