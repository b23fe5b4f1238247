// SPDX-License-Identifier: Apache-2.0
// Which values are still wanted at a place.

#ifndef MAZURKA_CC_FLOW_LIVE_VALUES_H
#define MAZURKA_CC_FLOW_LIVE_VALUES_H

#include "cc/flow/flow.h"

#include <stdbool.h>

// Is the value of an instruction wanted behind the phis of a block that it
// dominates? One that is computed in the block itself is only if it is a phi.
// Only those users count that are `needed`.
bool wanted_at(const struct flow *flow, LLVMValueRef value, int block,
               bool (*needed)(LLVMValueRef user));
// Is it used by this phi only, through casts perhaps?
bool wanted_only_by(LLVMValueRef value, LLVMValueRef phi);

#endif
