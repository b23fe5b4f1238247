// SPDX-License-Identifier: Apache-2.0
// Terms that stay what they are in all pure iterations of a loop, as long as
// nobody changes memory: whoever waits at one then waits for ever.

#ifndef MAZURKA_CC_LOOPS_STEADY_TERMS_H
#define MAZURKA_CC_LOOPS_STEADY_TERMS_H

#include "cc/flow/natural_loops.h"
#include "cc/ir/unit.h"
#include "cc/loops/path_condition.h"

// The last atomic access of the iteration that the term is computed from, or
// NULL.
LLVMValueRef steady_terms_access(const struct loop *loop,
                                 const struct term *term);
// Are both sides, in all pure iterations from here on, what they are now?
bool steady_terms_stays(struct unit *unit, const struct loop *loop,
                        const struct term *term);
// Are they but for one access, at an address that stays?
bool steady_terms_waits(struct unit *unit, const struct loop *loop,
                        const struct term *term);

#endif
