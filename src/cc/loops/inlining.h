// SPDX-License-Identifier: Apache-2.0
// Functions of the program that are called by a loop which may wait become part
// of it, so that purity can be seen through them.
//
// Only what a loop might be waiting for is inlined: were all such calls without
// an effect, some iteration would be pure. Functions that are recursive, large,
// or have locals in memory stay what they are.

#ifndef MAZURKA_CC_LOOPS_INLINING_H
#define MAZURKA_CC_LOOPS_INLINING_H

#include "cc/ir/unit.h"

#include <stdbool.h>

// How often calls are marked and inlined: each time goes one call deeper.
enum { INLINING_ROUNDS = 6 };

// Could the function that is called here become part of its caller?
bool inlining_is_possible(LLVMValueRef call);

// Mark the calls that are to be inlined, after promotion, for LLVM's pass
// `always-inline`. False if there is none.
bool inlining_mark(struct unit *unit);

#endif
