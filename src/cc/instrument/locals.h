// SPDX-License-Identifier: Apache-2.0
// Local memory: which local variables stay on the thread's own stack.
//
// One stays if it is small and every use of it is an access at a constant
// place inside of it: no other thread can see such accesses, and they are never
// announced. All others (address taken, large, indexed by a variable, of
// variable size) move to the second stack, where accesses are announced,
// checked and undone like those to any other memory.

#ifndef MAZURKA_CC_INSTRUMENT_LOCALS_H
#define MAZURKA_CC_INSTRUMENT_LOCALS_H

#include "cc/ir/unit.h"

enum { LOCALS_LARGEST = 64 }; // bytes of a variable that stays

void locals_move(struct unit *unit, LLVMValueRef function);
// Is this a call of setjmp, or of its like?
bool locals_returns_twice(LLVMValueRef call);

#endif
