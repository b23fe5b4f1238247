// SPDX-License-Identifier: Apache-2.0

#include "cc/loops/steady_terms.h"

#include "cc/loops/effects.h"
#include "cc/loops/retries.h"

enum { DEEPEST = 8 }; // expressions

struct steadiness {
    struct unit *unit;
    const struct loop *loop;
};

// Pure iterations hand on what they were given.
static bool is_handed_on(const struct steadiness *a, LLVMValueRef value) {
    return LLVMIsAPHINode(value) &&
           LLVMGetInstructionParent(value) == loop_header(a->loop) &&
           !retries_renew(a->unit, a->loop, value);
}

static bool computes(LLVMValueRef value) {
    return LLVMIsAGetElementPtrInst(value) || LLVMIsACastInst(value) ||
           LLVMIsABinaryOperator(value);
}

// Is the value, in all pure iterations from here on, what it is now?
static bool stays(const struct steadiness *a, LLVMValueRef value, int depth) {
    if (!loop_computes(a->loop, value) || is_handed_on(a, value))
        return true;
    if (!depth || !computes(value))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (!stays(a, LLVMGetOperand(value, (unsigned)i), depth - 1))
            return false;
    return true;
}

bool steady_terms_stays(struct unit *unit, const struct loop *loop,
                        const struct term *term) {
    const struct steadiness *a = &(struct steadiness){unit, loop};
    return stays(a, term->left, DEEPEST) && stays(a, term->right, DEEPEST);
}

// The last atomic access that the value is computed from, or NULL.
static LLVMValueRef access_of(const struct steadiness *a, LLVMValueRef value,
                              int depth) {
    if (!depth || !loop_computes(a->loop, value) || LLVMIsAPHINode(value))
        return NULL;
    if (effects_is_atomic(value))
        return value;
    LLVMValueRef last = NULL;
    if (LLVMIsAExtractValueInst(value) || computes(value))
        for (int i = 0; i < LLVMGetNumOperands(value); i++)
            last = loop_later(
                a->loop, last,
                access_of(a, LLVMGetOperand(value, (unsigned)i), depth - 1));
    return last;
}

LLVMValueRef steady_terms_access(const struct loop *loop,
                                 const struct term *term) {
    const struct steadiness *a = &(struct steadiness){NULL, loop};
    return loop_later(a->loop, access_of(a, term->left, DEEPEST),
                      access_of(a, term->right, DEEPEST));
}

// One access, at a place that stays, and else what stays: if nothing changes
// any more, the value is the same in every pure iteration.
static bool is_steady(const struct steadiness *a, LLVMValueRef value,
                      LLVMValueRef access, int depth) {
    if (stays(a, value, DEEPEST))
        return true;
    if (value == access)
        return stays(a, LLVMGetOperand(access, 0), DEEPEST) &&
               (!LLVMIsAAtomicCmpXchgInst(access) ||
                stays(a, LLVMGetOperand(access, 1), DEEPEST));
    if (!depth || (!LLVMIsAExtractValueInst(value) && !computes(value)))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (!is_steady(a, LLVMGetOperand(value, (unsigned)i), access,
                       depth - 1))
            return false;
    return true;
}

bool steady_terms_waits(struct unit *unit, const struct loop *loop,
                        const struct term *term) {
    const struct steadiness *a = &(struct steadiness){unit, loop};
    LLVMValueRef access = steady_terms_access(loop, term);
    return access && is_steady(a, term->left, access, DEEPEST) &&
           is_steady(a, term->right, access, DEEPEST);
}
