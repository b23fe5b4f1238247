// SPDX-License-Identifier: Apache-2.0
// An assumption for each way in which a loop's iteration can be pure: that this
// one is not.
//
// It stands behind the last definition of what it speaks of, and not before an
// instruction that may fail. Values that are not known there on every way, and
// whether an inner loop has gone round, are kept in new variables: they are to
// be promoted afterwards.

#ifndef MAZURKA_CC_ASSUMES_H
#define MAZURKA_CC_ASSUMES_H

#include "cc/condition.h"
#include "cc/dominators.h"
#include "cc/loops.h"
#include "cc/unit.h"

struct assumes {
    struct unit *unit;
    const struct flow *flow;
    const struct dominators *dominators;
    const struct loop *loop;
};

// The call of __mz_assume that leaves out iterations in which this holds, or
// NULL if there is no place for it. It makes no block and no edge.
LLVMValueRef assumes_insert(const struct assumes *assumes,
                            const struct conjunction *conjunction);

#endif
