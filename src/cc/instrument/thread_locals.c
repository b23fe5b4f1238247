// SPDX-License-Identifier: Apache-2.0

#include "cc/instrument/thread_locals.h"

// Linkers define it; hidden, so that no dynamic symbol is needed.
static LLVMValueRef section_start(struct unit *unit) {
    LLVMValueRef start = unit_global(unit, "__start_mz_tls", unit->i8);
    LLVMSetVisibility(start, LLVMHiddenVisibility);
    return start;
}

// block + (image - start)
static LLVMValueRef copy_of(struct unit *unit, LLVMValueRef variable) {
    LLVMBuilderRef build = unit->build;
    LLVMValueRef offset = LLVMBuildSub(
        build, LLVMBuildPtrToInt(build, variable, unit->word, ""),
        LLVMBuildPtrToInt(build, section_start(unit), unit->word, ""), "");
    LLVMValueRef block = unit_call(unit, HOOK_THREAD_BLOCK, NULL);
    return LLVMBuildGEP2(build, unit->i8, block, &offset, 1, "");
}

static bool is_address_call(LLVMValueRef user) {
    return text_starts(ir_callee_name(user), "llvm.threadlocal.address");
}

static void replace_operands(struct unit *unit, LLVMValueRef user,
                             LLVMValueRef variable) {
    // A value that arrives over an edge is computed at that edge's start.
    if (LLVMIsAPHINode(user)) {
        for (unsigned i = 0; i < LLVMCountIncoming(user); i++) {
            if (LLVMGetOperand(user, i) != variable)
                continue;
            unit_before(unit, LLVMGetBasicBlockTerminator(
                                  LLVMGetIncomingBlock(user, i)));
            LLVMSetOperand(user, i, copy_of(unit, variable));
        }
        return;
    }
    unit_before(unit, user);
    LLVMValueRef copy = copy_of(unit, variable);
    for (int i = 0; i < LLVMGetNumOperands(user); i++)
        if (LLVMGetOperand(user, (unsigned)i) == variable)
            LLVMSetOperand(user, (unsigned)i, copy);
}

static void lower(struct unit *unit, LLVMValueRef variable) {
    VEC(LLVMValueRef) users = {0};
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use;
         use = LLVMGetNextUse(use))
        if (LLVMIsAInstruction(LLVMGetUser(use)))
            vec_push(&users, LLVMGetUser(use));
    LLVMSetThreadLocal(variable, false);
    LLVMSetGlobalConstant(variable, false);
    if (!LLVMIsDeclaration(variable)) {
        LLVMSetSection(variable, "mz_tls");
        // Common and zero-initialised variables need room in the image too.
        if (LLVMGetLinkage(variable) == LLVMCommonLinkage)
            LLVMSetLinkage(variable, LLVMWeakAnyLinkage);
    }
    for (size_t i = 0; i < users.count; i++) {
        LLVMValueRef user = users.at[i];
        if (!is_address_call(user)) {
            replace_operands(unit, user, variable);
            continue;
        }
        unit_before(unit, user);
        ir_replace(user, copy_of(unit, variable));
    }
    vec_free(&users);
}

void thread_locals_lower(struct unit *unit) {
    for (LLVMValueRef variable = LLVMGetFirstGlobal(unit->module); variable;
         variable = LLVMGetNextGlobal(variable))
        if (LLVMIsThreadLocal(variable))
            lower(unit, variable);
}
