// SPDX-License-Identifier: Apache-2.0

#include "cc/loops/purity.h"

#include "cc/ir/library.h"
#include "cc/loops/effects.h"
#include "cc/loops/explain.h"
#include "cc/loops/inlining.h"
#include "cc/loops/retries.h"
#include "cc/names/sites.h"

#include <string.h>

enum {
    MOST_USERS = 64, // looked at, to see that a value does not matter
    DEEPEST = 8,     // expressions
};

struct analysis {
    struct unit *unit;
    const struct flow *flow;
    const struct dominators *dominators;
    const struct loop *loop;
    struct condition *before; // each block, by its number
    struct text *why;         // what stood last in the way
    bool hopeful;             // calls that can be inlined are harmless
};

static void blame(struct analysis *a, const char *what, const char *object) {
    text_free(a->why);
    *a->why = (struct text){0};
    text_add(a->why, "%s%s%s", what, *object ? " " : "", object);
}

static bool is_inside(const struct analysis *a, LLVMValueRef value) {
    if (!LLVMIsAInstruction(value))
        return false;
    int block = flow_number(a->flow, LLVMGetInstructionParent(value));
    return block != FLOW_NONE && loops_contains(a->loop, block);
}

// ------------------------------------------------------------------- header

// What is assumed only tells which iterations need not be seen.
static bool is_assumption(LLVMValueRef user) {
    return !strcmp(unit_callee_name(user), "__mz_assume");
}

// Without an effect, and without failing.
static bool only_computes(LLVMValueRef user) {
    if (is_assumption(user))
        return true;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(user);
    if (opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMURem ||
        opcode == LLVMSRem)
        return false;
    return LLVMIsABinaryOperator(user) || LLVMIsACastInst(user) ||
           LLVMIsACmpInst(user) || LLVMIsASelectInst(user) ||
           LLVMIsAPHINode(user) || LLVMIsAGetElementPtrInst(user) ||
           LLVMIsAFreezeInst(user);
}

bool purity_does_not_matter(LLVMValueRef value) {
    LLVMValueRef seen[MOST_USERS] = {value};
    int count = 1;
    for (int i = 0; i < count; i++)
        for (LLVMUseRef use = LLVMGetFirstUse(seen[i]); use;
             use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            if (!only_computes(user))
                return false;
            int k = 0;
            while (k < count && seen[k] != user)
                k++;
            if (k < count)
                continue;
            if (count == MOST_USERS)
                return false;
            seen[count++] = user;
        }
    return true;
}

bool purity_is_needed(LLVMValueRef user) {
    return !only_computes(user) || !purity_does_not_matter(user);
}

static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from) {
    unsigned count = LLVMCountIncoming(phi);
    for (unsigned i = 0; i < count; i++)
        if (LLVMGetIncomingBlock(phi, i) == from)
            return LLVMGetIncomingValue(phi, i);
    return NULL;
}

// A value that may well be the same as one iteration before.
static bool may_stay(const struct analysis *a, LLVMValueRef value) {
    while (LLVMIsAIntToPtrInst(value) || LLVMIsAPtrToIntInst(value))
        value = LLVMGetOperand(value, 0);
    return !is_inside(a, value) || LLVMIsALoadInst(value) ||
           LLVMIsAPHINode(value) || LLVMIsAAtomicRMWInst(value) ||
           LLVMIsAExtractValueInst(value);
}

static bool is_comparable(struct unit *unit, LLVMValueRef value) {
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
    return (kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind) &&
           unit_is_word(unit, LLVMTypeOf(value));
}

// A value that each failed attempt finds anew: as good as unchanged.
static bool is_retried(const struct analysis *a, LLVMValueRef phi) {
    struct retries retries = {a->unit, a->flow, a->dominators, a->loop};
    return retries_renew(&retries, phi);
}

// What the header needs must be what it was: then, also demanded of *c, the
// next iteration starts as this one did.
static bool restores(struct analysis *a, int from, struct conjunction *c) {
    LLVMBasicBlockRef header = a->flow->blocks[a->loop->header].block;
    LLVMBasicBlockRef latch = a->flow->blocks[from].block;
    for (LLVMValueRef phi = LLVMGetFirstInstruction(header);
         LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
        LLVMValueRef value = incoming(phi, latch);
        if (value == phi || purity_does_not_matter(phi) || is_retried(a, phi))
            continue;
        struct term term;
        enum truth truth = NEVER;
        if (value && !a->unit->paper && may_stay(a, value) &&
            is_comparable(a->unit, value))
            truth = term_compare(&term, LLVMIntEQ, value, phi);
        if (truth == ALWAYS || (truth == SOMETIMES && conjunction_add(c, term)))
            continue;
        struct text name = {0};
        explain_value(a->unit, phi, &name);
        blame(a, "changes", text_get(&name));
        text_free(&name);
        return false;
    }
    return true;
}

// -------------------------------------------------------------------- edges

static LLVMValueRef through(const struct analysis *a, LLVMValueRef value,
                            LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    if (a->unit->paper || !LLVMIsAPHINode(value) ||
        LLVMGetInstructionParent(value) != to)
        return value;
    return incoming(value, from);
}

// The same before the phis of `to` have taken their values.
static bool carry_back(const struct analysis *a,
                       const struct conjunction *after, LLVMBasicBlockRef from,
                       LLVMBasicBlockRef to, struct conjunction *before) {
    before->point = after->point;
    for (int i = 0; i < after->count; i++) {
        struct term term = after->at[i];
        LLVMValueRef left = through(a, term.left, from, to);
        LLVMValueRef right = through(a, term.right, from, to);
        if (!left || !right)
            return false;
        enum truth truth = term_compare(&term, term.predicate, left, right);
        if (truth == NEVER ||
            (truth == SOMETIMES && !conjunction_add(before, term)))
            return false;
    }
    return true;
}

// `guard` holds when this edge is taken.
static void add_edge(struct analysis *a, int from, LLVMBasicBlockRef target,
                     const struct conjunction *guard, struct condition *end) {
    int to = flow_number(a->flow, target);
    struct conjunction c = *guard;
    if (!loops_contains(a->loop, to))
        return;
    if (to == a->loop->header) {
        if (restores(a, from, &c))
            condition_or(end, &c);
        return;
    }
    if (to <= from) {
        if (!end->count)
            blame(a, "goes round an inner loop", "");
        return;
    }
    for (int i = 0; i < a->before[to].count; i++) {
        c = *guard;
        if (carry_back(a, &a->before[to].at[i], a->flow->blocks[from].block,
                       target, &c))
            condition_or(end, &c);
    }
}

static bool demand(struct conjunction *c, enum truth truth,
                   const struct term *term) {
    return truth == ALWAYS || (truth == SOMETIMES && conjunction_add(c, *term));
}

static void add_branch(struct analysis *a, int from, LLVMValueRef last,
                       struct condition *end) {
    LLVMBasicBlockRef yes = LLVMGetSuccessor(last, 0);
    if (!LLVMIsConditional(last) || yes == LLVMGetSuccessor(last, 1)) {
        add_edge(a, from, yes, &(struct conjunction){0}, end);
        return;
    }
    for (unsigned i = 0; i < 2; i++) {
        struct conjunction guard = {0};
        struct term term;
        enum truth truth = term_test(&term, LLVMGetCondition(last), i == 0);
        if (demand(&guard, truth, &term))
            add_edge(a, from, LLVMGetSuccessor(last, i), &guard, end);
    }
}

// Operands: the value, the default, then a constant and a block for each case.
static void add_switch(struct analysis *a, int from, LLVMValueRef last,
                       struct condition *end) {
    LLVMValueRef value = LLVMGetOperand(last, 0);
    unsigned count = LLVMGetNumSuccessors(last);
    struct conjunction otherwise = {0};
    bool representable = true;
    for (unsigned i = 1; i < count; i++) {
        LLVMValueRef label = LLVMGetOperand(last, 2 * i);
        struct conjunction guard = {0};
        struct term term;
        enum truth truth = term_compare(&term, LLVMIntEQ, value, label);
        if (demand(&guard, truth, &term))
            add_edge(a, from, LLVMGetSuccessor(last, i), &guard, end);
        truth = term_compare(&term, LLVMIntNE, value, label);
        representable = representable && demand(&otherwise, truth, &term);
    }
    if (representable)
        add_edge(a, from, LLVMGetSuccessor(last, 0), &otherwise, end);
}

// ------------------------------------------------------------------- blocks

static void blame_effect(struct analysis *a, LLVMValueRef at,
                         const char *what) {
    struct text object = {0};
    LLVMValueRef callee = LLVMIsACallInst(at) ? LLVMGetCalledValue(at) : NULL;
    if (!callee || LLVMIsAInlineAsm(callee) ||
        (LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee)))
        text_add(&object, "%s", sites_expression(a->unit, at));
    else
        explain_value(a->unit, at, &object);
    blame(a, what, text_get(&object));
    text_free(&object);
}

static void step_back(struct analysis *a, LLVMValueRef at,
                      struct condition *condition) {
    if (a->hopeful && inlining_is_possible(at))
        return;
    struct effect effect = effects_of(a->unit, at);
    bool was_false = !condition->count;
    if (effect.kind == EFFECT_ANY)
        condition->count = 0;
    else
        condition_and(condition, effect.harmless, &effect.term);
    if (!was_false && !condition->count)
        blame_effect(a, at, effect.why ? effect.why : "updates");
    for (int i = 0; i < condition->count && effect.late; i++)
        if (!condition->at[i].point)
            condition->at[i].point = at;
}

static void find_before(struct analysis *a, int number) {
    LLVMBasicBlockRef block = a->flow->blocks[number].block;
    struct condition *condition = &a->before[number];
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    if (LLVMIsABranchInst(last))
        add_branch(a, number, last, condition);
    else if (LLVMIsASwitchInst(last))
        add_switch(a, number, last, condition);
    else
        blame(a, "jumps to where only the program knows", "");
    for (LLVMValueRef at = LLVMGetPreviousInstruction(last);
         at && !LLVMIsAPHINode(at); at = LLVMGetPreviousInstruction(at))
        step_back(a, at, condition);
}

// ------------------------------------------------------------------- result

static bool function_reads_atomics(LLVMValueRef function) {
    for (LLVMValueRef at = unit_first(function); at; at = unit_next(at))
        if (effects_is_atomic(at))
            return true;
    return false;
}

// Merged from several ways of one iteration, and left so.
static bool is_merged(const struct analysis *a, LLVMValueRef value) {
    return a->unit->paper && LLVMGetInstructionParent(value) !=
                                 a->flow->blocks[a->loop->header].block;
}

// Does the value come from an atomic access of this iteration?
static bool is_fresh(const struct analysis *a, LLVMValueRef value, int depth) {
    if (!depth || !is_inside(a, value) ||
        (LLVMIsAPHINode(value) && !is_merged(a, value)))
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
        if (is_fresh(a, LLVMGetOperand(value, (unsigned)i), depth - 1))
            return true;
    return false;
}

static bool has_fresh(const struct analysis *a, const struct conjunction *c) {
    for (int i = 0; i < c->count; i++)
        if (is_fresh(a, c->at[i].left, DEEPEST) ||
            is_fresh(a, c->at[i].right, DEEPEST))
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

static void keep_useful(struct analysis *a, struct condition *condition) {
    struct condition all = *condition;
    condition->count = 0;
    bool possible = false;
    for (int i = 0; i < all.count; i++) {
        bool can_be = !is_impossible(&all.at[i]);
        possible |= can_be;
        if (can_be && has_fresh(a, &all.at[i]))
            condition->at[condition->count++] = all.at[i];
    }
    if (all.count && !condition->count)
        blame(a,
              possible ? "waits for nothing that is atomic or volatile"
                       : "an exchange that fails has found another value",
              "");
}

// t, or R while not t: that is t, or R. What may fail on the way to R has
// happened, because R's own point is behind it.
static bool absorb(const struct analysis *a, const struct conjunction *one,
                   struct conjunction *other) {
    if (one->count != 1 || other->count < 2)
        return false;
    struct term opposite = term_negated(one->at[0]);
    if (one->point && one->point != one->at[0].left &&
        one->point != one->at[0].right)
        return false;
    for (int i = 0; i < other->count; i++) {
        struct conjunction rest = *other;
        conjunction_drop(&rest, i);
        if (term_is(&other->at[i], &opposite) && has_fresh(a, &rest)) {
            *other = rest;
            return true;
        }
    }
    return false;
}

static bool simplify(const struct analysis *a, struct condition *condition) {
    for (int i = 0; i < condition->count; i++)
        for (int k = 0; k < condition->count; k++)
            if (i != k && absorb(a, &condition->at[i], &condition->at[k]))
                return true;
    return false;
}

// The condition at the header, as it comes out.
static void analyse(struct analysis *a, struct condition *condition) {
    a->before = memory_new((size_t)a->flow->count, sizeof *a->before);
    for (size_t i = a->loop->blocks.count; i-- > 0;)
        find_before(a, a->loop->blocks.at[i]);
    *condition = a->before[a->loop->header];
    memory_free(a->before);
}

bool purity_is_imaginable(struct unit *unit, const struct flow *flow,
                          const struct dominators *dominators,
                          const struct loop *loop) {
    struct text why = {0};
    struct analysis a = {unit, flow, dominators, loop, NULL, &why, true};
    struct condition condition;
    analyse(&a, &condition);
    text_free(&why);
    return condition.count > 0;
}

void purity_find(struct unit *unit, const struct flow *flow,
                 const struct dominators *dominators, const struct loop *loop,
                 struct purity *purity) {
    *purity = (struct purity){0};
    struct analysis a = {unit, flow,         dominators, loop,
                         NULL, &purity->why, false};
    analyse(&a, &purity->condition);
    if (!purity->condition.count && !purity->why.count)
        blame(&a, "its condition is too long", "");
    keep_useful(&a, &purity->condition);
    while (simplify(&a, &purity->condition))
        continue;
    struct condition all = purity->condition;
    purity->condition.count = 0;
    for (int i = 0; i < all.count; i++)
        condition_or(&purity->condition, &all.at[i]);
}

void purity_free(struct purity *purity) {
    text_free(&purity->why);
}
