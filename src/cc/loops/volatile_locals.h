// SPDX-License-Identifier: Apache-2.0
// Volatile locals whose address nobody takes: no other thread can see them, so
// they are what other locals are, and loops around them can be seen through.
// Where setjmp is called, they keep their values as the standard says.

#ifndef MAZURKA_CC_LOOPS_VOLATILE_LOCALS_H
#define MAZURKA_CC_LOOPS_VOLATILE_LOCALS_H

#include "cc/ir/unit.h"

void volatile_locals_unmark(struct unit *unit);

#endif
