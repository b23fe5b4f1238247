// SPDX-License-Identifier: Apache-2.0

#include "cc/loops/purity.h"

#include "cc/flow/live_values.h"
#include "cc/loops/effects.h"
#include "cc/loops/explain.h"
#include "cc/loops/inlining.h"
#include "cc/loops/retries.h"
#include "cc/loops/useful_disjuncts.h"
#include "cc/names/sites.h"

// In the comments: A, B are blocks, s a statement, g a guard; •B is the place
// before B and B• the one after it, as in [Await §III].
struct analysis {
    struct unit *unit;
    const struct loop *loop;
    struct path_condition *fpc; // FPC(•B) of each block B, by its number
    struct text *why;           // what stood last in the way
    bool hopeful;               // calls that can be inlined are harmless
};

static void blame(struct analysis *a, const char *what, const char *object) {
    text_free(a->why);
    *a->why = (struct text){0};
    text_add(a->why, "%s%s%s", what, *object ? " " : "", object);
}

static LLVMBasicBlockRef block_at(const struct analysis *a, int number) {
    return a->loop->flow->blocks[number].block;
}

// ------------------------------------------------- edges: FPC(A, B), B header

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
    return !loop_computes(a->loop, value) || LLVMIsALoadInst(value) ||
           LLVMIsAPHINode(value) || LLVMIsAAtomicRMWInst(value) ||
           LLVMIsAExtractValueInst(value);
}

static bool is_comparable(struct unit *unit, LLVMValueRef value) {
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
    return (kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind) &&
           unit_is_word(unit, LLVMTypeOf(value));
}

// Is the header pure along the back edge? Each of its phis must get the value
// that it has. Where the paper gives up, that is demanded of *c if it can be;
// values that nobody needs, or that a failed compare-exchange has only renewed,
// may change.
static bool header_is_pure(struct analysis *a, int from,
                           struct conjunction *c) {
    for (LLVMValueRef phi = LLVMGetFirstInstruction(loop_header(a->loop));
         LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
        LLVMValueRef value = incoming(phi, block_at(a, from));
        if (value == phi || live_values_is_dead(phi) ||
            retries_renew(a->unit, a->loop, phi))
            continue;
        struct term term;
        enum truth truth = NEVER;
        if (value && !a->unit->options.paper && may_stay(a, value) &&
            is_comparable(a->unit, value))
            truth = term_compare(&term, LLVMIntEQ, value, phi);
        if (conjunction_demand(c, truth, &term))
            continue;
        struct text name = {0};
        explain_value(a->unit, phi, &name);
        blame(a, "changes", text_get(&name));
        text_free(&name);
        return false;
    }
    return true;
}

// ------------------------------------------------- edges: FPC(A, B), B inside

static LLVMValueRef through(const struct analysis *a, LLVMValueRef value,
                            LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    if (a->unit->options.paper || !LLVMIsAPHINode(value) ||
        LLVMGetInstructionParent(value) != to)
        return value;
    return incoming(value, from);
}

// A disjunct of FPC(•B) ∧ g, with what B's phis take over the edge in place of
// the phis (the paper keeps the phis). False if it cannot hold.
static bool carry_back(const struct analysis *a,
                       const struct conjunction *after, LLVMBasicBlockRef from,
                       LLVMBasicBlockRef to, struct conjunction *before) {
    before->earliest = after->earliest;
    for (int i = 0; i < after->count; i++) {
        struct term term = after->at[i];
        LLVMValueRef left = through(a, term.left, from, to);
        LLVMValueRef right = through(a, term.right, from, to);
        if (!left || !right)
            return false;
        enum truth truth = term_compare(&term, term.predicate, left, right);
        if (!conjunction_demand(before, truth, &term))
            return false;
    }
    return true;
}

// FPC(A•) ∨= FPC(A, B), where g holds when this edge is taken.
static void add_edge(struct analysis *a, int from, LLVMBasicBlockRef target,
                     const struct conjunction *g, struct path_condition *end) {
    int to = flow_number(a->loop->flow, target);
    struct conjunction c = *g;
    if (!loop_contains(a->loop, to)) // outside: False
        return;
    if (to == a->loop->header) { // False if impure along this edge, else g
        if (header_is_pure(a, from, &c))
            path_condition_or(end, &c);
        return;
    }
    if (to <= from) { // an internal back edge: False
        if (!end->count)
            blame(a, "goes round an inner loop", "");
        return;
    }
    for (int i = 0; i < a->fpc[to].count; i++) { // inside: FPC(•B) ∧ g
        c = *g;
        if (carry_back(a, &a->fpc[to].at[i], block_at(a, from), target, &c))
            path_condition_or(end, &c);
    }
}

// --------------------------------------- ends of blocks: FPC(A•) = ∨ FPC(A, B)

static void add_branch(struct analysis *a, int from, LLVMValueRef last,
                       struct path_condition *end) {
    LLVMBasicBlockRef yes = LLVMGetSuccessor(last, 0);
    if (!LLVMIsConditional(last) || yes == LLVMGetSuccessor(last, 1)) {
        add_edge(a, from, yes, &(struct conjunction){0}, end);
        return;
    }
    for (unsigned i = 0; i < 2; i++) {
        struct conjunction g = {0};
        struct term term;
        enum truth truth = term_test(&term, LLVMGetCondition(last), i == 0);
        if (conjunction_demand(&g, truth, &term))
            add_edge(a, from, LLVMGetSuccessor(last, i), &g, end);
    }
}

// Operands: the value, the default, then a constant and a block for each case.
static void add_switch(struct analysis *a, int from, LLVMValueRef last,
                       struct path_condition *end) {
    LLVMValueRef value = LLVMGetOperand(last, 0);
    unsigned count = LLVMGetNumSuccessors(last);
    struct conjunction otherwise = {0};
    bool representable = true;
    for (unsigned i = 1; i < count; i++) {
        LLVMValueRef label = LLVMGetOperand(last, 2 * i);
        struct conjunction g = {0};
        struct term term;
        enum truth truth = term_compare(&term, LLVMIntEQ, value, label);
        if (conjunction_demand(&g, truth, &term))
            add_edge(a, from, LLVMGetSuccessor(last, i), &g, end);
        truth = term_compare(&term, LLVMIntNE, value, label);
        representable =
            representable && conjunction_demand(&otherwise, truth, &term);
    }
    if (representable)
        add_edge(a, from, LLVMGetSuccessor(last, 0), &otherwise, end);
}

// ------------------------------------------- statements: FPC(•s) = FPC(s•) ∧ g

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

// g: s does not change memory that others can see. What may fail is the
// earliest place for an assumption, unless a later one is that already.
static void step_back(struct analysis *a, LLVMValueRef s,
                      struct path_condition *fpc) {
    if (a->hopeful && inlining_is_possible(s))
        return;
    struct effect effect = effects_of(a->unit, s);
    bool was_false = !fpc->count;
    if (effect.kind == EFFECT_ANY)
        fpc->count = 0;
    else
        path_condition_and(fpc, effect.harmless, &effect.term);
    if (!was_false && !fpc->count)
        blame_effect(a, s, effect.why ? effect.why : "updates");
    for (int i = 0; i < fpc->count && effect.late; i++)
        if (!fpc->at[i].earliest)
            fpc->at[i].earliest = s;
}

// FPC(A•) from the edges, and back through A's statements to FPC(•A).
static void find_fpc(struct analysis *a, int number) {
    struct path_condition *fpc = &a->fpc[number];
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block_at(a, number));
    if (LLVMIsABranchInst(last))
        add_branch(a, number, last, fpc);
    else if (LLVMIsASwitchInst(last))
        add_switch(a, number, last, fpc);
    else
        blame(a, "jumps to where only the program knows", "");
    for (LLVMValueRef s = LLVMGetPreviousInstruction(last);
         s && !LLVMIsAPHINode(s); s = LLVMGetPreviousInstruction(s))
        step_back(a, s, fpc);
}

// --------------------------------------------- the loop: FPC(•header) is its
// PC

static struct path_condition find_pc(struct analysis *a) {
    a->fpc = memory_new((size_t)a->loop->flow->count, sizeof *a->fpc);
    for (size_t i = a->loop->blocks.count; i-- > 0;)
        find_fpc(a, a->loop->blocks.at[i]);
    struct path_condition pc = a->fpc[a->loop->header];
    memory_free(a->fpc);
    return pc;
}

bool purity_is_imaginable(struct unit *unit, const struct loop *loop) {
    struct text why = {0};
    struct analysis a = {unit, loop, NULL, &why, true};
    struct path_condition pc = find_pc(&a);
    text_free(&why);
    return pc.count > 0;
}

void purity_find(struct unit *unit, const struct loop *loop,
                 struct purity *purity) {
    *purity = (struct purity){0};
    struct analysis a = {unit, loop, NULL, &purity->why, false};
    purity->condition = find_pc(&a);
    if (!purity->condition.count && !purity->why.count)
        blame(&a, "its condition is too long", "");
    const char *useless = useful_disjuncts_keep(unit, loop, &purity->condition);
    if (useless)
        blame(&a, useless, "");
}

void purity_free(struct purity *purity) {
    text_free(&purity->why);
}
