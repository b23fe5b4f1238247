// SPDX-License-Identifier: Apache-2.0
// Release/acquire: every access is taken as one. With hb = (po ∪ rf)⁺,
// hb ; eco? is irreflexive.

#include "explore/graph/memory/coherence.h"
#include "explore/memory_model.h"

bool ra_consistent(struct cycle *c, const struct graph *g, uint32_t first) {
    (void)c;
    return is_coherent(g, first, CLOCK_HAPPENS);
}
