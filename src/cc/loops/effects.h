// SPDX-License-Identifier: Apache-2.0
// What one instruction does to the memory that others can see, as far as it
// matters for leaving out a loop's iteration.

#ifndef MAZURKA_CC_LOOPS_EFFECTS_H
#define MAZURKA_CC_LOOPS_EFFECTS_H

#include "cc/ir/unit.h"
#include "cc/loops/path_condition.h"

enum effect_kind {
    EFFECT_NONE, // unless a term does not hold
    EFFECT_ANY,  // it may change something
};

struct effect {
    enum effect_kind kind;
    enum truth harmless; // EFFECT_NONE only if this holds
    struct term term;    // for SOMETIMES
    // It may fail, or take part in a data race: an iteration may not be left
    // out before it has happened.
    bool late;
    const char *why; // for EFFECT_ANY: "stores to", "calls"
};

struct effect effects_of(struct unit *unit, LLVMValueRef instruction);

// Could it be executed any number of times without anybody noticing?
bool effects_only_computes(struct unit *unit, LLVMValueRef instruction);

// Is this a load, exchange, … that is a visible operation in every mode?
bool effects_is_atomic(LLVMValueRef instruction);
// The library function that is called, "" if none or the program's own.
const char *effects_callee(LLVMValueRef instruction);

#endif
