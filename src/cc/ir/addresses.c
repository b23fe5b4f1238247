// SPDX-License-Identifier: Apache-2.0

#include "cc/ir/addresses.h"

enum { DEEPEST = 16 };

static const char *intrinsic_name(LLVMValueRef instruction) {
    LLVMValueRef callee = ir_callee(instruction);
    return callee && LLVMGetIntrinsicID(callee) ? ir_name(callee) : "";
}

static bool is_copy(const char *name) {
    return text_starts_with_one_of(name, "llvm.memcpy llvm.memmove");
}

// A block is called by its object's name, however much of it is touched; a
// by-value argument and an assembler's memory operand are such blocks.
static LLVMValueRef address_of_call(LLVMValueRef call) {
    const char *name = intrinsic_name(call);
    unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5);
    unsigned element = LLVMGetEnumAttributeKindForName("elementtype", 11);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (LLVMGetCallSiteEnumAttribute(call, i + 1, byval) ||
            LLVMGetCallSiteEnumAttribute(call, i + 1, element))
            return LLVMGetOperand(call, i);
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (LLVMIsALoadInst(callee))
        return LLVMGetOperand(callee, 0);
    if (text_starts(name, "llvm.va_start"))
        return LLVMGetOperand(call, 0);
    if (!is_copy(name) && !text_starts(name, "llvm.memset"))
        return NULL;
    LLVMValueRef target = LLVMGetOperand(call, 0);
    if (is_copy(name) && LLVMIsAAllocaInst(ir_without_casts(target)) &&
        !addresses_is_constant(LLVMGetOperand(call, 1)))
        return LLVMGetOperand(call, 1);
    return target;
}

LLVMValueRef addresses_of(struct unit *unit, LLVMValueRef instruction,
                          uint64_t *size) {
    *size = 0;
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMLoad:
        *size = unit_size(unit, LLVMTypeOf(instruction));
        return LLVMGetOperand(instruction, 0);
    case LLVMStore:
        *size = unit_size(unit, LLVMTypeOf(LLVMGetOperand(instruction, 0)));
        return LLVMGetOperand(instruction, 1);
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        *size = unit_size(unit, LLVMTypeOf(LLVMGetOperand(instruction, 1)));
        return LLVMGetOperand(instruction, 0);
    case LLVMCall:
        return address_of_call(instruction);
    default:
        return NULL;
    }
}

bool addresses_is_va_list(LLVMTypeRef type) {
    if (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
        type = LLVMGetElementType(type);
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind)
        return false;
    const char *name = LLVMGetStructName(type);
    return name && text_starts(name, "struct.__va_list");
}

static bool is_local(LLVMValueRef address, int depth) {
    address = ir_without_casts(address);
    if (!depth)
        return false;
    if (LLVMIsAAllocaInst(address))
        return true;
    if (LLVMIsAArgument(address))
        return ir_byval(address);
    if (ir_is_gep(address))
        return addresses_is_va_list(LLVMGetGEPSourceElementType(address)) ||
               is_local(LLVMGetOperand(address, 0), depth - 1);
    if (LLVMIsALoadInst(address)) {
        // The areas that a va_list points to hold arguments of a call.
        LLVMValueRef from = LLVMGetOperand(address, 0);
        return ir_is_gep(from) &&
               addresses_is_va_list(LLVMGetGEPSourceElementType(from));
    }
    if (LLVMIsAPHINode(address)) {
        unsigned count = LLVMCountIncoming(address);
        for (unsigned i = 0; i < count; i++)
            if (!is_local(LLVMGetIncomingValue(address, i), depth - 1))
                return false;
        return count;
    }
    if (LLVMIsACallInst(address) &&
        text_starts(intrinsic_name(address), "llvm.ptrmask"))
        return is_local(LLVMGetOperand(address, 0), depth - 1);
    return false;
}

bool addresses_is_local(struct unit *unit, LLVMValueRef address) {
    (void)unit;
    return is_local(address, DEEPEST);
}

// The C library's tables of characters, behind isalpha() and its like.
static bool is_library_table(LLVMValueRef address) {
    if (LLVMIsALoadInst(address))
        address = LLVMGetOperand(address, 0);
    return text_starts(ir_callee_name(address), "__ctype_");
}

bool addresses_is_constant(LLVMValueRef address) {
    for (address = ir_without_casts(address); ir_is_gep(address);)
        address = ir_without_casts(LLVMGetOperand(address, 0));
    if (LLVMIsAGlobalVariable(address))
        return LLVMIsGlobalConstant(address);
    return is_library_table(address);
}
