// SPDX-License-Identifier: Apache-2.0
// Redzones: bytes behind each global and thread-local variable that belong to
// nobody, so that who runs over the end of one, by whatever pointer, comes to
// them first (locals have theirs from the runtime). The table of globals says
// how many there are.

#ifndef MAZURKA_CC_INSTRUMENT_REDZONES_H
#define MAZURKA_CC_INSTRUMENT_REDZONES_H

#include "cc/ir/unit.h"

// How many a variable has: none if something else may be known to lie behind it
// (a section of its own), or if it may turn out to be another module's.
uint64_t redzones_size(struct unit *unit, LLVMValueRef variable);
// When everything else is done: variables have other types from here on.
void redzones_add(struct unit *unit);

#endif
