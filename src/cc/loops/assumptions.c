// SPDX-License-Identifier: Apache-2.0

#include "cc/loops/assumptions.h"

#include "cc/loops/effects.h"
#include "cc/loops/explain.h"
#include "cc/loops/retries.h"
#include "cc/loops/steady_terms.h"
#include "cc/names/sites.h"
#include "machine/hooks.h"

#include <string.h>

// ------------------------------------------------------------------- places

static int block_of(const struct assumptions *a, LLVMValueRef instruction) {
    return flow_number(a->loop->flow, LLVMGetInstructionParent(instruction));
}

// Where both sides of a term are known, or NULL: before the loop already.
static LLVMValueRef known_at(const struct assumptions *a,
                             const struct term *term) {
    return loop_later(a->loop,
                      loop_computes(a->loop, term->left) ? term->left : NULL,
                      loop_computes(a->loop, term->right) ? term->right : NULL);
}

static bool is_known(const struct assumptions *a, LLVMValueRef value,
                     LLVMValueRef at) {
    return !loop_computes(a->loop, value) ||
           dominators_dominates(a->loop->dominators, block_of(a, value),
                                block_of(a, at));
}

static bool term_is_known(const struct assumptions *a, const struct term *term,
                          LLVMValueRef at) {
    return is_known(a, term->left, at) && is_known(a, term->right, at);
}

static bool is_head(LLVMValueRef at) {
    return !strcmp(effects_callee(at), "__mz_head");
}

// Behind an instruction, and behind the phis and the head if it is a phi.
static void stand_behind(struct unit *unit, LLVMValueRef place) {
    if (!LLVMIsAPHINode(place)) {
        unit_after(unit, place);
        return;
    }
    while (LLVMIsAPHINode(place) || LLVMIsADbgInfoIntrinsic(place) ||
           is_head(place))
        place = LLVMGetNextInstruction(place);
    unit_before(unit, place);
}

// -------------------------------------------------------------- inner loops

// Can an iteration come from one block to another?
static bool reaches(const struct assumptions *a, int from, int to) {
    bool *seen = memory_new((size_t)a->loop->flow->count, sizeof *seen);
    struct flow_list work = {0};
    vec_push(&work, from);
    while (work.count && !seen[to]) {
        int block = work.at[--work.count];
        if (seen[block])
            continue;
        seen[block] = true;
        const struct flow_list *next = &a->loop->flow->blocks[block].successors;
        for (size_t i = 0; i < next->count; i++)
            if (next->at[i] != a->loop->header &&
                loop_contains(a->loop, next->at[i]))
                vec_push(&work, next->at[i]);
    }
    bool found = seen[to];
    vec_free(&work);
    memory_free(seen);
    return found;
}

static bool is_still(const struct assumptions *a, int header) {
    for (size_t i = 0; i < a->still->count; i++)
        if (a->still->at[i] == header)
            return true;
    return false;
}

// Does an edge out of this block close an inner loop that `place` can follow?
static bool closes_before(const struct assumptions *a, int block, int place) {
    const struct flow_list *next = &a->loop->flow->blocks[block].successors;
    for (size_t i = 0; i < next->count; i++) {
        int to = next->at[i];
        if (to <= block && to != a->loop->header &&
            loop_contains(a->loop, to) && !is_still(a, to) &&
            reaches(a, to, place))
            return true;
    }
    return false;
}

// ---------------------------------------------------------------- variables

// A truth value that is false whenever an iteration starts.
static LLVMValueRef new_variable(const struct assumptions *a) {
    struct unit *unit = a->unit;
    LLVMBasicBlockRef header = loop_header(a->loop);
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

// The "took internal backedge" register of [Await §III]: a variable that is set
// when an inner loop has taken its back edge, or NULL if that
// cannot have happened where it matters.
static LLVMValueRef watch_inner(const struct assumptions *a,
                                LLVMValueRef place) {
    struct unit *unit = a->unit;
    LLVMValueRef variable = NULL;
    int where = block_of(a, place);
    for (size_t i = 0; i < a->loop->blocks.count; i++) {
        int block = a->loop->blocks.at[i];
        if (!closes_before(a, block, where))
            continue;
        if (!variable)
            variable = new_variable(a);
        unit_before(unit, LLVMGetBasicBlockTerminator(
                              a->loop->flow->blocks[block].block));
        LLVMBuildStore(unit->build, LLVMConstAllOnes(unit->i1), variable);
    }
    return variable;
}

static LLVMValueRef build_term(struct unit *unit, const struct term *term) {
    return LLVMBuildICmp(unit->build, term->predicate, term->left, term->right,
                         "");
}

// A variable that says whether this iteration has seen the term hold.
static LLVMValueRef remember(const struct assumptions *a,
                             const struct term *term) {
    LLVMValueRef variable = new_variable(a);
    stand_behind(a->unit, known_at(a, term));
    LLVMBuildStore(a->unit->build, build_term(a->unit, term), variable);
    return variable;
}

// ------------------------------------------------------------ what is implied

// Does a branch on the way to this block make sure that the term holds?
static bool is_implied(const struct assumptions *a, const struct term *term,
                       int block) {
    for (; block != a->loop->header;
         block = a->loop->dominators->parent[block]) {
        int from = a->loop->dominators->parent[block];
        LLVMValueRef last =
            LLVMGetBasicBlockTerminator(a->loop->flow->blocks[from].block);
        if (a->loop->flow->blocks[block].predecessors.count != 1 ||
            !LLVMIsABranchInst(last) || !LLVMIsConditional(last) ||
            LLVMGetSuccessor(last, 0) == LLVMGetSuccessor(last, 1))
            continue;
        LLVMBasicBlockRef taken = LLVMGetSuccessor(last, 0);
        struct term known;
        if (term_test(&known, LLVMGetCondition(last),
                      flow_number(a->loop->flow, taken) == block) ==
                SOMETIMES &&
            term_is(&known, term))
            return true;
    }
    return false;
}

// ---------------------------------------------------------------- insertion

// How an assumption is put together. The *main* term is about the last access;
// what the others say is known before it.
struct parts {
    struct conjunction terms;                     // without what is implied
    LLVMValueRef variables[PATH_CONDITION_TERMS]; // NULL: the term itself
    LLVMValueRef inner;                           // or NULL
    int main;                                     // index of a term, or NONE
    LLVMValueRef access;                          // its access
};

enum { NONE = -1 };

static bool can_be_remembered(const struct assumptions *a,
                              const struct term *term) {
    return term_is_known(a, term, known_at(a, term));
}

static struct conjunction without_implied(const struct assumptions *a,
                                          const struct conjunction *c,
                                          LLVMValueRef place) {
    struct conjunction rest = *c;
    for (int i = rest.count - 1; i >= 0 && rest.count > 1; i--)
        if (is_implied(a, &rest.at[i], block_of(a, place)))
            conjunction_drop(&rest, i);
    return rest;
}

static bool is_before(const struct assumptions *a, LLVMValueRef value,
                      LLVMValueRef access) {
    return !loop_computes(a->loop, value) ||
           (is_known(a, value, access) && value != access &&
            loop_later(a->loop, value, access) == access);
}

// Is the assumption one about a single access, and all else known before?
static int find_main(const struct assumptions *a, const struct parts *parts,
                     LLVMValueRef place, LLVMValueRef *access) {
    const struct conjunction *c = &parts->terms;
    int main = NONE;
    *access = NULL;
    for (int i = 0; i < c->count; i++)
        *access = loop_later(a->loop, *access,
                             steady_terms_access(a->loop, &c->at[i]));
    if (!*access || block_of(a, *access) != block_of(a, place) ||
        (a->unit->options.paper && c->count > 1))
        return NONE;
    for (int i = 0; i < c->count; i++) {
        if (parts->variables[i] || (is_before(a, c->at[i].left, *access) &&
                                    is_before(a, c->at[i].right, *access)))
            continue;
        if (main != NONE)
            return NONE;
        main = i;
    }
    return main;
}

static struct parts prepare(const struct assumptions *a,
                            const struct conjunction *c, LLVMValueRef place) {
    struct parts parts = {.terms = without_implied(a, c, place)};
    parts.inner = watch_inner(a, place);
    for (int i = 0; i < parts.terms.count; i++)
        if (!term_is_known(a, &parts.terms.at[i], place))
            parts.variables[i] = remember(a, &parts.terms.at[i]);
    parts.main = find_main(a, &parts, place, &parts.access);
    return parts;
}

// Where the builder stands: does everything hold, but for one term? NULL if
// there is nothing else.
static LLVMValueRef build_rest(struct unit *unit, const struct parts *parts) {
    LLVMBuilderRef build = unit->build;
    LLVMValueRef all = NULL;
    if (parts->inner)
        all = LLVMBuildNot(
            build, LLVMBuildLoad2(build, unit->i1, parts->inner, ""), "");
    for (int i = 0; i < parts->terms.count; i++) {
        if (i == parts->main)
            continue;
        LLVMValueRef one =
            parts->variables[i]
                ? LLVMBuildLoad2(build, unit->i1, parts->variables[i], "")
                : build_term(unit, &parts->terms.at[i]);
        all = all ? LLVMBuildAnd(build, all, one, "") : one;
    }
    return all;
}

// Is the iteration not a pure one? The builder is left behind `place`.
static LLVMValueRef build_negation(struct unit *unit, const struct parts *parts,
                                   LLVMValueRef place) {
    if (parts->main == NONE) {
        stand_behind(unit, place);
        return LLVMBuildNot(unit->build, build_rest(unit, parts), "");
    }
    unit_before(unit, parts->access);
    LLVMValueRef rest = build_rest(unit, parts);
    LLVMValueRef not_rest = rest ? LLVMBuildNot(unit->build, rest, "") : NULL;
    stand_behind(unit, place);
    struct term wanted = term_negated(parts->terms.at[parts->main]);
    LLVMValueRef one = build_term(unit, &wanted);
    return not_rest ? LLVMBuildOr(unit->build, not_rest, one, "") : one;
}

// If it is false and nothing changes any more, is it false for ever? What is
// implied counts, too.
static bool is_final(const struct assumptions *a, const struct conjunction *c,
                     const struct parts *parts) {
    if (parts->main == NONE)
        return false;
    const struct term *main = &parts->terms.at[parts->main];
    for (int i = 0; i < c->count; i++)
        if (!term_is(&c->at[i], main) &&
            !steady_terms_stays(a->unit, a->loop, &c->at[i]))
            return false;
    return steady_terms_waits(a->unit, a->loop, main);
}

static LLVMValueRef site_of(struct unit *unit, LLVMValueRef place,
                            const struct conjunction *c) {
    struct text words = {0};
    text_add(&words, "not (");
    explain_conjunction(unit, c, &words);
    text_add(&words, ")");
    LLVMValueRef site = sites_named(unit, place, text_get(&words));
    text_free(&words);
    return site;
}

LLVMValueRef assumptions_place(const struct assumptions *a,
                               const struct conjunction *c) {
    LLVMValueRef place = c->earliest;
    for (int i = 0; i < c->count; i++)
        place = loop_later(a->loop, place, known_at(a, &c->at[i]));
    for (int i = 0; i < c->count && place; i++)
        if (!term_is_known(a, &c->at[i], place) &&
            !can_be_remembered(a, &c->at[i]))
            return NULL;
    return place;
}

// ------------------------------------------------------------------- heads

// Does an iteration that has left everything as it was, and finds the same
// again, come to the same end again? Not if it tries again with what it has
// found. (What plain accesses find stays, or there is a data race: the iteration
// tells nobody that it has read.)
static bool repeats(const struct assumptions *a) {
    for (LLVMValueRef at = LLVMGetFirstInstruction(loop_header(a->loop));
         LLVMIsAPHINode(at); at = LLVMGetNextInstruction(at))
        if (retries_renew(a->unit, a->loop, at))
            return false;
    return true;
}

// What __mz_head returns at the head of the loop.
static LLVMValueRef head_of(const struct assumptions *a) {
    struct unit *unit = a->unit;
    if (!repeats(a))
        return unit_i64(unit, MZ_NO_HEAD);
    LLVMValueRef place = LLVMGetFirstInstruction(loop_header(a->loop));
    while (LLVMIsAPHINode(place) || LLVMIsADbgInfoIntrinsic(place))
        place = LLVMGetNextInstruction(place);
    if (is_head(place))
        return place;
    unit_before(unit, place);
    return unit_call(unit, HOOK_HEAD, NULL);
}

static LLVMValueRef word_if(struct unit *unit, bool holds, const char *word) {
    return LLVMMDStringInContext(unit->context, word,
                                 holds ? (unsigned)strlen(word) : 0);
}

static void mark(struct unit *unit, LLVMValueRef assume, bool final,
                 bool inner) {
    LLVMValueRef words[ASSUMPTION_TRAITS] = {
        [ASSUMPTION_FINAL] = word_if(unit, final, "final"),
        [ASSUMPTION_INNER] = word_if(unit, inner, "inner"),
    };
    LLVMSetMetadata(
        assume, unit->wait_kind,
        LLVMMDNodeInContext(unit->context, words, ASSUMPTION_TRAITS));
}

bool assumptions_is(struct unit *unit, LLVMValueRef assume,
                    enum assumption_trait word) {
    LLVMValueRef node = LLVMGetMetadata(assume, unit->wait_kind);
    LLVMValueRef words[ASSUMPTION_TRAITS];
    unsigned length = 0;
    if (!node)
        return false;
    LLVMGetMDNodeOperands(node, words);
    LLVMGetMDString(words[word], &length);
    return length > 0;
}

LLVMValueRef assumptions_insert(const struct assumptions *a,
                                const struct conjunction *c) {
    struct unit *unit = a->unit;
    LLVMValueRef place = assumptions_place(a, c);
    if (!place)
        return NULL;
    struct parts parts = prepare(a, c, place);
    LLVMValueRef site = site_of(unit, place, c), head = head_of(a);
    LLVMValueRef holds = build_negation(unit, &parts, place);
    LLVMValueRef word = LLVMBuildZExt(unit->build, holds, unit->i32, "");
    LLVMValueRef assume =
        unit_call(unit, HOOK_ASSUME, (LLVMValueRef[]){word, head, site});
    mark(unit, assume, is_final(a, c, &parts), parts.inner);
    return assume;
}
