// SPDX-License-Identifier: Apache-2.0
// What an assumption waits for: an atomic access, and how the value that it
// finds must compare. Computations between the access and the comparison are
// looked through as far as they can be undone.

#ifndef MAZURKA_CC_LOOPS_AWAIT_CONDITION_H
#define MAZURKA_CC_LOOPS_AWAIT_CONDITION_H

#include "cc/ir/unit.h"

enum { AWAIT_CONDITION_STEPS = 4 };

// The access finds a value that, or whose bits, compare so.
struct await_condition {
    LLVMValueRef access; // load, atomicrmw xchg or cmpxchg
    LLVMIntPredicate predicate;
    LLVMValueRef operand;
    LLVMValueRef bits; // or NULL: all
    // What was computed from the access before it was compared, the last first:
    // the same is to be undone in the operand.
    struct await_step {
        LLVMOpcode opcode;
        LLVMValueRef by;
        bool first; // `by` is the first operand
    } steps[AWAIT_CONDITION_STEPS];
    int count;
    LLVMValueRef unless; // or NULL: where this is true, nothing is waited for
};

// False if the access and the assumption are not in one block, with nothing
// between them that others could see or that could fail, or if the value is
// compared with something that is not known before the access.
bool await_condition_find(struct unit *unit, LLVMValueRef assume,
                          struct await_condition *condition);

#endif
