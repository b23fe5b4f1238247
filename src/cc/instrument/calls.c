// SPDX-License-Identifier: Apache-2.0

#include "cc/instrument/calls.h"

#include "cc/instrument/bounds.h"
#include "cc/instrument/libatomic.h"
#include "cc/instrument/nondet.h"
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

// A symbol that is there iff another instrumented module defines the function.
static LLVMValueRef defines(struct unit *unit, const char *name) {
    char symbol[256];
    snprintf(symbol, sizeof symbol, "__mz_defines_%s", name);
    LLVMValueRef defined = LLVMGetNamedGlobal(unit->module, symbol);
    if (!defined) {
        defined = LLVMAddGlobal(unit->module, unit->i8, symbol);
        LLVMSetLinkage(defined, LLVMExternalWeakLinkage);
    }
    return defined;
}

// In a helper: if (condition) hook(arguments).
static void hook_if(struct unit *unit, LLVMValueRef helper,
                    LLVMValueRef condition, enum unit_hook hook,
                    LLVMValueRef *arguments) {
    LLVMBasicBlockRef then =
        LLVMAppendBasicBlockInContext(unit->context, helper, "");
    LLVMBasicBlockRef done =
        LLVMAppendBasicBlockInContext(unit->context, helper, "");
    LLVMBuildCondBr(unit->build, condition, then, done);
    LLVMPositionBuilderAtEnd(unit->build, then);
    unit_call(unit, hook, arguments);
    LLVMBuildBr(unit->build, done);
    LLVMPositionBuilderAtEnd(unit->build, done);
    LLVMBuildRetVoid(unit->build);
}

// void mz.external(function, site, defined): __mz_external(function, site)
// unless defined.
static void call_external(struct unit *unit, LLVMValueRef call,
                          const char *name, LLVMValueRef site) {
    LLVMTypeRef pointer = unit->pointer;
    LLVMTypeRef type = LLVMFunctionType(
        unit->nothing, (LLVMTypeRef[]){pointer, pointer, pointer}, 3, false);
    bool is_new;
    LLVMValueRef helper = unit_helper(unit, "mz.external", type, &is_new);
    if (is_new) {
        LLVMValueRef arguments[3];
        LLVMGetParams(helper, arguments);
        hook_if(unit, helper, LLVMBuildIsNull(unit->build, arguments[2], ""),
                HOOK_EXTERNAL, arguments);
    }
    unit_before(unit, call);
    LLVMValueRef arguments[] = {LLVMGetCalledValue(call), site,
                                defines(unit, name)};
    LLVMBuildCall2(unit->build, type, helper, arguments, 3, "");
}

// Linkers define them; hidden, so that no dynamic symbol is needed.
static LLVMValueRef edge(struct unit *unit, const char *symbol) {
    LLVMValueRef edge = unit_global(unit, symbol, unit->i8);
    LLVMSetVisibility(edge, LLVMHiddenVisibility);
    return LLVMBuildPtrToInt(unit->build, edge, unit->word, "");
}

// void mz.pointer(function, site): __mz_indirect(function, site) unless the
// function is one of those that were compiled by us.
static void call_pointer(struct unit *unit, LLVMValueRef call) {
    LLVMTypeRef pointer = unit->pointer;
    LLVMTypeRef type = LLVMFunctionType(
        unit->nothing, (LLVMTypeRef[]){pointer, pointer}, 2, false);
    LLVMBuilderRef build = unit->build;
    bool is_new;
    LLVMValueRef helper = unit_helper(unit, "mz.pointer", type, &is_new);
    if (is_new) {
        LLVMValueRef arguments[2];
        LLVMGetParams(helper, arguments);
        LLVMValueRef start = edge(unit, "__start_mz_code");
        LLVMValueRef offset = LLVMBuildSub(
            build, LLVMBuildPtrToInt(build, arguments[0], unit->word, ""),
            start, "");
        LLVMValueRef size =
            LLVMBuildSub(build, edge(unit, "__stop_mz_code"), start, "");
        hook_if(unit, helper,
                LLVMBuildICmp(build, LLVMIntUGE, offset, size, ""),
                HOOK_INDIRECT, arguments);
    }
    LLVMValueRef site = sites_before(unit, call);
    unit_leave_site(unit, site);
    LLVMBuildCall2(build, type, helper,
                   (LLVMValueRef[]){LLVMGetCalledValue(call), site}, 2, "");
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
        bounds_check_block(unit, call, strcmp(model, "memset") != 0);
        unit_before(unit, call);
        call_block(unit, call, block_hook(model), site);
    } else if (!strcmp(model, "__VERIFIER_atomic_begin")) {
        unit_call(unit, HOOK_ATOMIC_BEGIN, &site);
        LLVMInstructionEraseFromParent(call);
    } else if (!strcmp(model, "__VERIFIER_atomic_end")) {
        unit_call(unit, HOOK_ATOMIC_END, &site);
        LLVMInstructionEraseFromParent(call);
    } else {
        if (text_starts(name, "__VERIFIER_nondet_"))
            nondet_tell(unit, call);
        if (!*words)
            bounds_lend(unit, call, site);
        unit_leave_site(unit, site);
    }
}

// Whatever the program's own definition does, to call it is the error.
static bool is_error(const char *name) {
    return !strcmp(name, "reach_error") || !strcmp(name, "__VERIFIER_error");
}

static void call_error(struct unit *unit, LLVMValueRef call, const char *name) {
    LLVMValueRef site = sites_named(unit, call, name);
    unit_before(unit, call);
    unit_call(unit, HOOK_ERROR, &site);
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
    if (named && is_error(library_name(callee)))
        call_error(unit, call, library_name(callee));
    if (!named) {
        call_pointer(unit, call); // it may reach a model
        return;
    }
    LLVMValueRef site = sites_before(unit, call); // the stack may end here
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

// ------------------------------------------------------------------ pointers

static bool is_only_called(LLVMValueRef user, LLVMValueRef function) {
    if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function)
        return false;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
        if (LLVMGetOperand(user, i) == function)
            return false;
    return true;
}

static bool is_address_taken(LLVMValueRef function) {
    for (LLVMUseRef use = LLVMGetFirstUse(function); use;
         use = LLVMGetNextUse(use))
        if (!is_only_called(LLVMGetUser(use), function))
            return true;
    return false;
}

// What __mz_indirect may meet: models and pure functions are known, all others
// if somebody has compiled them.
static LLVMValueRef row(struct unit *unit, LLVMValueRef function) {
    const char *name = library_name(function), *model;
    bool known = library_is_own(function) || text_starts(name, "__mz_") ||
                 library_kind(unit, name, &model) != LIBRARY_UNKNOWN;
    LLVMValueRef fields[] = {function, unit_text(unit, name),
                             known ? function : defines(unit, name)};
    return unit_row(unit, "mz.function", "mz_functions",
                    LLVMConstStructInContext(unit->context, fields, 3, false));
}

void calls_list(struct unit *unit) {
    VEC(LLVMValueRef) rows = {0};
    for (LLVMValueRef function = LLVMGetFirstFunction(unit->module); function;
         function = LLVMGetNextFunction(function)) {
        const char *section = LLVMGetSection(function);
        bool elsewhere = section && *section;
        if (LLVMGetIntrinsicID(function))
            continue;
        if (library_is_own(function) && !elsewhere)
            LLVMSetSection(function, "mz_code");
        else if (is_address_taken(function))
            vec_push(&rows, function);
    }
    for (size_t i = 0; i < rows.count; i++)
        rows.at[i] = row(unit, rows.at[i]);
    if (rows.count)
        unit_keep(unit, rows.at, (unsigned)rows.count);
    vec_free(&rows);
}
