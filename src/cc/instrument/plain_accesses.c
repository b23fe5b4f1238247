// SPDX-License-Identifier: Apache-2.0

#include "cc/instrument/plain_accesses.h"

#include <string.h>

enum { DEEPEST = 16 };

// ---------------------------------------------------------------- addresses

static const char *intrinsic_name(LLVMValueRef instruction) {
    LLVMValueRef callee = LLVMGetCalledValue(instruction);
    size_t length;
    if (!LLVMIsAFunction(callee) || !LLVMGetIntrinsicID(callee))
        return "";
    return LLVMGetValueName2(callee, &length);
}

static bool is_copy(const char *name) {
    return text_starts(name, "llvm.memcpy") ||
           text_starts(name, "llvm.memmove");
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
    if (is_copy(name) && LLVMIsAAllocaInst(unit_without_casts(target)) &&
        !accesses_is_constant(LLVMGetOperand(call, 1)))
        return LLVMGetOperand(call, 1);
    return target;
}

LLVMValueRef accesses_address(struct unit *unit, LLVMValueRef instruction,
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

bool accesses_is_va_list(LLVMTypeRef type) {
    if (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
        type = LLVMGetElementType(type);
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind)
        return false;
    const char *name = LLVMGetStructName(type);
    return name && text_starts(name, "struct.__va_list");
}

static bool is_local(LLVMValueRef address, int depth) {
    address = unit_without_casts(address);
    if (!depth)
        return false;
    if (LLVMIsAAllocaInst(address))
        return true;
    if (LLVMIsAArgument(address)) {
        LLVMValueRef function = LLVMGetParamParent(address);
        for (unsigned i = 0; i < LLVMCountParams(function); i++)
            if (LLVMGetParam(function, i) == address)
                return unit_has_attribute(function, i + 1, "byval");
        return false;
    }
    if (unit_is_gep(address))
        return accesses_is_va_list(LLVMGetGEPSourceElementType(address)) ||
               is_local(LLVMGetOperand(address, 0), depth - 1);
    if (LLVMIsALoadInst(address)) {
        // The areas that a va_list points to hold arguments of a call.
        LLVMValueRef from = LLVMGetOperand(address, 0);
        return unit_is_gep(from) &&
               accesses_is_va_list(LLVMGetGEPSourceElementType(from));
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

bool accesses_is_local(struct unit *unit, LLVMValueRef address) {
    (void)unit;
    return is_local(address, DEEPEST);
}

// The C library's tables of characters, behind isalpha() and its like.
static bool is_library_table(LLVMValueRef address) {
    if (LLVMIsALoadInst(address))
        address = LLVMGetOperand(address, 0);
    size_t length;
    return LLVMIsACallInst(address) &&
           LLVMIsAFunction(LLVMGetCalledValue(address)) &&
           text_starts(LLVMGetValueName2(LLVMGetCalledValue(address), &length),
                       "__ctype_");
}

bool accesses_is_constant(LLVMValueRef address) {
    for (address = unit_without_casts(address); unit_is_gep(address);)
        address = unit_without_casts(LLVMGetOperand(address, 0));
    if (LLVMIsAGlobalVariable(address))
        return LLVMIsGlobalConstant(address);
    return is_library_table(address);
}

// ------------------------------------------------------------ announcements

void accesses_read(struct unit *unit, LLVMValueRef address, LLVMValueRef size,
                   LLVMValueRef site) {
    unit_call(unit, HOOK_READ, (LLVMValueRef[]){address, size, site});
}

void accesses_write(struct unit *unit, LLVMValueRef address, LLVMValueRef size,
                    LLVMValueRef word, LLVMValueRef site) {
    unit_call(unit, HOOK_WRITE, (LLVMValueRef[]){address, size, word, site});
}

void accesses_load(struct unit *unit, LLVMValueRef load) {
    LLVMValueRef address = LLVMGetOperand(load, 0);
    uint64_t size = unit_size(unit, LLVMTypeOf(load));
    LLVMValueRef site = sites_of(unit, load);
    unit_before(unit, load);
    accesses_read(unit, address, unit_i64(unit, size), site);
}

void accesses_store(struct unit *unit, LLVMValueRef store) {
    LLVMValueRef value = LLVMGetOperand(store, 0);
    LLVMValueRef address = LLVMGetOperand(store, 1);
    uint64_t size = unit_size(unit, LLVMTypeOf(value));
    LLVMValueRef site = sites_of(unit, store);
    unit_before(unit, store);
    accesses_write(unit, address, unit_i64(unit, size),
                   unit_to_word(unit, value), site);
}

// ------------------------------------------------------------ memory blocks

static LLVMValueRef length_of(struct unit *unit, LLVMValueRef call) {
    return LLVMBuildIntCast2(unit->build, LLVMGetOperand(call, 2), unit->i64,
                             false, "");
}

static void copy(struct unit *unit, LLVMValueRef call, bool overlapping) {
    LLVMValueRef to = LLVMGetOperand(call, 0), from = LLVMGetOperand(call, 1);
    bool writes = !accesses_is_local(unit, to);
    bool reads = !accesses_is_local(unit, from) && !accesses_is_constant(from);
    if (!writes && !reads)
        return;
    LLVMValueRef site = sites_of(unit, call);
    unit_before(unit, call);
    LLVMValueRef size = length_of(unit, call);
    if (writes && reads) {
        unit_call(unit, overlapping ? HOOK_MEMMOVE : HOOK_MEMCPY,
                  (LLVMValueRef[]){to, from, size, site});
        LLVMInstructionEraseFromParent(call);
    } else if (writes) {
        accesses_write(unit, to, size, unit_i64(unit, 0), site);
    } else if (reads) {
        accesses_read(unit, from, size, site);
    }
}

static void fill(struct unit *unit, LLVMValueRef call) {
    LLVMValueRef to = LLVMGetOperand(call, 0);
    if (accesses_is_local(unit, to))
        return;
    LLVMValueRef site = sites_of(unit, call);
    unit_before(unit, call);
    LLVMValueRef byte = LLVMBuildIntCast2(unit->build, LLVMGetOperand(call, 1),
                                          unit->i32, false, "");
    unit_call(unit, HOOK_MEMSET,
              (LLVMValueRef[]){to, byte, length_of(unit, call), site});
    LLVMInstructionEraseFromParent(call);
}

bool accesses_intrinsic(struct unit *unit, LLVMValueRef call,
                        const char *name) {
    if (text_starts(name, "llvm.memcpy"))
        copy(unit, call, false);
    else if (text_starts(name, "llvm.memmove"))
        copy(unit, call, true);
    else if (text_starts(name, "llvm.memset"))
        fill(unit, call);
    else
        return false;
    return true;
}
