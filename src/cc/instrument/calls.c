// SPDX-License-Identifier: Apache-2.0

#include "cc/instrument/calls.h"

#include "cc/instrument/libatomic.h"
#include "cc/ir/library.h"
#include "cc/names/sites.h"

#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static enum unit_hook block_hook(const char *model) {
    return !strcmp(model, "memcpy")    ? HOOK_MEMCPY
           : !strcmp(model, "memmove") ? HOOK_MEMMOVE
                                       : HOOK_MEMSET;
}

// -------------------------------------------------------------------- calls

// memcpy & co., called as functions: their hooks take the site themselves.
static void call_block(struct unit *unit, LLVMValueRef call,
                       enum unit_hook hook, LLVMValueRef site) {
    LLVMValueRef arguments[4];
    for (unsigned i = 0; i < 3; i++)
        arguments[i] = LLVMGetOperand(call, i);
    arguments[3] = site;
    ir_replace(call, unit_call(unit, hook, arguments));
}

// void mz.external(defined, site): __mz_external(site) unless defined.
static void call_external(struct unit *unit, LLVMValueRef call,
                          const char *name, LLVMValueRef site) {
    char symbol[256];
    snprintf(symbol, sizeof symbol, "__mz_defines_%s", name);
    LLVMValueRef defined = LLVMGetNamedGlobal(unit->module, symbol);
    if (!defined) {
        defined = LLVMAddGlobal(unit->module, unit->i8, symbol);
        LLVMSetLinkage(defined, LLVMExternalWeakLinkage);
    }
    LLVMTypeRef parameters[] = {unit->pointer, unit->pointer};
    LLVMTypeRef type = LLVMFunctionType(unit->nothing, parameters, 2, false);
    bool is_new;
    LLVMValueRef helper = unit_helper(unit, "mz.external", type, &is_new);
    if (is_new) {
        LLVMBasicBlockRef unknown =
            LLVMAppendBasicBlockInContext(unit->context, helper, "");
        LLVMBasicBlockRef done =
            LLVMAppendBasicBlockInContext(unit->context, helper, "");
        LLVMValueRef missing =
            LLVMBuildIsNull(unit->build, LLVMGetParam(helper, 0), "");
        LLVMBuildCondBr(unit->build, missing, unknown, done);
        LLVMPositionBuilderAtEnd(unit->build, unknown);
        LLVMValueRef place = LLVMGetParam(helper, 1);
        unit_call(unit, HOOK_EXTERNAL, &place);
        LLVMBuildBr(unit->build, done);
        LLVMPositionBuilderAtEnd(unit->build, done);
        LLVMBuildRetVoid(unit->build);
    }
    unit_before(unit, call);
    LLVMBuildCall2(unit->build, type, helper, (LLVMValueRef[]){defined, site},
                   2, "");
}

// The environment that setjmp fills in is memory of the program.
static bool call_setjmp(struct unit *unit, LLVMValueRef call,
                        const char *name) {
    bool mask = !strcmp(name, "__sigsetjmp") || !strcmp(name, "sigsetjmp");
    if (!mask && strcmp(name, "_setjmp") && strcmp(name, "setjmp"))
        return false;
    LLVMValueRef saves = mask ? LLVMGetOperand(call, 1) : NULL;
    bool whole = mask && !(LLVMIsAConstantInt(saves) && LLVMIsNull(saves));
    size_t size =
        whole ? sizeof(jmp_buf) : offsetof(struct __jmp_buf_tag, __saved_mask);
    LLVMValueRef site = sites_named(unit, call, name);
    unit_before(unit, call);
    unit_announce_write(unit, LLVMGetOperand(call, 0), unit_i64(unit, size),
                        unit_i64(unit, 0), site);
    return true;
}

static void call_declared(struct unit *unit, LLVMValueRef call,
                          const char *name) {
    const char *model;
    if (call_setjmp(unit, call, name))
        return;
    enum library_kind kind = library_kind(unit, name, &model);
    if (kind == LIBRARY_PURE || libatomic_call(unit, call, name))
        return;
    const char *words =
        library_object(unit, call) ? sites_expression(unit, call) : "";
    LLVMValueRef site = sites_named(unit, call, *words ? words : name);
    unit_before(unit, call);
    if (kind == LIBRARY_UNKNOWN) {
        call_external(unit, call, name, site);
    } else if (library_is_block(model) && LLVMGetNumArgOperands(call) == 3) {
        call_block(unit, call, block_hook(model), site);
    } else if (!strcmp(model, "__VERIFIER_atomic_begin")) {
        unit_call(unit, HOOK_ATOMIC_BEGIN, &site);
        LLVMInstructionEraseFromParent(call);
    } else if (!strcmp(model, "__VERIFIER_atomic_end")) {
        unit_call(unit, HOOK_ATOMIC_END, &site);
        LLVMInstructionEraseFromParent(call);
    } else {
        unit_leave_site(unit, site);
    }
}

void calls_instrument(struct unit *unit, LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    bool named = LLVMIsAFunction(callee);
    if (named && ir_is_hook(callee))
        return;
    if (named && !library_is_own(callee)) {
        call_declared(unit, call, library_name(callee));
        return;
    }
    // Through a pointer it may reach a model; and the stack may end here.
    LLVMValueRef site = sites_before(unit, call);
    unit_leave_site(unit, site);
}

// ------------------------------------------------------------------ renames

// memcpy as a value: void *f(to, from or byte, size), with the last place
// that was left in __mz_at.
static LLVMValueRef block_function(struct unit *unit, const char *model) {
    char name[32];
    snprintf(name, sizeof name, "mz.%s", model);
    bool bytes = !strcmp(model, "memset");
    LLVMTypeRef parameters[] = {unit->pointer,
                                bytes ? unit->i32 : unit->pointer, unit->i64};
    LLVMTypeRef type = LLVMFunctionType(unit->pointer, parameters, 3, false);
    bool is_new;
    LLVMValueRef helper = unit_helper(unit, name, type, &is_new);
    if (!is_new)
        return helper;
    LLVMValueRef arguments[4];
    LLVMGetParams(helper, arguments);
    arguments[3] =
        LLVMBuildLoad2(unit->build, unit->pointer, unit_at(unit), "");
    LLVMBuildRet(unit->build, unit_call(unit, block_hook(model), arguments));
    return helper;
}

static void rename_function(struct unit *unit, LLVMValueRef function,
                            const char *model) {
    if (!LLVMGetFirstUse(function)) {
        LLVMDeleteFunction(function);
        return;
    }
    char name[128];
    snprintf(name, sizeof name, "__mz_%s", model);
    LLVMValueRef by;
    if (library_is_block(model)) {
        by = block_function(unit, model);
    } else {
        by = unit_function(unit, name, LLVMGlobalGetValueType(function));
        if (unit_has_attribute(function, LLVMAttributeFunctionIndex,
                               "noreturn"))
            unit_add_attribute(unit, by, "noreturn");
    }
    LLVMReplaceAllUsesWith(function, by);
    LLVMDeleteFunction(function);
}

void calls_rename(struct unit *unit) {
    LLVMValueRef next;
    for (LLVMValueRef function = LLVMGetFirstFunction(unit->module); function;
         function = next) {
        next = LLVMGetNextFunction(function);
        const char *model;
        if (library_is_own(function) || LLVMGetIntrinsicID(function) ||
            ir_is_hook(function))
            continue;
        library_kind(unit, library_name(function), &model);
        if (model)
            rename_function(unit, function, model);
    }
}

// A definition of the program's own under a name of the library's is for its
// own calls: other libraries, which call their own malloc, do not see it.
static void hide_from_libraries(struct unit *unit, LLVMValueRef function) {
    const char *model;
    if (library_kind(unit, library_name(function), &model) != LIBRARY_UNKNOWN)
        LLVMSetVisibility(function, LLVMHiddenVisibility);
}

void calls_define(struct unit *unit) {
    for (LLVMValueRef function = LLVMGetFirstFunction(unit->module); function;
         function = LLVMGetNextFunction(function)) {
        LLVMLinkage linkage = LLVMGetLinkage(function);
        if (!library_is_own(function) || ir_is_hook(function) ||
            linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage)
            continue;
        char symbol[256];
        snprintf(symbol, sizeof symbol, "__mz_defines_%s",
                 library_name(function));
        LLVMValueRef alias =
            LLVMAddAlias2(unit->module, unit->i8, 0, function, symbol);
        if (linkage != LLVMExternalLinkage)
            LLVMSetLinkage(alias, LLVMWeakAnyLinkage);
        hide_from_libraries(unit, function);
    }
}
