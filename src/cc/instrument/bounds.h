// SPDX-License-Identifier: Apache-2.0
// Bounds: an access whose address is computed from a variable of known size, a
// local one of this call or a global one of this unit, has to be inside of it.
//
// This is exact, however far away the address is. Other pointers are found out
// only near the ends of variables, where the redzones are (redzones.h).

#ifndef MAZURKA_CC_INSTRUMENT_BOUNDS_H
#define MAZURKA_CC_INSTRUMENT_BOUNDS_H

#include "cc/ir/unit.h"

// Before a load, a store or an atomic instruction that is instrumented, when
// locals have moved (locals.h).
void bounds_check(struct unit *unit, LLVMValueRef access);
// The same for all that memset, or memcpy and memmove, access.
void bounds_check_block(struct unit *unit, LLVMValueRef call, bool copies);
// Before a call of a library function that has a model: which locals it is
// given pointers to. How far it goes is known when it runs. (Global variables
// are known to the runtime, by their addresses.)
void bounds_lend(struct unit *unit, LLVMValueRef call, LLVMValueRef site);

#endif
