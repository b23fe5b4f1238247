// SPDX-License-Identifier: Apache-2.0
// What the compiler knows of library functions (machine/library_functions.h), by
// name.

#ifndef MAZURKA_CC_IR_LIBRARY_H
#define MAZURKA_CC_IR_LIBRARY_H

#include "cc/ir/unit.h"

enum library_kind {
    LIBRARY_UNKNOWN,
    LIBRARY_PURE,  // touches nothing that another thread could see
    LIBRARY_SYNC,  // each call is a visible operation
    LIBRARY_MODEL, // the runtime has a model of it
};

// The kind of a library function; its model's name goes to *model (without
// the prefix).
enum library_kind library_kind(struct unit *unit, const char *name,
                               const char **model);
// The model of a function that a program may define itself, in any of its
// files, and then means its own; NULL if there is none.
const char *library_model(const char *name);
// memcpy, memmove, memset: their hooks are called for intrinsics, too.
bool library_is_block(const char *model);

// A function's name as the program has it, without LLVM's mark for names that
// are not to be mangled.
const char *library_name(LLVMValueRef function);
// Is the function defined by this module, in the sense of the program's own?
bool library_is_own(LLVMValueRef function);
// Can the linker not replace this definition by another?
bool library_is_exact(LLVMValueRef function);

// The mutex or the like that a call of the thread API acts on: its address, or
// NULL. Reports call it by the program's own words for it.
LLVMValueRef library_object(struct unit *unit, LLVMValueRef call);

#endif
