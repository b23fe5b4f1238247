// SPDX-License-Identifier: Apache-2.0

#include "cc/instrument/calls.h"

#include "base/memory.h"
#include "cc/names/debug.h"
#include "cc/instrument/libatomic.h"
#include "cc/names/explain.h"

#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- the table

struct row {
    const char *name, *model;
    enum calls_kind kind;
};

#define KIND_sync CALLS_SYNC
#define KIND_thread CALLS_THREAD
#define KIND_atomic CALLS_ATOMIC
#define KIND_memory CALLS_MEMORY
#define KIND_string CALLS_STRING
#define KIND_stdio CALLS_STDIO
#define KIND_time CALLS_TIME
#define KIND_process CALLS_PROCESS
#define KIND_verifier CALLS_VERIFIER

static const struct row table[] = {
#define LIBRARY(name, kind) {#name, #name, KIND_##kind},
#define ALIAS(name, model, kind) {#name, #model, KIND_##kind},
#define PURE(name) {#name, NULL, CALLS_PURE},
#include "cc/instrument/library.def"
#undef LIBRARY
#undef ALIAS
#undef PURE
};

enum { ROWS = sizeof table / sizeof *table };

static void read_table(struct text_map *map) {
    bool is_new;
    for (size_t i = 0; i < ROWS; i++)
        text_map_put(map, table[i].name, i, &is_new);
}

enum calls_kind calls_kind(struct unit *unit, const char *name,
                           const char **model) {
    if (!unit->library.rows.table.count)
        read_table(&unit->library);
    size_t index;
    if (!text_map_get(&unit->library, name, &index)) {
        *model = NULL;
        return CALLS_UNKNOWN;
    }
    *model = table[index].model;
    return table[index].kind;
}

// -------------------------------------------------------------------- names

static const char *name_of(LLVMValueRef function) {
    size_t length;
    const char *name = LLVMGetValueName2(function, &length);
    return *name == '\1' ? name + 1 : name;
}

bool calls_is_defined(LLVMValueRef function) {
    // An inline function of a header is the library's, not the program's.
    return LLVMGetFirstBasicBlock(function) &&
           LLVMGetLinkage(function) != LLVMAvailableExternallyLinkage;
}

static bool is_block_function(const char *model) {
    return !strcmp(model, "memcpy") || !strcmp(model, "memmove") ||
           !strcmp(model, "memset");
}

const char *calls_model(const char *name) {
    for (size_t i = 0; i < ROWS; i++)
        if (table[i].model && !strcmp(table[i].name, name))
            return is_block_function(table[i].model) ? NULL : table[i].model;
    return NULL;
}

LLVMValueRef calls_object(struct unit *unit, LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    const char *model;
    if (!LLVMIsAFunction(callee) || calls_is_defined(callee) ||
        LLVMGetNumArgOperands(call) == 0 ||
        calls_kind(unit, name_of(callee), &model) != CALLS_SYNC)
        return NULL;
    LLVMValueRef first = LLVMGetOperand(call, 0);
    return LLVMTypeOf(first) == unit->pointer ? first : NULL;
}

static enum unit_hook block_hook(const char *model) {
    return !strcmp(model, "memcpy")    ? HOOK_MEMCPY
           : !strcmp(model, "memmove") ? HOOK_MEMMOVE
                                       : HOOK_MEMSET;
}

// -------------------------------------------------------------------- calls

static void replace(LLVMValueRef call, LLVMValueRef by) {
    LLVMReplaceAllUsesWith(call, by);
    LLVMInstructionEraseFromParent(call);
}

// memcpy & co., called as functions: their hooks take the site themselves.
static void call_block(struct unit *unit, LLVMValueRef call,
                       enum unit_hook hook, LLVMValueRef site) {
    LLVMValueRef arguments[4];
    for (unsigned i = 0; i < 3; i++)
        arguments[i] = LLVMGetOperand(call, i);
    arguments[3] = site;
    replace(call, unit_call(unit, hook, arguments));
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
    unit_call(unit, HOOK_WRITE,
              (LLVMValueRef[]){LLVMGetOperand(call, 0), unit_i64(unit, size),
                               unit_i64(unit, 0), site});
    return true;
}

static void call_declared(struct unit *unit, LLVMValueRef call,
                          const char *name) {
    const char *model;
    if (call_setjmp(unit, call, name))
        return;
    enum calls_kind kind = calls_kind(unit, name, &model);
    if (kind == CALLS_PURE || libatomic_call(unit, call, name))
        return;
    const char *words =
        calls_object(unit, call) ? words_access(unit, call) : "";
    LLVMValueRef site = sites_named(unit, call, *words ? words : name);
    unit_before(unit, call);
    if (kind == CALLS_UNKNOWN) {
        call_external(unit, call, name, site);
    } else if (is_block_function(model) && LLVMGetNumArgOperands(call) == 3) {
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
    if (!LLVMIsAFunction(callee)) {
        // Through a pointer it may reach a model as well.
        LLVMValueRef site = sites_of(unit, call);
        unit_before(unit, call);
        unit_leave_site(unit, site);
        return;
    }
    if (unit_is_hook(unit, callee))
        return;
    if (!calls_is_defined(callee)) {
        call_declared(unit, call, name_of(callee));
    } else { // the stack may end here
        LLVMValueRef site = sites_of(unit, call);
        unit_before(unit, call);
        unit_leave_site(unit, site);
    }
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
    LLVMValueRef at = LLVMGetNamedGlobal(unit->module, "__mz_at");
    if (!at)
        at = LLVMAddGlobal(unit->module, unit->pointer, "__mz_at");
    arguments[3] = LLVMBuildLoad2(unit->build, unit->pointer, at, "");
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
    if (is_block_function(model)) {
        by = block_function(unit, model);
    } else {
        by = LLVMGetNamedFunction(unit->module, name);
        if (!by)
            by = LLVMAddFunction(unit->module, name,
                                 LLVMGlobalGetValueType(function));
        if (unit_has_attribute(function, LLVMAttributeFunctionIndex,
                               "noreturn"))
            LLVMAddAttributeAtIndex(
                by, LLVMAttributeFunctionIndex,
                LLVMCreateEnumAttribute(
                    unit->context,
                    LLVMGetEnumAttributeKindForName("noreturn", 8), 0));
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
        if (calls_is_defined(function) || LLVMGetIntrinsicID(function) ||
            unit_is_hook(unit, function))
            continue;
        calls_kind(unit, name_of(function), &model);
        if (model)
            rename_function(unit, function, model);
    }
}

void calls_define(struct unit *unit) {
    for (LLVMValueRef function = LLVMGetFirstFunction(unit->module); function;
         function = LLVMGetNextFunction(function)) {
        LLVMLinkage linkage = LLVMGetLinkage(function);
        if (!calls_is_defined(function) || unit_is_hook(unit, function) ||
            linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage)
            continue;
        char symbol[256];
        snprintf(symbol, sizeof symbol, "__mz_defines_%s", name_of(function));
        LLVMValueRef alias =
            LLVMAddAlias2(unit->module, unit->i8, 0, function, symbol);
        if (linkage != LLVMExternalLinkage)
            LLVMSetLinkage(alias, LLVMWeakAnyLinkage);
    }
}

// ------------------------------------------------------------------- effects

// What the front end promises of a function's effects.
static const char *const promises[] = {
    "memory",       "willreturn", "nosync",       "nofree",
    "speculatable", "noalias",    "mustprogress", "norecurse",
    "nocallback",   "readnone",   "readonly",     "writeonly",
    "allockind",    "allocsize",  "returned",     "nocapture"};

enum { PROMISES = sizeof promises / sizeof *promises };

struct kinds {
    unsigned at[PROMISES];
};

static void distrust_call(LLVMValueRef call, const struct kinds *kinds) {
    int last = (int)LLVMGetNumArgOperands(call);
    for (int i = -1; i <= last; i++)
        for (size_t k = 0; k < PROMISES; k++)
            if (kinds->at[k])
                LLVMRemoveCallSiteEnumAttribute(call, (LLVMAttributeIndex)i,
                                                kinds->at[k]);
}

static void distrust(LLVMValueRef function, const struct kinds *kinds) {
    int last = (int)LLVMCountParams(function);
    for (int i = -1; i <= last; i++)
        for (size_t k = 0; k < PROMISES; k++)
            if (kinds->at[k])
                LLVMRemoveEnumAttributeAtIndex(function, (LLVMAttributeIndex)i,
                                               kinds->at[k]);
    for (LLVMUseRef use = LLVMGetFirstUse(function); use;
         use = LLVMGetNextUse(use))
        if (LLVMIsACallInst(LLVMGetUser(use)))
            distrust_call(LLVMGetUser(use), kinds);
}

void calls_distrust(struct unit *unit) {
    struct kinds kinds;
    for (size_t k = 0; k < PROMISES; k++)
        kinds.at[k] =
            LLVMGetEnumAttributeKindForName(promises[k], strlen(promises[k]));
    const char *model;
    for (LLVMValueRef function = LLVMGetFirstFunction(unit->module); function;
         function = LLVMGetNextFunction(function))
        if (!LLVMGetIntrinsicID(function) &&
            calls_kind(unit, name_of(function), &model) != CALLS_PURE)
            distrust(function, &kinds);
}
