// SPDX-License-Identifier: Apache-2.0
// Spin loops wait for other threads: their pure iterations are left out, by
// Partial Loop Purity elimination [Await §III].

#ifndef MAZURKA_CC_LOOPS_SPIN_LOOPS_H
#define MAZURKA_CC_LOOPS_SPIN_LOOPS_H

#include "cc/ir/unit.h"

// All functions of the module, after promotion and before instrumentation.
// What was done to each loop is added to *explanation, unless that is NULL.
// Variables may be made that are to be promoted again.
void spin_loops_remove(struct unit *unit, struct text *explanation);

#endif
