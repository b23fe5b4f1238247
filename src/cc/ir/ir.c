// SPDX-License-Identifier: Apache-2.0

#include "cc/ir/ir.h"

#include "base/text.h"

#include <string.h>

LLVMValueRef ir_first(LLVMValueRef function) {
    LLVMBasicBlockRef entry = LLVMGetFirstBasicBlock(function);
    return entry ? LLVMGetFirstInstruction(entry) : NULL;
}

LLVMValueRef ir_next(LLVMValueRef instruction) {
    LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction);
    LLVMValueRef next = LLVMGetNextInstruction(instruction);
    while (!next && (block = LLVMGetNextBasicBlock(block)))
        next = LLVMGetFirstInstruction(block);
    return next;
}

const char *ir_name(LLVMValueRef value) {
    size_t length;
    return LLVMGetValueName2(value, &length);
}

LLVMValueRef ir_callee(LLVMValueRef instruction) {
    LLVMValueRef callee =
        LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;
    return callee && LLVMIsAFunction(callee) ? callee : NULL;
}

const char *ir_callee_name(LLVMValueRef instruction) {
    LLVMValueRef callee = ir_callee(instruction);
    return callee ? ir_name(callee) : "";
}

bool ir_is_hook(LLVMValueRef function) {
    const char *name = ir_name(function);
    return text_starts(name, "__mz_") && name[5];
}

bool ir_is_gep(LLVMValueRef value) {
    return LLVMIsAGetElementPtrInst(value) ||
           (LLVMIsAConstantExpr(value) &&
            LLVMGetConstOpcode(value) == LLVMGetElementPtr);
}

LLVMValueRef ir_without_casts(LLVMValueRef value) {
    while (LLVMIsABitCastInst(value) || LLVMIsAAddrSpaceCastInst(value) ||
           LLVMIsAFreezeInst(value))
        value = LLVMGetOperand(value, 0);
    return value;
}

LLVMTypeRef ir_byval(LLVMValueRef argument) {
    LLVMValueRef function = LLVMGetParamParent(argument);
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5), i = 0;
    while (LLVMGetParam(function, i) != argument)
        i++;
    LLVMAttributeRef byval = LLVMGetEnumAttributeAtIndex(function, i + 1, kind);
    return byval ? LLVMGetTypeAttributeValue(byval) : NULL;
}

bool ir_has_locals(LLVMValueRef function) {
    for (LLVMValueRef at = ir_first(function); at; at = ir_next(at))
        if (LLVMIsAAllocaInst(at))
            return true;
    return false;
}

LLVMAtomicOrdering ir_fence_ordering(LLVMValueRef fence) {
    static const struct {
        const char *text;
        LLVMAtomicOrdering ordering;
    } rows[] = {
        {"fence acquire", LLVMAtomicOrderingAcquire},
        {"fence release", LLVMAtomicOrderingRelease},
        {"fence acq_rel", LLVMAtomicOrderingAcquireRelease},
        {"fence seq_cst", LLVMAtomicOrderingSequentiallyConsistent},
    };
    char *printed = LLVMPrintValueToString(fence);
    LLVMAtomicOrdering ordering = LLVMAtomicOrderingNotAtomic;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strstr(printed, rows[i].text))
            ordering = rows[i].ordering;
    LLVMDisposeMessage(printed);
    return ordering;
}

void ir_replace(LLVMValueRef instruction, LLVMValueRef by) {
    if (by)
        LLVMReplaceAllUsesWith(instruction, by);
    LLVMInstructionEraseFromParent(instruction);
}
