// SPDX-License-Identifier: Apache-2.0
// When does an iteration of a loop leave everything as it was?
//
// Partial loop purity (Jonsson, Lång, Sagonas: "Awaiting for Godot", FMCAD
// 2022, section III): backwards over the body, from the back edges to the
// header, the condition under which what follows changes nothing that others
// can see and brings the values that the header needs back to what they are.
// An iteration in which it holds can be left out. Where the analysis cannot be
// sure, the condition is false.

#ifndef MAZURKA_CC_LOOPS_PURITY_H
#define MAZURKA_CC_LOOPS_PURITY_H

#include "cc/flow/natural_loops.h"
#include "cc/ir/unit.h"
#include "cc/loops/path_condition.h"

struct purity {
    struct condition condition; // false: the loop is left alone
    struct text why;            // then: in words
};

// Each disjunct has a term over a value that an atomic or volatile access of
// the same iteration has brought.
void purity_find(struct unit *unit, const struct flow *flow,
                 const struct dominators *dominators, const struct loop *loop,
                 struct purity *purity);
// Would some iteration be pure, if all functions of the program that could
// become part of the loop (inlining.h) were without an effect?
bool purity_is_imaginable(struct unit *unit, const struct flow *flow,
                          const struct dominators *dominators,
                          const struct loop *loop);
// Does nothing with an effect depend on this value?
bool purity_does_not_matter(LLVMValueRef value);
void purity_free(struct purity *purity);

// Has this instruction an effect, or does anything with an effect depend on it?
// An assumption that was inserted has none.
bool purity_is_needed(LLVMValueRef instruction);
// Does nothing with an effect depend on this value?
bool purity_does_not_matter(LLVMValueRef value);

#endif
