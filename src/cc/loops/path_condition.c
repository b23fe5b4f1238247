// SPDX-License-Identifier: Apache-2.0

#include "cc/loops/path_condition.h"

#include <stdint.h>
#include <string.h>

// ---------------------------------------------------------------- relations

// How two integers can stand to each other: equal, or smaller or larger as
// signed and as unsigned numbers. A predicate is a set of these.
enum {
    SAME = 1,
    LESS_BELOW = 2, // signed less, unsigned less
    LESS_ABOVE = 4, // signed less, unsigned greater
    MORE_BELOW = 8,
    MORE_ABOVE = 16,
    ANYHOW = 31,
};

static const struct {
    LLVMIntPredicate predicate;
    unsigned set;
} relations[] = {
    {LLVMIntEQ, SAME},
    {LLVMIntNE, ANYHOW & ~SAME},
    {LLVMIntSLT, LESS_BELOW | LESS_ABOVE},
    {LLVMIntSLE, LESS_BELOW | LESS_ABOVE | SAME},
    {LLVMIntSGT, MORE_BELOW | MORE_ABOVE},
    {LLVMIntSGE, MORE_BELOW | MORE_ABOVE | SAME},
    {LLVMIntULT, LESS_BELOW | MORE_BELOW},
    {LLVMIntULE, LESS_BELOW | MORE_BELOW | SAME},
    {LLVMIntUGT, LESS_ABOVE | MORE_ABOVE},
    {LLVMIntUGE, LESS_ABOVE | MORE_ABOVE | SAME},
};

enum { RELATIONS = sizeof relations / sizeof *relations };

static unsigned set_of(LLVMIntPredicate predicate) {
    for (int i = 0; i < RELATIONS; i++)
        if (relations[i].predicate == predicate)
            return relations[i].set;
    return 0;
}

static bool predicate_of(unsigned set, LLVMIntPredicate *predicate) {
    for (int i = 0; i < RELATIONS; i++)
        if (relations[i].set == set) {
            *predicate = relations[i].predicate;
            return true;
        }
    return false;
}

// The set of the comparison with both sides exchanged.
static unsigned swapped(unsigned set) {
    return (set & SAME) | (set & LESS_BELOW ? MORE_ABOVE : 0) |
           (set & MORE_ABOVE ? LESS_BELOW : 0) |
           (set & LESS_ABOVE ? MORE_BELOW : 0) |
           (set & MORE_BELOW ? LESS_ABOVE : 0);
}

// How two constants stand to each other.
static unsigned relation(LLVMValueRef a, LLVMValueRef b) {
    int64_t x = LLVMConstIntGetSExtValue(a), y = LLVMConstIntGetSExtValue(b);
    uint64_t u = LLVMConstIntGetZExtValue(a), v = LLVMConstIntGetZExtValue(b);
    if (u == v)
        return SAME;
    if (x < y)
        return u < v ? LESS_BELOW : LESS_ABOVE;
    return u < v ? MORE_BELOW : MORE_ABOVE;
}

// -------------------------------------------------------------------- terms

static bool is_number(LLVMValueRef value) {
    return LLVMIsAConstantInt(value) &&
           LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64;
}

static bool is_zero(LLVMValueRef value) {
    return is_number(value) && LLVMConstIntGetZExtValue(value) == 0;
}

static bool is_bit(LLVMValueRef value) {
    return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(LLVMTypeOf(value)) == 1;
}

static bool is_comparable(LLVMValueRef value) {
    LLVMTypeRef type = LLVMTypeOf(value);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMPointerTypeKind ||
           (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 64);
}

static enum truth plain_term(struct term *term, LLVMIntPredicate predicate,
                             LLVMValueRef left, LLVMValueRef right) {
    if (is_number(left) && is_number(right))
        return set_of(predicate) & relation(left, right) ? ALWAYS : NEVER;
    if (left == right)
        return set_of(predicate) & SAME ? ALWAYS : NEVER;
    *term = (struct term){predicate, left, right};
    if (LLVMIsAConstant(left) && !LLVMIsAConstant(right)) {
        predicate_of(swapped(set_of(predicate)), &term->predicate);
        term->left = right;
        term->right = left;
    }
    return SOMETIMES;
}

// A truth value that was stored as a byte, or a comparison with 0 of one that
// was extended. A _Bool in memory is 0 or 1, so its other bits do not matter.
static LLVMValueRef inner_truth(LLVMValueRef value) {
    if (!LLVMIsAInstruction(value))
        return NULL;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    if (opcode != LLVMZExt && opcode != LLVMSExt && opcode != LLVMTrunc)
        return NULL;
    LLVMValueRef inner = LLVMGetOperand(value, 0);
    bool byte = LLVMGetIntTypeWidth(LLVMTypeOf(inner)) == 8;
    return opcode == LLVMTrunc ? (is_bit(value) && byte ? inner : NULL) : inner;
}

enum truth term_test(struct term *term, LLVMValueRef value, bool wanted) {
    for (;;) {
        LLVMValueRef inner = inner_truth(value);
        if (inner) {
            value = inner;
        } else if (is_bit(value) && LLVMIsAInstruction(value) &&
                   LLVMGetInstructionOpcode(value) == LLVMXor &&
                   LLVMIsAConstantInt(LLVMGetOperand(value, 1))) {
            if (!is_zero(LLVMGetOperand(value, 1)))
                wanted = !wanted;
            value = LLVMGetOperand(value, 0);
        } else {
            break;
        }
    }
    if (LLVMIsAICmpInst(value) && is_comparable(LLVMGetOperand(value, 0))) {
        unsigned set = set_of(LLVMGetICmpPredicate(value));
        LLVMIntPredicate predicate;
        if (predicate_of(wanted ? set : ANYHOW & ~set, &predicate))
            return term_compare(term, predicate, LLVMGetOperand(value, 0),
                                LLVMGetOperand(value, 1));
    }
    return plain_term(term, wanted ? LLVMIntNE : LLVMIntEQ, value,
                      LLVMConstNull(LLVMTypeOf(value)));
}

static bool looks_like_truth(LLVMValueRef value) {
    return is_bit(value) || inner_truth(value);
}

enum truth term_compare(struct term *term, LLVMIntPredicate predicate,
                        LLVMValueRef left, LLVMValueRef right) {
    bool test = predicate == LLVMIntNE || predicate == LLVMIntEQ;
    if (test && is_zero(right) && looks_like_truth(left))
        return term_test(term, left, predicate == LLVMIntNE);
    return plain_term(term, predicate, left, right);
}

struct term term_negated(struct term term) {
    predicate_of(ANYHOW & ~set_of(term.predicate), &term.predicate);
    return term;
}

// ------------------------------------------------------------- conjunctions

static bool same_sides(const struct term *a, const struct term *b) {
    return a->left == b->left && a->right == b->right;
}

bool term_is(const struct term *a, const struct term *b) {
    return same_sides(a, b) && a->predicate == b->predicate;
}

// What a comparison with a constant says about another one of the same value:
// an equation says all, and whatever does not hold for a number says that the
// value is another one.
static enum truth implied(const struct term *term, const struct term *other) {
    if (term->left != other->left || !is_number(term->right) ||
        !is_number(other->right))
        return SOMETIMES;
    unsigned found = relation(term->right, other->right);
    if (term->predicate == LLVMIntEQ)
        return set_of(other->predicate) & found ? ALWAYS : NEVER;
    found = relation(other->right, term->right);
    return other->predicate == LLVMIntNE && !(set_of(term->predicate) & found)
               ? ALWAYS
               : SOMETIMES;
}

void conjunction_drop(struct conjunction *conjunction, int index) {
    int last = --conjunction->count;
    memmove(&conjunction->at[index], &conjunction->at[index + 1],
            (size_t)(last - index) * sizeof *conjunction->at);
}

bool conjunction_add(struct conjunction *conjunction, struct term term) {
    for (int i = 0; i < conjunction->count; i++) {
        struct term *old = &conjunction->at[i];
        enum truth truth = implied(old, &term);
        if (truth != SOMETIMES)
            return truth == ALWAYS;
        truth = implied(&term, old);
        if (truth == NEVER)
            return false;
        unsigned both = set_of(old->predicate) & set_of(term.predicate);
        bool sides = same_sides(old, &term);
        if (sides && !both)
            return false;
        if (truth == ALWAYS || (sides && predicate_of(both, &term.predicate))) {
            conjunction_drop(conjunction, i);
            return conjunction_add(conjunction, term);
        }
    }
    if (conjunction->count == PATH_CONDITION_TERMS)
        return false;
    conjunction->at[conjunction->count++] = term;
    return true;
}

bool conjunction_demand(struct conjunction *conjunction, enum truth truth,
                        const struct term *term) {
    return truth == ALWAYS ||
           (truth == SOMETIMES && conjunction_add(conjunction, *term));
}

// -------------------------------------------------------------- conditions

static bool has_term(const struct conjunction *conjunction,
                     const struct term *term) {
    for (int i = 0; i < conjunction->count; i++)
        if (term_is(&conjunction->at[i], term))
            return true;
    return false;
}

static bool implies(const struct conjunction *conjunction,
                    const struct term *term) {
    for (int i = 0; i < conjunction->count; i++)
        if (implied(&conjunction->at[i], term) == ALWAYS)
            return true;
    return false;
}

// Does `more` demand all that `less` does, no later?
static bool covers(const struct conjunction *less,
                   const struct conjunction *more) {
    if (less->earliest && less->earliest != more->earliest)
        return false;
    for (int i = 0; i < less->count; i++)
        if (!has_term(more, &less->at[i]) && !implies(more, &less->at[i]))
            return false;
    return true;
}

// Two conjunctions that differ in one term only, over the same two values, are
// one with the weaker of it, or without it.
static bool merge(struct conjunction *a, const struct conjunction *b) {
    if (a->count != b->count || a->earliest != b->earliest)
        return false;
    int odd = -1;
    const struct term *other = NULL;
    for (int i = 0; i < a->count; i++)
        if (!has_term(b, &a->at[i])) {
            if (odd >= 0)
                return false;
            odd = i;
        }
    for (int i = 0; i < b->count; i++)
        if (!has_term(a, &b->at[i]))
            other = &b->at[i];
    if (odd < 0 || !other || !same_sides(&a->at[odd], other))
        return false;
    unsigned set = set_of(a->at[odd].predicate) | set_of(other->predicate);
    if (set == ANYHOW)
        conjunction_drop(a, odd);
    else
        return predicate_of(set, &a->at[odd].predicate);
    return true;
}

static void remove_disjunct(struct path_condition *condition, int index) {
    int last = --condition->count;
    memmove(&condition->at[index], &condition->at[index + 1],
            (size_t)(last - index) * sizeof *condition->at);
}

void path_condition_or(struct path_condition *condition,
                       const struct conjunction *conjunction) {
    for (int i = 0; i < condition->count; i++)
        if (covers(&condition->at[i], conjunction))
            return;
    for (int i = 0; i < condition->count; i++) {
        struct conjunction merged = condition->at[i];
        if (covers(conjunction, &condition->at[i])) {
            remove_disjunct(condition, i--);
        } else if (merge(&merged, conjunction)) {
            remove_disjunct(condition, i);
            path_condition_or(condition, &merged);
            return;
        }
    }
    if (condition->count < PATH_CONDITION_DISJUNCTS)
        condition->at[condition->count++] = *conjunction;
}

void path_condition_and(struct path_condition *condition, enum truth truth,
                        const struct term *term) {
    if (truth == NEVER)
        condition->count = 0;
    if (truth != SOMETIMES)
        return;
    struct path_condition old = *condition;
    condition->count = 0;
    for (int i = 0; i < old.count; i++)
        if (conjunction_add(&old.at[i], *term))
            path_condition_or(condition, &old.at[i]);
}
