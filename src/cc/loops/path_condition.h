// SPDX-License-Identifier: Apache-2.0
// Path conditions: conditions over SSA values in disjunctive normal form.
//
// A term compares two integers or pointers; an i1 is compared with false. A
// conjunction is a set of terms that hold at once, and a condition a set of
// conjunctions of which one holds. Both have a limit: what does not fit is
// dropped, so that a condition that is kept always implies the full one.

#ifndef MAZURKA_CC_LOOPS_PATH_CONDITION_H
#define MAZURKA_CC_LOOPS_PATH_CONDITION_H

#include <llvm-c/Core.h>
#include <stdbool.h>

enum { PATH_CONDITION_TERMS = 5, PATH_CONDITION_DISJUNCTS = 10 };

struct term {
    LLVMIntPredicate predicate;
    LLVMValueRef left, right; // a constant, if any, is on the right
};

struct conjunction {
    struct term at[PATH_CONDITION_TERMS];
    int count;
    // The earliest insertion point of [Await §III], or NULL: an instruction
    // that must have been executed where this is relied upon, because it may
    // fail.
    LLVMValueRef earliest;
};

struct path_condition {
    struct conjunction at[PATH_CONDITION_DISJUNCTS];
    int count; // 0: false
};

enum truth { NEVER, SOMETIMES, ALWAYS };

// The comparison in its simplest form: extensions, negations and constants are
// looked through. The term is only filled in for SOMETIMES.
enum truth term_compare(struct term *term, LLVMIntPredicate predicate,
                        LLVMValueRef left, LLVMValueRef right);
// `value` (any integer) is not 0, or is 0.
enum truth term_test(struct term *term, LLVMValueRef value, bool wanted);
struct term term_negated(struct term term);

bool term_is(const struct term *a, const struct term *b);

// Demand the term too. False if nothing is left: it contradicts the others, or
// there are too many.
bool conjunction_add(struct conjunction *conjunction, struct term term);

// The same for a term that may hold always or never.
bool conjunction_demand(struct conjunction *conjunction, enum truth truth,
                        const struct term *term);

// The same without one of its terms.
void conjunction_drop(struct conjunction *conjunction, int index);

// Allow this too.
void path_condition_or(struct path_condition *condition,
                       const struct conjunction *conjunction);
// Demand this of every disjunct.
void path_condition_and(struct path_condition *condition, enum truth truth,
                        const struct term *term);

#endif
