// SPDX-License-Identifier: Apache-2.0

#include "cc/loops/scalars.h"

static bool is_scalar(struct unit *unit, LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
        return LLVMSizeOfTypeInBits(unit->layout, type) ==
               8 * unit_size(unit, type);
    case LLVMPointerTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
        return true;
    default:
        return false;
    }
}

static LLVMTypeRef accessed_type(LLVMValueRef access) {
    return LLVMTypeOf(LLVMIsALoadInst(access) ? access
                                              : LLVMGetOperand(access, 0));
}

// A plain load or store of the whole of it.
static bool is_access(struct unit *unit, LLVMValueRef user, LLVMValueRef local,
                      LLVMTypeRef own) {
    bool store = LLVMIsAStoreInst(user);
    if ((!store && !LLVMIsALoadInst(user)) || LLVMGetVolatile(user) ||
        LLVMGetOrdering(user) != LLVMAtomicOrderingNotAtomic ||
        (store && LLVMGetOperand(user, 0) == local))
        return false;
    LLVMTypeRef type = accessed_type(user);
    return is_scalar(unit, type) &&
           unit_size(unit, type) == unit_size(unit, own);
}

static void convert_load(struct unit *unit, LLVMValueRef load,
                         LLVMTypeRef own) {
    unit_before(unit, load);
    LLVMValueRef value =
        LLVMBuildLoad2(unit->build, own, LLVMGetOperand(load, 0), "");
    value =
        unit_from_integer(unit, unit_to_integer(unit, value), LLVMTypeOf(load));
    ir_replace(load, value);
}

static void convert_store(struct unit *unit, LLVMValueRef store,
                          LLVMTypeRef own) {
    unit_before(unit, store);
    LLVMValueRef value = unit_to_integer(unit, LLVMGetOperand(store, 0));
    LLVMBuildStore(unit->build, unit_from_integer(unit, value, own),
                   LLVMGetOperand(store, 1));
    LLVMInstructionEraseFromParent(store);
}

static void unify(struct unit *unit, LLVMValueRef local) {
    LLVMTypeRef own = LLVMGetAllocatedType(local);
    VEC(LLVMValueRef) others = {0};
    bool possible = is_scalar(unit, own);
    for (LLVMUseRef use = LLVMGetFirstUse(local); use && possible;
         use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        possible = is_access(unit, user, local, own);
        if (possible && accessed_type(user) != own)
            vec_push(&others, user);
    }
    for (size_t i = 0; i < others.count && possible; i++)
        if (LLVMIsALoadInst(others.at[i]))
            convert_load(unit, others.at[i], own);
        else
            convert_store(unit, others.at[i], own);
    vec_free(&others);
}

void scalars_unify(struct unit *unit) {
    for (LLVMValueRef function = LLVMGetFirstFunction(unit->module); function;
         function = LLVMGetNextFunction(function)) {
        LLVMBasicBlockRef entry = LLVMGetFirstBasicBlock(function);
        for (LLVMValueRef at = entry ? LLVMGetFirstInstruction(entry) : NULL;
             at; at = LLVMGetNextInstruction(at))
            if (LLVMIsAAllocaInst(at))
                unify(unit, at);
    }
}
