// SPDX-License-Identifier: Apache-2.0
// Loops that try again with what a failed compare-exchange has found:
//
//     old = x;
//     while (!compare_exchange(&x, &old, f(old)))
//         ;
//
// A failed iteration changes `old`, but is pure all the same: had the thread
// read x for the first time only now, `old` would have this value from the
// start. That is so if `old` never has a value that was not read from x, if no
// iteration that takes a back edge has another effect, and if the first read
// stands directly before the loop and is used for nothing else.

#ifndef MAZURKA_CC_LOOPS_RETRIES_H
#define MAZURKA_CC_LOOPS_RETRIES_H

#include "cc/flow/natural_loops.h"
#include "cc/ir/unit.h"

// Is this phi of the header such an `old`? Then it is another value in every
// iteration, also in those that are pure.
bool retries_renew(struct unit *unit, const struct loop *loop,
                   LLVMValueRef phi);

#endif
