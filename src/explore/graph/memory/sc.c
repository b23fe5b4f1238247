// SPDX-License-Identifier: Apache-2.0
// Sequential consistency: po ∪ rf ∪ mo ∪ fr has no cycle.

#include "explore/graph/cycle.h"
#include "explore/memory_model.h"

static void edges(struct cycle *c, const struct graph *g, uint32_t event) {
    const struct graph_event *e = &g->events.at[event];
    cycle_edge(c, e->before);
    if (e->reads)
        cycle_edge(c, e->source);
    cycle_common_edges(c, g, event);
}

bool sc_consistent(struct cycle *c, const struct graph *g, uint32_t first) {
    return cycle_is_at_end(g, first) || !cycle_through(c, g, first, edges);
}
