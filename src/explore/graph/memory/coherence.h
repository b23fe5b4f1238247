// SPDX-License-Identifier: Apache-2.0
// Coherence: hb ; eco? is irreflexive, for an order hb of which each event has
// a clock. In other words, at one place: a write that happens before another is
// older than it; who reads sees no write that is older than one that happens
// before it, or than what a read that happens before it has seen; and a write
// is newer than what reads that happen before it have seen.

#ifndef MAZURKA_EXPLORE_GRAPH_MEMORY_COHERENCE_H
#define MAZURKA_EXPLORE_GRAPH_MEMORY_COHERENCE_H

#include "explore/graph/execution_graph.h"

// Of the events from `first` on, to which none happens before another.
bool is_coherent(const struct graph *graph, uint32_t first,
                 enum graph_clock happens_before);

#endif
