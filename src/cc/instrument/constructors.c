// SPDX-License-Identifier: Apache-2.0

#include "cc/instrument/constructors.h"

#include "cc/names/sites.h"

#include <stdlib.h>

struct constructor {
    uint64_t priority;
    size_t index; // equal priorities keep their order
    LLVMValueRef function;
};

struct constructors {
    struct constructor *at;
    size_t count, room;
};

static int by_priority(const void *a, const void *b) {
    const struct constructor *x = a, *y = b;
    if (x->priority != y->priority)
        return x->priority < y->priority ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

// Takes the module's list away: [{ priority, function, data }].
static void take(struct unit *unit, const char *name,
                 struct constructors *rows) {
    LLVMValueRef list = LLVMGetNamedGlobal(unit->module, name);
    if (!list)
        return;
    LLVMValueRef all = LLVMGetInitializer(list);
    for (int i = 0, n = all ? LLVMGetNumOperands(all) : 0; i < n; i++) {
        LLVMValueRef one = LLVMGetOperand(all, (unsigned)i);
        uint64_t priority = LLVMConstIntGetZExtValue(LLVMGetOperand(one, 0));
        vec_push(rows, (struct constructor){priority, (size_t)i,
                                            LLVMGetOperand(one, 1)});
    }
    LLVMDeleteGlobal(list);
    if (rows->count)
        qsort(rows->at, rows->count, sizeof *rows->at, by_priority);
}

// void mz.destructors(void): atexit(f) for each; the last one runs first.
static LLVMValueRef registration(struct unit *unit,
                                 const struct constructors *rows) {
    LLVMTypeRef type = LLVMFunctionType(unit->nothing, NULL, 0, false);
    LLVMValueRef function =
        LLVMAddFunction(unit->module, "mz.destructors", type);
    LLVMSetLinkage(function, LLVMInternalLinkage);
    LLVMPositionBuilderAtEnd(unit->build, LLVMAppendBasicBlockInContext(
                                              unit->context, function, ""));
    LLVMSetCurrentDebugLocation2(unit->build, NULL);
    LLVMTypeRef parameter = unit->pointer;
    LLVMTypeRef atexit_type = LLVMFunctionType(unit->i32, &parameter, 1, false);
    LLVMValueRef callee = unit_function(unit, "atexit", atexit_type);
    for (size_t i = 0; i < rows->count; i++) {
        LLVMValueRef one = rows->at[i].function;
        unit_leave_site(unit, sites_of_function(unit, one));
        LLVMBuildCall2(unit->build, atexit_type, callee, &one, 1, "");
    }
    LLVMBuildRetVoid(unit->build);
    return function;
}

// Pointers that the program itself puts where the loader looks for them: its
// code cannot run before the runtime does.
static void move_lists(struct unit *unit) {
    for (LLVMValueRef at = LLVMGetFirstGlobal(unit->module); at;
         at = LLVMGetNextGlobal(at)) {
        const char *section = LLVMGetSection(at);
        if (!section || !LLVMGetInitializer(at) ||
            !text_starts_with_one_of(section, ".init_array .preinit_array"))
            continue;
        LLVMSetGlobalConstant(at, false);
        LLVMSetSection(at, "mz_constructors");
    }
}

void constructors_list(struct unit *unit) {
    struct constructors before = {0}, after = {0};
    move_lists(unit);
    take(unit, "llvm.global_ctors", &before);
    take(unit, "llvm.global_dtors", &after);
    VEC(LLVMValueRef) rows = {0};
    if (after.count) // first: what constructors register runs before these
        vec_push(&rows, unit_row(unit, "mz.constructor", "mz_constructors",
                                 registration(unit, &after)));
    for (size_t i = 0; i < before.count; i++)
        vec_push(&rows, unit_row(unit, "mz.constructor", "mz_constructors",
                                 before.at[i].function));
    if (rows.count)
        unit_keep(unit, rows.at, (unsigned)rows.count);
    vec_free(&rows);
    vec_free(&before);
    vec_free(&after);
}

static LLVMValueRef border(struct unit *unit, const char *name) {
    LLVMValueRef symbol = LLVMAddGlobal(unit->module, unit->pointer, name);
    LLVMSetLinkage(symbol, LLVMExternalWeakLinkage);
    LLVMSetVisibility(symbol, LLVMHiddenVisibility);
    return symbol;
}

void constructors_call(struct unit *unit, LLVMValueRef function) {
    LLVMBuilderRef build = unit->build;
    LLVMContextRef context = unit->context;
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
    LLVMBasicBlockRef test =
        LLVMAppendBasicBlockInContext(context, function, "");
    LLVMBasicBlockRef body =
        LLVMAppendBasicBlockInContext(context, function, "");
    LLVMBasicBlockRef done =
        LLVMAppendBasicBlockInContext(context, function, "");
    LLVMValueRef start = border(unit, "__start_mz_constructors");
    LLVMValueRef stop = border(unit, "__stop_mz_constructors");
    LLVMPositionBuilderAtEnd(build, entry);
    LLVMBuildBr(build, test);
    LLVMPositionBuilderAtEnd(build, test);
    LLVMValueRef at = LLVMBuildPhi(build, unit->pointer, "");
    LLVMBuildCondBr(build, LLVMBuildICmp(build, LLVMIntEQ, at, stop, ""), done,
                    body);
    LLVMPositionBuilderAtEnd(build, body);
    LLVMValueRef one = LLVMBuildLoad2(build, unit->pointer, at, "");
    LLVMTypeRef types[] = {unit->i32, unit->pointer, unit->pointer};
    LLVMTypeRef type = LLVMFunctionType(unit->nothing, types, 3, false);
    LLVMValueRef arguments[3];
    LLVMGetParams(function, arguments);
    LLVMBuildCall2(build, type, one, arguments, 3, "");
    LLVMValueRef step = unit_i64(unit, 1);
    LLVMValueRef next = LLVMBuildGEP2(build, unit->pointer, at, &step, 1, "");
    LLVMBuildBr(build, test);
    LLVMAddIncoming(at, (LLVMValueRef[]){start, next},
                    (LLVMBasicBlockRef[]){entry, body}, 2);
    LLVMPositionBuilderAtEnd(build, done);
}
