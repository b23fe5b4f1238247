// SPDX-License-Identifier: Apache-2.0
// Does the program still need a value at a place?
//
// Only users count that something with an effect depends on, and one value is
// asked for at one block. (liveness.h has every value that may still be looked
// at, contents of variables among them, for all places of a function at once.)

#ifndef MAZURKA_CC_FLOW_LIVE_VALUES_H
#define MAZURKA_CC_FLOW_LIVE_VALUES_H

#include "cc/flow/flow.h"

#include <stdbool.h>

// Is the value of an instruction needed behind the phis of a block that it
// dominates? One that is computed in the block itself is only if it is a phi.
bool live_values_at(const struct flow *flow, LLVMValueRef value, int block);
// Does nothing with an effect depend on this value? An assumption that was
// inserted has none.
bool live_values_is_dead(LLVMValueRef value);
// Is it one that the runtime counts by, and that means nothing to the program?
bool live_values_is_count(LLVMValueRef value);
// Is it used by this phi only, through casts perhaps?
bool live_values_only_in(LLVMValueRef value, LLVMValueRef phi);

#endif
