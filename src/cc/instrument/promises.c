// SPDX-License-Identifier: Apache-2.0

#include "cc/instrument/promises.h"

#include "cc/ir/library.h"

#include <string.h>

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

static void drop_from_call(LLVMValueRef call, const struct kinds *kinds) {
    int last = (int)LLVMGetNumArgOperands(call);
    for (int i = -1; i <= last; i++)
        for (size_t k = 0; k < PROMISES; k++)
            if (kinds->at[k])
                LLVMRemoveCallSiteEnumAttribute(call, (LLVMAttributeIndex)i,
                                                kinds->at[k]);
}

static void drop(LLVMValueRef function, const struct kinds *kinds) {
    int last = (int)LLVMCountParams(function);
    for (int i = -1; i <= last; i++)
        for (size_t k = 0; k < PROMISES; k++)
            if (kinds->at[k])
                LLVMRemoveEnumAttributeAtIndex(function, (LLVMAttributeIndex)i,
                                               kinds->at[k]);
    for (LLVMUseRef use = LLVMGetFirstUse(function); use;
         use = LLVMGetNextUse(use))
        if (LLVMIsACallInst(LLVMGetUser(use)))
            drop_from_call(LLVMGetUser(use), kinds);
}

void promises_drop(struct unit *unit) {
    struct kinds kinds;
    for (size_t k = 0; k < PROMISES; k++)
        kinds.at[k] =
            LLVMGetEnumAttributeKindForName(promises[k], strlen(promises[k]));
    const char *model;
    for (LLVMValueRef function = LLVMGetFirstFunction(unit->module); function;
         function = LLVMGetNextFunction(function))
        if (!LLVMGetIntrinsicID(function) &&
            library_kind(unit, library_name(function), &model) != LIBRARY_PURE)
            drop(function, &kinds);
}
