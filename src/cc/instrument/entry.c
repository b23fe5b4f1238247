// SPDX-License-Identifier: Apache-2.0

#include "cc/instrument/entry.h"

#include "cc/instrument/constructors.h"
#include "cc/ir/library.h"
#include "cc/names/sites.h"

static LLVMTypeRef main_type(struct unit *unit) {
    LLVMTypeRef parameters[] = {unit->i32, unit->pointer, unit->pointer};
    return LLVMFunctionType(unit->i32, parameters, 3, false);
}

// int __mz_main(argc, argv, envp), which calls what comes before main, and
// passes on as much as that takes.
static void wrap_main(struct unit *unit, LLVMValueRef body) {
    LLVMValueRef wrapper =
        LLVMAddFunction(unit->module, "__mz_main", main_type(unit));
    LLVMBasicBlockRef block =
        LLVMAppendBasicBlockInContext(unit->context, wrapper, "");
    LLVMPositionBuilderAtEnd(unit->build, block);
    LLVMSetCurrentDebugLocation2(unit->build, NULL);
    constructors_call(unit, wrapper);
    LLVMValueRef arguments[3];
    LLVMGetParams(wrapper, arguments);
    unsigned count = LLVMCountParams(body);
    LLVMTypeRef type = LLVMGlobalGetValueType(body);
    LLVMValueRef result = LLVMBuildCall2(unit->build, type, body, arguments,
                                         count < 3 ? count : 3, "");
    if (LLVMGetTypeKind(LLVMTypeOf(result)) == LLVMVoidTypeKind)
        result = unit_i32(unit, 0);
    LLVMBuildRet(unit->build, result);
}

// Where main returns, by the line of each return statement: that of the branch
// to the one place where all of them meet.
static void leave_places(struct unit *unit, LLVMValueRef end) {
    LLVMValueRef result =
        LLVMGetNumOperands(end) ? LLVMGetOperand(end, 0) : NULL;
    if (!result)
        return;
    if (!LLVMIsAPHINode(result) ||
        LLVMGetInstructionParent(result) != LLVMGetInstructionParent(end)) {
        LLVMValueRef site = sites_before(unit, end);
        unit_leave_site(unit, site);
        return;
    }
    for (unsigned i = 0; i < LLVMCountIncoming(result); i++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(result, i);
        LLVMValueRef site =
            sites_before(unit, LLVMGetBasicBlockTerminator(from));
        unit_leave_site(unit, site);
    }
}

static void leave_places_of_returns(struct unit *unit, LLVMValueRef body) {
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(body); block;
         block = LLVMGetNextBasicBlock(block)) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
        if (last && LLVMIsAReturnInst(last))
            leave_places(unit, last);
    }
}

void entry_rename_main(struct unit *unit) {
    LLVMValueRef body = LLVMGetNamedFunction(unit->module, "main");
    if (!body)
        return;
    if (!library_is_own(body)) {
        LLVMSetValueName2(body, "__mz_main", 9);
        return;
    }
    leave_places_of_returns(unit, body);
    LLVMSetValueName2(body, "__mz_main_body", 14);
    LLVMSetLinkage(body, LLVMInternalLinkage);
    wrap_main(unit, body);
}

void entry_make_atomic(struct unit *unit, LLVMValueRef function) {
    const char *name = ir_name(function);
    if (!text_starts(name, "__VERIFIER_atomic_") ||
        text_is_one_of(name, "__VERIFIER_atomic_begin __VERIFIER_atomic_end"))
        return;
    LLVMValueRef site = sites_of_function(unit, function);
    unit_at_entry(unit, function);
    unit_call(unit, HOOK_ATOMIC_BEGIN, &site);
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
         block = LLVMGetNextBasicBlock(block)) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
        if (!last || !LLVMIsAReturnInst(last))
            continue;
        unit_before(unit, last);
        LLVMValueRef end = sites_named(unit, last, name);
        unit_call(unit, HOOK_ATOMIC_END, &end);
    }
}
