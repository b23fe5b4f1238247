// SPDX-License-Identifier: Apache-2.0
// Questions about LLVM's values that its C interface has no answer to.

#ifndef MAZURKA_CC_IR_IR_H
#define MAZURKA_CC_IR_IR_H

#include <llvm-c/Core.h>
#include <stdbool.h>

// All instructions of a function, block by block; NULL at the end.
LLVMValueRef ir_first(LLVMValueRef function);
LLVMValueRef ir_next(LLVMValueRef instruction);

const char *ir_name(LLVMValueRef value);
// The function that an instruction calls by name, or NULL; its name, or "".
LLVMValueRef ir_callee(LLVMValueRef instruction);
const char *ir_callee_name(LLVMValueRef instruction);
// Is this one of the runtime's functions?
bool ir_is_hook(LLVMValueRef function);

bool ir_is_gep(LLVMValueRef value); // an instruction or a constant
LLVMValueRef ir_without_casts(LLVMValueRef value);
// The type of an argument that is passed by value in memory, or NULL.
LLVMTypeRef ir_byval(LLVMValueRef argument);
// Does the function have variables on the thread's own stack?
bool ir_has_locals(LLVMValueRef function);

// What a fence orders between threads: nothing (LLVMAtomicOrderingNotAtomic) if
// it is only for signal handlers. (LLVMGetOrdering of a fence is right from
// LLVM 17 on; before, it is any number.)
LLVMAtomicOrdering ir_fence_ordering(LLVMValueRef fence);

// Let all users of an instruction use another value, which may be NULL if there
// are none, and erase it.
void ir_replace(LLVMValueRef instruction, LLVMValueRef by);

#endif
