// SPDX-License-Identifier: Apache-2.0
// The visible operation dependency graph [SDPOR, Section 4.3]: which operation
// was seen to follow which, over the whole search. What may happen after a
// state is what can be reached from the operations that are pending there.
//
// One graph for the whole program is small, and coarse: it has forgotten in
// which state an operation followed another. The search uses a summary for each
// state instead (summary.h); the graph is there to compare with.

#ifndef MAZURKA_EXPLORE_STATEFUL_DEPENDENCY_GRAPH_H
#define MAZURKA_EXPLORE_STATEFUL_DEPENDENCY_GRAPH_H

#include "explore/stateful/summary.h"

struct dependency_node {
    VEC(uint32_t) next;
    bool reached; // scratch
};

struct dependency_graph {
    VEC(struct dependency_node) nodes; // by the number of the operation
};

void dependency_graph_free(struct dependency_graph *graph);
void dependency_graph_add(struct dependency_graph *graph, uint32_t from,
                          uint32_t to);
// Append to the list all that can be reached from what is in it.
void dependency_graph_reach(struct dependency_graph *graph,
                            operation_list *list);

#endif
