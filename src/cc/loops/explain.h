// SPDX-License-Identifier: Apache-2.0
// SSA values and conditions in words close to the source's, for explanations.

#ifndef MAZURKA_CC_LOOPS_EXPLAIN_H
#define MAZURKA_CC_LOOPS_EXPLAIN_H

#include "cc/loops/path_condition.h"
#include "cc/ir/unit.h"

void words_value(struct unit *unit, LLVMValueRef value, struct text *text);
void words_term(struct unit *unit, const struct term *term, struct text *text);
// "a == 0 and b > 1", "true" if it is empty.
void words_conjunction(struct unit *unit, const struct conjunction *conjunction,
                       struct text *text);
// What an access touches or a call of the thread API acts on, "" if that is not known.
const char *words_access(struct unit *unit, LLVMValueRef instruction);

#endif
