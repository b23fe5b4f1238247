// SPDX-License-Identifier: Apache-2.0
// Await statements [Await §IV]: an atomic load, exchange or compare-exchange
// whose result is assumed to be something becomes one operation that waits for
// it.
//
// Both stand in one block, with nothing between them that others could see or
// that could fail; what the result is compared with is known beforehand. The
// assumption is one that stands for a loop (a wait, see assumptions.h), or
// mz_await() of the program where loops are kept; mz_assume() stays what it is.

#ifndef MAZURKA_CC_LOOPS_AWAIT_H
#define MAZURKA_CC_LOOPS_AWAIT_H

#include "cc/ir/unit.h"

#include <stdbool.h>

// Could this call of __mz_assume or mz_await be part of such an operation?
// (A part of loops' assumptions may be that they hold in any case.)
bool await_is_possible(struct unit *unit, LLVMValueRef assume);

// Is it a finding if that waits for ever?
bool await_is_final(struct unit *unit, LLVMValueRef assume);

// The program's own waits become the loops in which they stand, and are treated
// like all loops.
void await_unfold(struct unit *unit);

// All of a function, before its accesses are instrumented and after its locals
// have moved: what stays on a thread's own stack is not waited for.
void await_lower(struct unit *unit, LLVMValueRef function);

#endif
