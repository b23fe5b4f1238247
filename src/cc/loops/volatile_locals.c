// SPDX-License-Identifier: Apache-2.0

#include "cc/loops/volatile_locals.h"

#include "cc/flow/natural_loops.h"
#include "cc/ir/library.h"

#include <string.h>

static bool returns_twice(LLVMValueRef call) {
    LLVMValueRef callee = LLVMIsACallInst(call) ? ir_callee(call) : NULL;
    unsigned kind = LLVMGetEnumAttributeKindForName("returns_twice", 13);
    return callee && (LLVMGetEnumAttributeAtIndex(
                          callee, LLVMAttributeFunctionIndex, kind) ||
                      strstr(ir_name(callee), "setjmp"));
}

static bool calls_setjmp(LLVMValueRef function) {
    for (LLVMValueRef at = ir_first(function); at; at = ir_next(at))
        if (returns_twice(at))
            return true;
    return false;
}

// An access to all of the local, and no use of its address.
static bool is_whole_access(LLVMValueRef local, LLVMValueRef user) {
    LLVMTypeRef type = LLVMGetAllocatedType(local);
    if (LLVMIsALoadInst(user))
        return LLVMTypeOf(user) == type;
    return LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != local &&
           LLVMTypeOf(LLVMGetOperand(user, 0)) == type;
}

static bool is_in_loop(const struct natural_loops *loops, LLVMValueRef at) {
    int block = flow_number(&loops->flow, LLVMGetInstructionParent(at));
    return block != FLOW_NONE && loops->innermost[block] != FLOW_NONE;
}

// Only accessed, and that in a loop, too.
static bool can_be_unmarked(const struct natural_loops *loops,
                            LLVMValueRef local) {
    bool in_loop = false;
    for (LLVMUseRef use = LLVMGetFirstUse(local); use;
         use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!is_whole_access(local, user) && !LLVMIsADbgInfoIntrinsic(user))
            return false;
        in_loop |= is_in_loop(loops, user);
    }
    return in_loop;
}

static void unmark(LLVMValueRef local) {
    for (LLVMUseRef use = LLVMGetFirstUse(local); use;
         use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsALoadInst(user) || LLVMIsAStoreInst(user))
            LLVMSetVolatile(user, false);
    }
}

void volatile_locals_unmark(struct unit *unit) {
    for (LLVMValueRef f = LLVMGetFirstFunction(unit->module); f;
         f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f) || calls_setjmp(f))
            continue;
        struct natural_loops loops;
        natural_loops_open(&loops, f);
        for (LLVMValueRef at = ir_first(f); at && loops.count; at = ir_next(at))
            if (LLVMIsAAllocaInst(at) && can_be_unmarked(&loops, at))
                unmark(at);
        natural_loops_close(&loops);
    }
}
