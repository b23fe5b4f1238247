// SPDX-License-Identifier: Apache-2.0
// Loops that try again with what a failed compare-exchange has found:
//
//     old = x;
//     while (!compare_exchange(&x, &old, f(old)))
//         ;
//
// An iteration that fails changes `old`. But nothing else than the first look
// at x has happened for it, and that could have been later: then `old` would
// have been the new value at once. So it is pure, if nothing but such looks is
// ever the value of `old`, no iteration that goes round has another effect, and
// the first look is for nothing else and directly before the loop.

#ifndef MAZURKA_CC_LOOPS_RETRIES_H
#define MAZURKA_CC_LOOPS_RETRIES_H

#include "cc/flow/natural_loops.h"
#include "cc/ir/unit.h"

// Is this phi of the header such an `old`? Then it is another value in every
// iteration, also in those that are pure.
bool retries_renew(struct unit *unit, const struct loop *loop,
                   LLVMValueRef phi);

#endif
