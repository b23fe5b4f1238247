// SPDX-License-Identifier: Apache-2.0
// Is there a way round in a graph, through an event that was just added? Edges
// are walked backwards: a model says what comes directly before an event.

#ifndef MAZURKA_EXPLORE_GRAPH_CYCLE_H
#define MAZURKA_EXPLORE_GRAPH_CYCLE_H

#include "explore/graph/execution_graph.h"

struct cycle {
    position_list stack;
    VEC(uint32_t) seen; // of each event: in which walk it was seen
    uint32_t walk;
    VEC(uint64_t) bits; // scratch of others
};

void cycle_free(struct cycle *cycle);

// A walk begins; was an event met in it?
void cycle_begin(struct cycle *cycle, const struct graph *graph);
static inline bool cycle_met(const struct cycle *c, uint32_t event) {
    return c->seen.at[event] == c->walk;
}

// Add what comes directly before an event.
typedef void edges_into(struct cycle *cycle, const struct graph *graph,
                        uint32_t event);

// Is there a cycle through one of the events from `first` on?
bool cycle_through(struct cycle *cycle, const struct graph *graph,
                   uint32_t first, edges_into *edges);

static inline void cycle_edge(struct cycle *c, uint32_t from) {
    if (from == NO_EVENT || c->seen.at[from] == c->walk)
        return;
    c->seen.at[from] = c->walk;
    vec_push(&c->stack, from);
}

// The edges that all models share: mo, fr, chains, and enabling edges.
void cycle_common_edges(struct cycle *cycle, const struct graph *graph,
                        uint32_t event);

// Has nothing of what is new anything newer, that is not new itself? Then there
// is no way from it to anywhere, in no model.
bool cycle_is_at_end(const struct graph *graph, uint32_t first);

#endif
