// SPDX-License-Identifier: Apache-2.0
// SSA values and conditions as text close to the source, for --explain-loops.

#ifndef MAZURKA_CC_LOOPS_EXPLAIN_H
#define MAZURKA_CC_LOOPS_EXPLAIN_H

#include "cc/ir/unit.h"
#include "cc/loops/path_condition.h"

void explain_value(struct unit *unit, LLVMValueRef value, struct text *text);
void explain_term(struct unit *unit, const struct term *term,
                  struct text *text);
// "a == 0 and b > 1", "true" if it is empty.
void explain_conjunction(struct unit *unit,
                         const struct conjunction *conjunction,
                         struct text *text);

#endif
