// SPDX-License-Identifier: Apache-2.0
// Locals that are accessed as another type of the same size.
//
// clang compares and exchanges pointers and floating-point numbers as integers,
// and so reads and writes the local that holds what is expected: such a local
// would not be promoted, and no loop around it could be pure. Its accesses are
// given its own type; the values are converted.

#ifndef MAZURKA_CC_LOOPS_SCALARS_H
#define MAZURKA_CC_LOOPS_SCALARS_H

#include "cc/ir/unit.h"

// All locals of the module, before promotion.
void scalars_unify(struct unit *unit);

#endif
