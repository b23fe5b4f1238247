// SPDX-License-Identifier: Apache-2.0
// Volatile locals whose address nobody takes: no other thread can see them.
// Where they are accessed in loops they are made what other locals are, so that
// the loops can be seen through; elsewhere they keep the optimiser from what
// they are there to keep it from. Where setjmp is called, they keep their
// values as the standard says.

#ifndef MAZURKA_CC_LOOPS_VOLATILE_LOCALS_H
#define MAZURKA_CC_LOOPS_VOLATILE_LOCALS_H

#include "cc/ir/unit.h"

void volatile_locals_unmark(struct unit *unit);

#endif
