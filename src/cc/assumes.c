// SPDX-License-Identifier: Apache-2.0

#include "cc/assumes.h"

#include "base/memory.h"
#include "cc/words.h"

// ------------------------------------------------------------------- places

static int block_of(const struct assumes *a, LLVMValueRef instruction) {
    return flow_number(a->flow, LLVMGetInstructionParent(instruction));
}

static bool is_inside(const struct assumes *a, LLVMValueRef value) {
    if (!LLVMIsAInstruction(value))
        return false;
    int block = block_of(a, value);
    return block != FLOW_NONE && loops_contains(a->loop, block);
}

// The one that an iteration comes to later; either may be NULL.
static LLVMValueRef later(const struct assumes *a, LLVMValueRef x,
                          LLVMValueRef y) {
    if (!x || !y || x == y)
        return x ? x : y;
    int p = block_of(a, x), q = block_of(a, y);
    if (p != q)
        return p > q ? x : y;
    LLVMValueRef at = x;
    while (at && at != y)
        at = LLVMGetNextInstruction(at);
    return at ? y : x;
}

// Where both sides of a term are known, or NULL: before the loop already.
static LLVMValueRef known_at(const struct assumes *a, const struct term *term) {
    return later(a, is_inside(a, term->left) ? term->left : NULL,
                 is_inside(a, term->right) ? term->right : NULL);
}

static bool is_known(const struct assumes *a, LLVMValueRef value,
                     LLVMValueRef at) {
    return !is_inside(a, value) ||
           dominators_dominates(a->dominators, block_of(a, value),
                                block_of(a, at));
}

static bool term_is_known(const struct assumes *a, const struct term *term,
                          LLVMValueRef at) {
    return is_known(a, term->left, at) && is_known(a, term->right, at);
}

// Behind an instruction, and behind the phis if it is one.
static void stand_behind(struct unit *unit, LLVMValueRef place) {
    if (!LLVMIsAPHINode(place)) {
        unit_after(unit, place);
        return;
    }
    while (LLVMIsAPHINode(place))
        place = LLVMGetNextInstruction(place);
    unit_before(unit, place);
}

// -------------------------------------------------------------- inner loops

// Can an iteration come from one block to another?
static bool reaches(const struct assumes *a, int from, int to) {
    bool *seen = memory_new((size_t)a->flow->count, sizeof *seen);
    struct flow_list work = {0};
    vec_push(&work, from);
    while (work.count && !seen[to]) {
        int block = work.at[--work.count];
        if (seen[block])
            continue;
        seen[block] = true;
        const struct flow_list *next = &a->flow->blocks[block].successors;
        for (size_t i = 0; i < next->count; i++)
            if (next->at[i] != a->loop->header &&
                loops_contains(a->loop, next->at[i]))
                vec_push(&work, next->at[i]);
    }
    bool found = seen[to];
    vec_free(&work);
    memory_free(seen);
    return found;
}

static bool is_still(const struct assumes *a, int header) {
    for (size_t i = 0; i < a->still->count; i++)
        if (a->still->at[i] == header)
            return true;
    return false;
}

// Does an edge out of this block close an inner loop that `place` can follow?
static bool closes_before(const struct assumes *a, int block, int place) {
    const struct flow_list *next = &a->flow->blocks[block].successors;
    for (size_t i = 0; i < next->count; i++) {
        int to = next->at[i];
        if (to <= block && to != a->loop->header &&
            loops_contains(a->loop, to) && !is_still(a, to) &&
            reaches(a, to, place))
            return true;
    }
    return false;
}

// ---------------------------------------------------------------- variables

// A truth value that is false whenever an iteration starts.
static LLVMValueRef new_variable(const struct assumes *a) {
    struct unit *unit = a->unit;
    LLVMBasicBlockRef header = a->flow->blocks[a->loop->header].block;
    LLVMValueRef place = LLVMGetFirstInstruction(header);
    LLVMValueRef function = LLVMGetBasicBlockParent(header);
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
    unit_before(unit, LLVMGetFirstInstruction(entry));
    LLVMValueRef variable = LLVMBuildAlloca(unit->build, unit->i1, "");
    while (LLVMIsAPHINode(place))
        place = LLVMGetNextInstruction(place);
    unit_before(unit, place);
    LLVMBuildStore(unit->build, LLVMConstNull(unit->i1), variable);
    return variable;
}

// A variable that is set when an inner loop has gone round, or NULL if that
// cannot have happened where it matters.
static LLVMValueRef watch_inner(const struct assumes *a, LLVMValueRef place) {
    struct unit *unit = a->unit;
    LLVMValueRef variable = NULL;
    int where = block_of(a, place);
    for (size_t i = 0; i < a->loop->blocks.count; i++) {
        int block = a->loop->blocks.at[i];
        if (!closes_before(a, block, where))
            continue;
        if (!variable)
            variable = new_variable(a);
        unit_before(unit,
                    LLVMGetBasicBlockTerminator(a->flow->blocks[block].block));
        LLVMBuildStore(unit->build, LLVMConstAllOnes(unit->i1), variable);
    }
    return variable;
}

static LLVMValueRef build_term(struct unit *unit, const struct term *term) {
    return LLVMBuildICmp(unit->build, term->predicate, term->left, term->right,
                         "");
}

// A variable that says whether this iteration has seen the term hold.
static LLVMValueRef remember(const struct assumes *a, const struct term *term) {
    LLVMValueRef variable = new_variable(a);
    stand_behind(a->unit, known_at(a, term));
    LLVMBuildStore(a->unit->build, build_term(a->unit, term), variable);
    return variable;
}

// -------------------------------------------------------------------- waits

enum { DEEPEST = 8 };

// Pure iterations hand on what they were given.
static bool is_handed_on(const struct assumes *a, LLVMValueRef value) {
    return LLVMIsAPHINode(value) && block_of(a, value) == a->loop->header;
}

static bool stays(const struct assumes *a, LLVMValueRef value, int depth) {
    if (!is_inside(a, value) || is_handed_on(a, value))
        return true;
    if (!depth || (!LLVMIsAGetElementPtrInst(value) &&
                   !LLVMIsACastInst(value) && !LLVMIsABinaryOperator(value)))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (!stays(a, LLVMGetOperand(value, (unsigned)i), depth - 1))
            return false;
    return true;
}

// An access that is compared, be it for success, at a place that stays.
static bool is_steady(const struct assumes *a, LLVMValueRef value) {
    while (LLVMIsACastInst(value))
        value = LLVMGetOperand(value, 0);
    if (LLVMIsAExtractValueInst(value)) {
        value = LLVMGetOperand(value, 0);
        if (!LLVMIsAAtomicCmpXchgInst(value) ||
            !stays(a, LLVMGetOperand(value, 1), DEEPEST))
            return false;
    } else if (!LLVMIsALoadInst(value) && !LLVMIsAAtomicRMWInst(value)) {
        return false;
    }
    return stays(a, LLVMGetOperand(value, 0), DEEPEST);
}

static bool is_wait(const struct assumes *a, const struct term *term) {
    return (is_steady(a, term->left) && stays(a, term->right, DEEPEST)) ||
           (is_steady(a, term->right) && stays(a, term->left, DEEPEST));
}

// ---------------------------------------------------------------- insertion

struct parts {
    LLVMValueRef variables[CONDITION_TERMS]; // NULL: the term itself
    LLVMValueRef inner;                      // or NULL
    bool simple;                             // one term, and nothing else
};

static bool can_be_remembered(const struct assumes *a,
                              const struct term *term) {
    return term_is_known(a, term, known_at(a, term));
}

static struct parts prepare(const struct assumes *a,
                            const struct conjunction *c, LLVMValueRef place) {
    struct parts parts = {0};
    parts.inner = watch_inner(a, place);
    parts.simple = c->count == 1 && !parts.inner;
    for (int i = 0; i < c->count; i++)
        if (!term_is_known(a, &c->at[i], place)) {
            parts.variables[i] = remember(a, &c->at[i]);
            parts.simple = false;
        }
    return parts;
}

// Where the builder stands: is the iteration not a pure one?
static LLVMValueRef build_negation(struct unit *unit,
                                   const struct conjunction *c,
                                   const struct parts *parts) {
    LLVMBuilderRef build = unit->build;
    if (parts->simple) {
        struct term wanted = term_negated(c->at[0]);
        return build_term(unit, &wanted);
    }
    LLVMValueRef all =
        parts->inner
            ? LLVMBuildNot(
                  build, LLVMBuildLoad2(build, unit->i1, parts->inner, ""), "")
            : LLVMConstAllOnes(unit->i1);
    for (int i = 0; i < c->count; i++) {
        LLVMValueRef one =
            parts->variables[i]
                ? LLVMBuildLoad2(build, unit->i1, parts->variables[i], "")
                : build_term(unit, &c->at[i]);
        all = LLVMBuildAnd(build, all, one, "");
    }
    return LLVMBuildNot(build, all, "");
}

static LLVMValueRef site_of(struct unit *unit, LLVMValueRef place,
                            const struct conjunction *c) {
    struct text words = {0};
    text_add(&words, "not (");
    words_conjunction(unit, c, &words);
    text_add(&words, ")");
    LLVMValueRef site = sites_named(unit, place, text_get(&words));
    text_free(&words);
    return site;
}

LLVMValueRef assumes_place(const struct assumes *a,
                           const struct conjunction *c) {
    LLVMValueRef place = c->point;
    for (int i = 0; i < c->count; i++)
        place = later(a, place, known_at(a, &c->at[i]));
    for (int i = 0; i < c->count && place; i++)
        if (!term_is_known(a, &c->at[i], place) &&
            !can_be_remembered(a, &c->at[i]))
            return NULL;
    return place;
}

LLVMValueRef assumes_insert(const struct assumes *a,
                            const struct conjunction *c) {
    struct unit *unit = a->unit;
    LLVMValueRef place = assumes_place(a, c);
    if (!place)
        return NULL;
    struct parts parts = prepare(a, c, place);
    LLVMValueRef site = site_of(unit, place, c);
    stand_behind(unit, place);
    LLVMValueRef holds = build_negation(unit, c, &parts);
    LLVMValueRef word = LLVMBuildZExt(unit->build, holds, unit->i32, "");
    LLVMValueRef assume =
        unit_call(unit, HOOK_ASSUME, (LLVMValueRef[]){word, site});
    if (parts.simple && is_wait(a, &c->at[0]))
        LLVMSetMetadata(assume, unit->wait_kind,
                        LLVMMDNodeInContext(unit->context, NULL, 0));
    return assume;
}
