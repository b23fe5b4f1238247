// SPDX-License-Identifier: Apache-2.0
// Calls of __VERIFIER_nondet_*: which values are worth trying?
//
// If a value is only ever compared with constants, values that compare the same
// with all of them are as good as each other: one of each class is all. Else the
// constants that the module compares anything with are a hint.

#ifndef MAZURKA_CC_INSTRUMENT_NONDET_H
#define MAZURKA_CC_INSTRUMENT_NONDET_H

#include "cc/ir/unit.h"

// Before the call, the runtime is told (__mz_nondet).
void nondet_tell(struct unit *unit, LLVMValueRef call);

#endif
