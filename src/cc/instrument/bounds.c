// SPDX-License-Identifier: Apache-2.0

#include "cc/instrument/bounds.h"

#include "cc/ir/addresses.h"
#include "cc/names/sites.h"

// The variable that an address is computed from; *varies: by what only the
// running program knows.
static LLVMValueRef base_of(struct unit *unit, LLVMValueRef address,
                            int64_t *offset, bool *varies) {
    *offset = 0;
    *varies = false;
    for (address = ir_without_casts(address); ir_is_gep(address);
         address = ir_without_casts(LLVMGetOperand(address, 0))) {
        int64_t more = 0;
        if (!unit_offset(unit, address, &more))
            *varies = true;
        *offset += more;
    }
    return address;
}

// How large a variable is, as a value; NULL if that is not known for sure.
static LLVMValueRef size_of(struct unit *unit, LLVMValueRef base) {
    if (LLVMIsACallInst(base) &&
        LLVMGetCalledValue(base) == unit->hooks[HOOK_FRAME_ALLOC])
        return LLVMGetOperand(base, 0);
    if (!LLVMIsAGlobalVariable(base) || !LLVMGetInitializer(base) ||
        (LLVMGetLinkage(base) != LLVMInternalLinkage &&
         LLVMGetLinkage(base) != LLVMExternalLinkage))
        return NULL;
    return unit_i64(
        unit, LLVMABISizeOfType(unit->layout, LLVMGlobalGetValueType(base)));
}

// void mz.inside(address, bytes, start, size, site): __mz_outside(address,
// start, size, site) if not all of these bytes belong to the variable.
static LLVMValueRef inside_helper(struct unit *unit, LLVMTypeRef *type) {
    LLVMTypeRef parameters[] = {unit->pointer, unit->i64, unit->pointer,
                                unit->i64, unit->pointer};
    *type = LLVMFunctionType(unit->nothing, parameters, 5, false);
    bool is_new;
    LLVMValueRef helper = unit_helper(unit, "mz.inside", *type, &is_new);
    if (!is_new)
        return helper;
    LLVMValueRef p[5];
    LLVMGetParams(helper, p);
    LLVMBasicBlockRef fits =
        LLVMAppendBasicBlockInContext(unit->context, helper, "");
    LLVMBasicBlockRef outside =
        LLVMAppendBasicBlockInContext(unit->context, helper, "");
    LLVMBasicBlockRef done =
        LLVMAppendBasicBlockInContext(unit->context, helper, "");
    LLVMValueRef too_large =
        LLVMBuildICmp(unit->build, LLVMIntUGT, p[1], p[3], "");
    LLVMBuildCondBr(unit->build, too_large, outside, fits);
    LLVMPositionBuilderAtEnd(unit->build, fits);
    LLVMValueRef at = LLVMBuildPtrToInt(unit->build, p[0], unit->i64, "");
    LLVMValueRef start = LLVMBuildPtrToInt(unit->build, p[2], unit->i64, "");
    LLVMValueRef offset = LLVMBuildSub(unit->build, at, start, "");
    LLVMValueRef most = LLVMBuildSub(unit->build, p[3], p[1], "");
    LLVMValueRef too_far =
        LLVMBuildICmp(unit->build, LLVMIntUGT, offset, most, "");
    LLVMBuildCondBr(unit->build, too_far, outside, done);
    LLVMPositionBuilderAtEnd(unit->build, outside);
    unit_call(unit, HOOK_OUTSIDE, (LLVMValueRef[]){p[0], p[2], p[3], p[4]});
    LLVMBuildUnreachable(unit->build);
    LLVMPositionBuilderAtEnd(unit->build, done);
    LLVMBuildRetVoid(unit->build);
    return helper;
}

static void check(struct unit *unit, LLVMValueRef at, LLVMValueRef address,
                  LLVMValueRef bytes) {
    int64_t offset;
    bool varies;
    LLVMValueRef base = base_of(unit, address, &offset, &varies);
    LLVMValueRef size = size_of(unit, base);
    if (!size)
        return;
    if (!varies && offset >= 0 && LLVMIsAConstantInt(size) &&
        LLVMIsAConstantInt(bytes)) {
        uint64_t wanted = LLVMConstIntGetZExtValue(bytes);
        uint64_t there = LLVMConstIntGetZExtValue(size);
        if (wanted <= there && (uint64_t)offset <= there - wanted)
            return;
    }
    LLVMTypeRef type;
    LLVMValueRef helper = inside_helper(unit, &type);
    LLVMValueRef site = sites_before(unit, at);
    bytes = LLVMBuildIntCast2(unit->build, bytes, unit->i64, false, "");
    LLVMBuildCall2(unit->build, type, helper,
                   (LLVMValueRef[]){address, bytes, base, size, site}, 5, "");
}

void bounds_check(struct unit *unit, LLVMValueRef access) {
    uint64_t bytes;
    LLVMValueRef address = addresses_of(unit, access, &bytes);
    check(unit, access, address, unit_i64(unit, bytes));
}

void bounds_check_block(struct unit *unit, LLVMValueRef call, bool copies) {
    unit_before(unit, call);
    LLVMValueRef bytes = LLVMBuildZExtOrBitCast(
        unit->build, LLVMGetOperand(call, 2), unit->i64, "");
    check(unit, call, LLVMGetOperand(call, 0), bytes);
    if (copies)
        check(unit, call, LLVMGetOperand(call, 1), bytes);
}

void bounds_lend(struct unit *unit, LLVMValueRef call, LLVMValueRef site) {
    unsigned lent = 0;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        LLVMValueRef argument = LLVMGetOperand(call, i);
        int64_t offset;
        bool varies;
        if (LLVMGetTypeKind(LLVMTypeOf(argument)) != LLVMPointerTypeKind)
            continue;
        LLVMValueRef base = base_of(unit, argument, &offset, &varies);
        LLVMValueRef size = size_of(unit, base);
        if (!size || LLVMIsAGlobalVariable(base) || lent == MZ_MOST_LENT)
            continue;
        unit_before(unit, call);
        unit_call(unit, HOOK_LENDS,
                  (LLVMValueRef[]){base, size,
                                   LLVMConstInt(unit->i32, lent++, false),
                                   site});
    }
}
