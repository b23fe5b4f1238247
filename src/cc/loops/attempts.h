// SPDX-License-Identifier: Apache-2.0
// Loops whose first attempt stands before them:
//
//     found = try();
//     while (in_vain(found)) {
//         ...
//         found = try();
//     }
//
// If both are the same atomic update and the last thing that happens before the
// loop's head is reached, then an iteration may be said to begin with the
// attempt: where the thread is before it, at either place, it goes on in the
// same way.

#ifndef MAZURKA_CC_LOOPS_ATTEMPTS_H
#define MAZURKA_CC_LOOPS_ATTEMPTS_H

#include "cc/flow/natural_loops.h"
#include "cc/ir/unit.h"

struct attempt {
    LLVMValueRef phi;          // of the header: what was found
    LLVMValueRef first, again; // the calls, before the loop and at its end
};

// After the instrumentation of updates. False if the loop is no such one.
bool attempts_find(struct unit *unit, const struct loop *loop,
                   struct attempt *attempt);

#endif
