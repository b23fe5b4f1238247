// SPDX-License-Identifier: Apache-2.0

#include "cc/instrument/divisions.h"

#include "cc/ir/ir.h"
#include "cc/names/sites.h"

// void mz.divides(fails, site): __mz_divides(site) if it fails.
static LLVMValueRef divides_helper(struct unit *unit, LLVMTypeRef *type) {
    LLVMTypeRef parameters[] = {LLVMInt1TypeInContext(unit->context),
                                unit->pointer};
    *type = LLVMFunctionType(unit->nothing, parameters, 2, false);
    bool is_new;
    LLVMValueRef helper = unit_helper(unit, "mz.divides", *type, &is_new);
    if (!is_new)
        return helper;
    LLVMBasicBlockRef fails =
        LLVMAppendBasicBlockInContext(unit->context, helper, "");
    LLVMBasicBlockRef done =
        LLVMAppendBasicBlockInContext(unit->context, helper, "");
    LLVMBuildCondBr(unit->build, LLVMGetParam(helper, 0), fails, done);
    LLVMPositionBuilderAtEnd(unit->build, fails);
    LLVMValueRef site = LLVMGetParam(helper, 1);
    unit_call(unit, HOOK_DIVIDES, &site);
    LLVMBuildUnreachable(unit->build);
    LLVMPositionBuilderAtEnd(unit->build, done);
    LLVMBuildRetVoid(unit->build);
    return helper;
}

static LLVMValueRef equals(struct unit *unit, LLVMValueRef a, LLVMValueRef b) {
    return LLVMBuildICmp(unit->build, LLVMIntEQ, a, b, "");
}

static LLVMValueRef least(struct unit *unit, LLVMTypeRef type) {
    unsigned sign = LLVMGetIntTypeWidth(type) - 1;
    return LLVMBuildShl(unit->build, LLVMConstInt(type, 1, false),
                        LLVMConstInt(type, sign, false), "");
}

// Most often it is divided by a constant.
static bool always_has_result(LLVMValueRef divisor) {
    LLVMTypeRef type = LLVMTypeOf(divisor);
    return LLVMGetTypeKind(type) != LLVMIntegerTypeKind ||
           (LLVMIsAConstantInt(divisor) && divisor != LLVMConstNull(type) &&
            divisor != LLVMConstAllOnes(type));
}

void divisions_check(struct unit *unit, LLVMValueRef at) {
    LLVMOpcode opcode = LLVMGetInstructionOpcode(at);
    LLVMTypeRef type = LLVMTypeOf(at), helper_type;
    LLVMValueRef dividend = LLVMGetOperand(at, 0);
    LLVMValueRef divisor = LLVMGetOperand(at, 1);
    if (always_has_result(divisor))
        return;
    LLVMValueRef helper = divides_helper(unit, &helper_type);
    LLVMValueRef site = sites_before(unit, at);
    LLVMValueRef fails = equals(unit, divisor, LLVMConstNull(type));
    if (opcode == LLVMSDiv || opcode == LLVMSRem) {
        LLVMValueRef minus = equals(unit, divisor, LLVMConstAllOnes(type));
        LLVMValueRef over = equals(unit, dividend, least(unit, type));
        over = LLVMBuildAnd(unit->build, minus, over, "");
        fails = LLVMBuildOr(unit->build, fails, over, "");
    }
    LLVMBuildCall2(unit->build, helper_type, helper,
                   (LLVMValueRef[]){fails, site}, 2, "");
}
