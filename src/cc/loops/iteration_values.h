// SPDX-License-Identifier: Apache-2.0
// What the runtime is told at the start of each iteration of a loop, so that it
// can tell when an iteration has left everything as it was: all values that can
// differ from one start to the next and that the program still needs.

#ifndef MAZURKA_CC_LOOPS_ITERATION_VALUES_H
#define MAZURKA_CC_LOOPS_ITERATION_VALUES_H

#include "cc/loops/attempts.h"
#include "machine/hooks.h"

struct iteration_values {
    bool complete; // false: there is one that the runtime cannot compare
    int block;     // at the start of which it is told
    unsigned count;
    LLVMValueRef values[MZ_MOST_VALUES];
    // If the first attempt stands before the loop: it is told before each, and
    // these are the values before the first.
    struct attempt attempt;
    LLVMValueRef first_values[MZ_MOST_VALUES];
};

// `loop` is one of `loops`; after the instrumentation of its instructions.
void iteration_values_find(struct unit *unit, const struct natural_loops *loops,
                           const struct loop *loop,
                           struct iteration_values *values);

#endif
