// SPDX-License-Identifier: Apache-2.0

#include "cc/loops/useful_disjuncts.h"

#include "cc/ir/library.h"
#include "cc/loops/effects.h"

enum { DEEPEST = 8 }; // expressions

struct disjuncts {
    struct unit *unit;
    const struct loop *loop;
};

static bool function_reads_atomics(LLVMValueRef function) {
    for (LLVMValueRef at = ir_first(function); at; at = ir_next(at))
        if (effects_is_atomic(at))
            return true;
    return false;
}

// The paper's tool keeps a phi inside of the body as it is, and takes it to be
// of this iteration; ours are resolved into what comes over each edge.
static bool is_merged(const struct disjuncts *b, LLVMValueRef value) {
    return b->unit->options.paper &&
           LLVMGetInstructionParent(value) != loop_header(b->loop);
}

// Does the value come from an atomic access of this iteration?
static bool is_fresh(const struct disjuncts *b, LLVMValueRef value, int depth) {
    if (!depth || !loop_computes(b->loop, value) ||
        (LLVMIsAPHINode(value) && !is_merged(b, value)))
        return false;
    if (effects_is_atomic(value))
        return true;
    if (LLVMIsACallInst(value)) {
        LLVMValueRef callee = LLVMGetCalledValue(value);
        return LLVMIsAFunction(callee) && library_is_own(callee) &&
               function_reads_atomics(callee);
    }
    if (LLVMIsALoadInst(value))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (is_fresh(b, LLVMGetOperand(value, (unsigned)i), depth - 1))
            return true;
    return false;
}

static bool has_fresh(const struct disjuncts *b, const struct conjunction *c) {
    for (int i = 0; i < c->count; i++)
        if (is_fresh(b, c->at[i].left, DEEPEST) ||
            is_fresh(b, c->at[i].right, DEEPEST))
            return true;
    return false;
}

// The compare-exchange of which this is a result, or NULL.
static LLVMValueRef exchange_of(LLVMValueRef value, unsigned result) {
    if (!LLVMIsAExtractValueInst(value) || LLVMGetIndices(value)[0] != result)
        return NULL;
    LLVMValueRef pair = LLVMGetOperand(value, 0);
    return LLVMIsAAtomicCmpXchgInst(pair) ? pair : NULL;
}

// A compare-exchange that fails has not found what it expected.
static bool is_impossible(const struct conjunction *c) {
    for (int i = 0; i < c->count; i++) {
        LLVMValueRef cas = exchange_of(c->at[i].left, 1);
        for (int k = 0; cas && k < c->count; k++)
            if (exchange_of(c->at[k].left, 0) == cas &&
                c->at[k].predicate == LLVMIntEQ &&
                c->at[k].right == LLVMGetOperand(cas, 1))
                return true;
    }
    return false;
}

static const char *keep_useful(const struct disjuncts *b,
                               struct path_condition *condition) {
    struct path_condition all = *condition;
    condition->count = 0;
    bool possible = false;
    for (int i = 0; i < all.count; i++) {
        bool can_be = !is_impossible(&all.at[i]);
        possible |= can_be;
        if (can_be && has_fresh(b, &all.at[i]))
            condition->at[condition->count++] = all.at[i];
    }
    if (!all.count || condition->count)
        return NULL;
    return possible ? "waits for nothing that is atomic or volatile"
                    : "an exchange that fails has found another value";
}

// "t, or R and not t" is the same as "t, or R": not t is dropped from the
// second disjunct. What may fail on the way to R has happened by then, because
// the earliest place for R is behind it.
static bool absorb(const struct disjuncts *b, const struct conjunction *one,
                   struct conjunction *other) {
    if (one->count != 1 || other->count < 2)
        return false;
    struct term opposite = term_negated(one->at[0]);
    if (one->earliest && one->earliest != one->at[0].left &&
        one->earliest != one->at[0].right)
        return false;
    for (int i = 0; i < other->count; i++) {
        struct conjunction rest = *other;
        conjunction_drop(&rest, i);
        if (term_is(&other->at[i], &opposite) && has_fresh(b, &rest)) {
            *other = rest;
            return true;
        }
    }
    return false;
}

static bool simplify(const struct disjuncts *b,
                     struct path_condition *condition) {
    for (int i = 0; i < condition->count; i++)
        for (int k = 0; k < condition->count; k++)
            if (i != k && absorb(b, &condition->at[i], &condition->at[k]))
                return true;
    return false;
}

const char *useful_disjuncts_keep(struct unit *unit, const struct loop *loop,
                                  struct path_condition *condition) {
    struct disjuncts kept = {unit, loop};
    const char *why = keep_useful(&kept, condition);
    while (simplify(&kept, condition))
        continue;
    struct path_condition all = *condition;
    condition->count = 0;
    for (int i = 0; i < all.count; i++)
        path_condition_or(condition, &all.at[i]);
    return why;
}
