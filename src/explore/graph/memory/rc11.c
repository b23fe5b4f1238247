// SPDX-License-Identifier: Apache-2.0
// RC11 [RC11], with the release sequences of C23 and C++20: with the
// happens-before of C (happens_before.h), hb ; eco? is irreflexive, psc has no
// cycle (psc.h), and po ∪ rf has none: no value comes out of thin air.

#include "explore/graph/memory/coherence.h"
#include "explore/memory_model.h"
#include "explore/graph/memory/psc.h"

bool rc11_consistent(struct cycle *c, const struct graph *g, uint32_t first) {
    if (cycle_is_at_end(g, first))
        return true;
    return is_coherent(g, first, CLOCK_HAPPENS) && psc_is_acyclic(c, g);
}
