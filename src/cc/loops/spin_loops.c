// SPDX-License-Identifier: Apache-2.0

#include "cc/loops/spin_loops.h"

#include "cc/ir/library.h"
#include "cc/loops/assumptions.h"
#include "cc/loops/await.h"
#include "cc/loops/explain.h"
#include "cc/loops/purity.h"
#include "cc/names/debug.h"
#include "cc/names/sites.h"

// One function, while its loops are treated.
struct spins {
    struct unit *unit;
    LLVMValueRef function;
    struct natural_loops loops;
    struct flow_list still;   // headers of loops whose back edge is never taken
    struct text *explanation; // or NULL
};

// -------------------------------------------------------------- explanation

// The first line that is known from here on.
static struct debug_place place_from(LLVMValueRef at) {
    while (at && (LLVMIsADbgInfoIntrinsic(at) ||
                  !LLVMInstructionGetDebugLoc(at) || !debug_place_of(at).line))
        at = LLVMGetNextInstruction(at);
    return at ? debug_place_of(at) : (struct debug_place){0};
}

static void explain_loop(struct spins *spins, const struct loop *loop,
                         const struct purity *purity) {
    struct text *text = spins->explanation;
    LLVMValueRef first = LLVMGetFirstInstruction(loop_header(loop));
    while (LLVMIsAPHINode(first)) // which have the lines of declarations
        first = LLVMGetNextInstruction(first);
    struct debug_place place = place_from(first);
    if (!place.line)
        place = debug_place_of_function(spins->function);
    char *file = sites_file(spins->unit, place.file ? place.file : "",
                            place.file_length);
    text_add(text, "%s:%u: %s: ", file, place.line,
             debug_function_name(spins->unit, spins->function));
    memory_free(file);
    const struct path_condition *condition = &purity->condition;
    if (!condition->count)
        text_add(text, "left alone: %s", text_get(&purity->why));
    for (int i = 0; i < condition->count; i++) {
        text_add(text, "%s", i ? " or " : "pure if ");
        explain_conjunction(spins->unit, &condition->at[i], text);
    }
    text_add(text, "\n");
}

static bool is_await(struct unit *unit, LLVMValueRef assume) {
    return unit->options.loops != LOOPS_ASSUME &&
           await_is_possible(unit, assume);
}

static void explain_assume(struct spins *spins, LLVMValueRef assume,
                           const struct conjunction *conjunction) {
    struct text *text = spins->explanation;
    if (!assume) {
        text_add(text, "    nowhere: no place where all of it is known\n");
        return;
    }
    text_add(text, "    line %u: %s ", debug_place_of(assume).line,
             is_await(spins->unit, assume) ? "await" : "assume");
    if (conjunction->count == 1) {
        struct term wanted = term_negated(conjunction->at[0]);
        explain_term(spins->unit, &wanted, text);
    } else {
        text_add(text, "not (");
        explain_conjunction(spins->unit, conjunction, text);
        text_add(text, ")");
    }
    if (is_await(spins->unit, assume) && !await_is_final(spins->unit, assume))
        text_add(text, ", if ever");
    if (assumptions_is(spins->unit, assume, ASSUMPTION_INNER))
        text_add(text, ", unless an inner loop has gone round");
    text_add(text, "\n");
}

// -------------------------------------------------------------- inner loops

static struct assumptions assumptions_for(struct spins *spins, size_t loop) {
    return (struct assumptions){spins->unit, &spins->loops.at[loop],
                                &spins->still};
}

static bool is_innermost(const struct spins *spins, size_t loop) {
    for (size_t i = 0; i < spins->loops.count; i++)
        if (spins->loops.at[i].parent == (int)loop)
            return false;
    return true;
}

// Does the block leave the loop whenever the term does not hold?
static bool leaves_unless(const struct loop *loop, int block,
                          const struct term *term) {
    LLVMValueRef last =
        LLVMGetBasicBlockTerminator(loop->flow->blocks[block].block);
    if (!LLVMIsABranchInst(last) || !LLVMIsConditional(last))
        return false;
    for (unsigned i = 0; i < 2; i++) {
        struct term stay;
        int out = flow_number(loop->flow, LLVMGetSuccessor(last, 1 - i));
        if (!loop_contains(loop, out) &&
            term_test(&stay, LLVMGetCondition(last), i == 0) == SOMETIMES &&
            term_is(&stay, term))
            return true;
    }
    return false;
}

// If every iteration that would take a back edge is pure, by one term alone,
// then with its assumption the loop never takes one. Where the assumption
// stands, or NULL.
static LLVMValueRef still_at(struct spins *spins, size_t number,
                             const struct path_condition *condition) {
    const struct loop *loop = &spins->loops.at[number];
    if (condition->count != 1 || condition->at[0].count != 1 ||
        !is_innermost(spins, number))
        return NULL;
    struct assumptions assumptions = assumptions_for(spins, number);
    LLVMValueRef place = assumptions_place(&assumptions, &condition->at[0]);
    if (!place)
        return NULL;
    int at = flow_number(&spins->loops.flow, LLVMGetInstructionParent(place));
    for (size_t i = 0; i < loop->blocks.count; i++) {
        int block = loop->blocks.at[i];
        if (loop_always_passes(loop, block) &&
            dominators_dominates(&spins->loops.dominators, at, block) &&
            leaves_unless(loop, block, &condition->at[0].at[0]))
            return place;
    }
    return NULL;
}

// The term holds wherever `place` is behind: it need not be demanded.
static void drop_known(struct spins *spins, size_t outer, struct conjunction *c,
                       const struct term *known, LLVMValueRef place) {
    struct assumptions assumptions = assumptions_for(spins, outer);
    for (int i = 0; i < c->count && c->count > 1; i++) {
        struct conjunction rest = *c;
        conjunction_drop(&rest, i);
        LLVMValueRef at = assumptions_place(&assumptions, &rest);
        if (!term_is(&c->at[i], known) || !at)
            continue;
        int from =
            flow_number(&spins->loops.flow, LLVMGetInstructionParent(place));
        int to = flow_number(&spins->loops.flow, LLVMGetInstructionParent(at));
        if (from != to &&
            dominators_dominates(&spins->loops.dominators, from, to))
            *c = rest;
    }
}

// What the loops inside have made sure of.
static void use_inner(struct spins *spins, struct purity *found) {
    for (size_t inner = 0; inner < spins->loops.count; inner++) {
        LLVMValueRef place = still_at(spins, inner, &found[inner].condition);
        if (!place)
            continue;
        vec_push(&spins->still, spins->loops.at[inner].header);
        struct term known = term_negated(found[inner].condition.at[0].at[0]);
        for (int outer = spins->loops.at[inner].parent; outer != FLOW_NONE;
             outer = spins->loops.at[outer].parent)
            for (int i = 0; i < found[outer].condition.count; i++)
                drop_known(spins, (size_t)outer, &found[outer].condition.at[i],
                           &known, place);
    }
}

// -------------------------------------------------------------------- loops

static void treat(struct spins *spins, size_t loop,
                  const struct purity *purity) {
    struct assumptions assumptions = assumptions_for(spins, loop);
    const struct path_condition *condition = &purity->condition;
    LLVMValueRef made[PATH_CONDITION_DISJUNCTS];
    // At one place, the last that is inserted comes first.
    for (int i = condition->count; i-- > 0;)
        made[i] = assumptions_insert(&assumptions, &condition->at[i]);
    if (!spins->explanation)
        return;
    explain_loop(spins, &spins->loops.at[loop], purity);
    for (int i = 0; i < condition->count; i++)
        explain_assume(spins, made[i], &condition->at[i]);
}

// All loops are looked at before the first is changed: what is inserted into
// one must not be taken for the program's own in another.
static void treat_function(struct spins *spins) {
    natural_loops_open(&spins->loops, spins->function);
    size_t count = spins->loops.count;
    struct purity *found = memory_new(count ? count : 1, sizeof *found);
    for (size_t i = 0; i < count; i++)
        purity_find(spins->unit, &spins->loops.at[i], &found[i]);
    use_inner(spins, found);
    for (size_t i = 0; i < count; i++) {
        treat(spins, i, &found[i]);
        purity_free(&found[i]);
    }
    memory_free(found);
    vec_free(&spins->still);
    natural_loops_close(&spins->loops);
}

void spin_loops_remove(struct unit *unit, struct text *explanation) {
    for (LLVMValueRef function = LLVMGetFirstFunction(unit->module); function;
         function = LLVMGetNextFunction(function)) {
        if (!library_is_own(function))
            continue;
        struct spins spins = {
            .unit = unit, .function = function, .explanation = explanation};
        treat_function(&spins);
    }
}
