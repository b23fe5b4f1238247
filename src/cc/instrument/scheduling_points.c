// SPDX-License-Identifier: Apache-2.0

#include "cc/instrument/scheduling_points.h"

#include "cc/ir/library.h"

static bool tells(const struct scheduling_points *s, LLVMValueRef function) {
    for (size_t i = 0; i < s->functions.count; i++)
        if (s->functions.at[i] == function)
            return true;
    return false;
}

enum reach scheduling_points_reach(const struct scheduling_points *s,
                                   LLVMValueRef call) {
    if (!LLVMIsACallInst(call) || LLVMIsAInlineAsm(LLVMGetCalledValue(call)))
        return REACHES_NOBODY;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(callee))
        return REACHES_RUNTIME; // who knows
    if (LLVMGetIntrinsicID(callee) || unit_calls_hook(s->unit, call, REACH_SILENT))
        return REACHES_NOBODY;
    if (library_is_own(callee))
        return !library_is_exact(callee) || tells(s, callee) ? REACHES_PROGRAM
                                                             : REACHES_NOBODY;
    if (ir_is_hook(callee))
        return REACHES_RUNTIME;
    const char *model;
    return library_kind(s->unit, ir_name(callee), &model) == LIBRARY_PURE
               ? REACHES_NOBODY
               : REACHES_PROGRAM; // of another unit
}

static bool has_reach(const struct scheduling_points *s,
                      LLVMValueRef function) {
    for (LLVMValueRef at = ir_first(function); at; at = ir_next(at))
        if (scheduling_points_reach(s, at))
            return true;
    return false;
}

// The least set, so that recursion alone makes none.
void scheduling_points_open(struct scheduling_points *s, struct unit *unit) {
    *s = (struct scheduling_points){.unit = unit};
    for (bool more = true; more;) {
        more = false;
        for (LLVMValueRef f = LLVMGetFirstFunction(unit->module); f;
             f = LLVMGetNextFunction(f))
            if (library_is_own(f) && !tells(s, f) && has_reach(s, f)) {
                vec_push(&s->functions, f);
                more = true;
            }
    }
}

void scheduling_points_close(struct scheduling_points *s) {
    vec_free(&s->functions);
}
