// SPDX-License-Identifier: Apache-2.0

#include "cc/loops/inlining.h"

#include <string.h>

#include "cc/ir/library.h"
#include "cc/loops/purity.h"

enum {
    LARGEST = 150,         // instructions of a function that is inlined
    LARGEST_CALLER = 3000, // of one that others are inlined into
    DEEPEST = 8,           // calls that are followed to find a recursion
};

static LLVMValueRef callee_of(LLVMValueRef call) {
    LLVMValueRef callee = ir_callee(call);
    return callee && library_is_own(callee) ? callee : NULL;
}

static bool may_reach(LLVMValueRef from, LLVMValueRef function, int depth) {
    if (!depth)
        return true;
    for (LLVMValueRef at = ir_first(from); at; at = ir_next(at)) {
        LLVMValueRef callee = callee_of(at);
        if (callee &&
            (callee == function || may_reach(callee, function, depth - 1)))
            return true;
    }
    return false;
}

// How many instructions, without what is for debuggers.
static int size_of(LLVMValueRef function) {
    int count = 0;
    for (LLVMValueRef at = ir_first(function); at; at = ir_next(at))
        count += !LLVMIsADbgInfoIntrinsic(at);
    return count;
}

bool inlining_is_possible(LLVMValueRef call) {
    LLVMValueRef function = callee_of(call);
    return function && library_is_exact(function) &&
           LLVMGetCalledFunctionType(call) ==
               LLVMGlobalGetValueType(function) &&
           !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)) &&
           !text_starts(ir_name(function), "__VERIFIER_") &&
           strcmp(ir_name(function), "reach_error") != 0 &&
           size_of(function) <= LARGEST && !ir_has_locals(function) &&
           !may_reach(function, function, DEEPEST);
}

static void mark(LLVMValueRef call) {
    unsigned kind = LLVMGetEnumAttributeKindForName("alwaysinline", 12);
    LLVMAddCallSiteAttribute(
        call, LLVMAttributeFunctionIndex,
        LLVMCreateEnumAttribute(LLVMGetTypeContext(LLVMTypeOf(call)), kind, 0));
}

static bool mark_in_loop(const struct loop *loop) {
    bool any = false;
    for (size_t i = 0; i < loop->blocks.count; i++) {
        LLVMBasicBlockRef block = loop->flow->blocks[loop->blocks.at[i]].block;
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
             at = LLVMGetNextInstruction(at))
            if (inlining_is_possible(at)) {
                mark(at);
                any = true;
            }
    }
    return any;
}

static bool mark_in_function(struct unit *unit, LLVMValueRef function) {
    struct natural_loops loops;
    bool any = false;
    natural_loops_open(&loops, function);
    for (size_t i = 0; i < loops.count; i++)
        if (purity_is_imaginable(unit, &loops.at[i]))
            any |= mark_in_loop(&loops.at[i]);
    natural_loops_close(&loops);
    return any;
}

bool inlining_mark(struct unit *unit) {
    bool any = false;
    for (LLVMValueRef function = LLVMGetFirstFunction(unit->module); function;
         function = LLVMGetNextFunction(function))
        if (library_is_own(function) && size_of(function) <= LARGEST_CALLER)
            any |= mark_in_function(unit, function);
    return any;
}
