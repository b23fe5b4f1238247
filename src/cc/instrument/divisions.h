// SPDX-License-Identifier: Apache-2.0
// Divisions that have no result: by 0, and of the least number by -1. The
// processor would tell, but a division whose result nobody wants is never made.

#ifndef MAZURKA_CC_INSTRUMENT_DIVISIONS_H
#define MAZURKA_CC_INSTRUMENT_DIVISIONS_H

#include "cc/ir/unit.h"

// Before a division or a remainder of integers.
void divisions_check(struct unit *unit, LLVMValueRef division);

#endif
