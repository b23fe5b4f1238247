// SPDX-License-Identifier: Apache-2.0
// Each loop's iterations are counted, so that --unroll can cut it and so that
// one without end is found; and the runtime is told the loop's values at the
// start of each (iteration_values.h).

#ifndef MAZURKA_CC_LOOPS_ITERATIONS_H
#define MAZURKA_CC_LOOPS_ITERATIONS_H

#include "cc/ir/unit.h"

// All loops of a function, after the instrumentation of its instructions.
void iterations_count(struct unit *unit, LLVMValueRef function);

#endif
