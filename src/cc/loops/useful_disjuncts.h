// SPDX-License-Identifier: Apache-2.0
// Which disjuncts of a purity condition are worth an assumption: those that can
// hold, and that speak of a value which an atomic or volatile access of the
// same iteration has brought, so that another thread can end the wait.

#ifndef MAZURKA_CC_LOOPS_USEFUL_DISJUNCTS_H
#define MAZURKA_CC_LOOPS_USEFUL_DISJUNCTS_H

#include "cc/flow/natural_loops.h"
#include "cc/ir/unit.h"
#include "cc/loops/path_condition.h"

// Drops the others, and makes what is left as short as possible. If a condition
// that was not false is so now, returns why, else NULL.
const char *useful_disjuncts_keep(struct unit *unit, const struct loop *loop,
                                  struct path_condition *condition);

#endif
