// SPDX-License-Identifier: Apache-2.0
// assume(not c) for each disjunct c of a loop's purity condition [Await §III].
//
// It stands behind the last definition of what it speaks of, and not before an
// instruction that may fail. Values that are not known there on every path, and
// whether an inner loop has taken its back edge, are kept in new variables:
// they are to be promoted afterwards.
//
// All of them may become operations that wait (await.h), and carry metadata of
// the unit's wait_kind. One is *final* if, once it is false and nothing changes
// any more, it is false in every later iteration too: it compares one access,
// at an address that stays the same, with a value that stays the same, and
// whatever else is demanded stays, too. A thread that waits for ever at a final
// one is reported. Both properties are strings in the metadata.

#ifndef MAZURKA_CC_LOOPS_ASSUMPTIONS_H
#define MAZURKA_CC_LOOPS_ASSUMPTIONS_H

#include "cc/flow/natural_loops.h"
#include "cc/ir/unit.h"
#include "cc/loops/path_condition.h"

struct assumptions {
    struct unit *unit;
    const struct loop *loop;
    // Headers of loops whose back edge is never taken: assumptions exclude it.
    const struct flow_list *still;
};

enum assumption_trait {
    ASSUMPTION_FINAL,
    ASSUMPTION_INNER, // it holds, too, if an inner back edge was taken
    ASSUMPTION_TRAITS,
};

// Does the assumption have this property?
bool assumptions_is(struct unit *unit, LLVMValueRef assume,
                    enum assumption_trait word);

// The instruction behind which the assumption would stand, or NULL.
LLVMValueRef assumptions_place(const struct assumptions *assumptions,
                               const struct conjunction *conjunction);

// The call of __mz_assume that leaves out iterations in which this holds, or
// NULL if there is no place for it. It makes no block and no edge.
LLVMValueRef assumptions_insert(const struct assumptions *assumptions,
                                const struct conjunction *conjunction);

#endif
