// SPDX-License-Identifier: Apache-2.0
// Which events a revisit may take back [TruSt, Section 4]: those that were
// added in the last of their ways. Each graph is then found from one other
// only.
//
// Seen from an event whose clock is `past`, an event x is *maximal* iff of what
// stood in the graph when x was added, or comes before that event,
//   - nothing is newer than what x reads from, which is one of these, nor than
//     x itself, if it writes or is in a chain, and nobody reads from x;
//   - a choice has its first value;
//   - x is not pinned.

#ifndef MAZURKA_EXPLORE_GRAPH_MAXIMAL_H
#define MAZURKA_EXPLORE_GRAPH_MAXIMAL_H

#include "explore/graph/execution_graph.h"

// `self` is the event that looks, and is not there yet; or NO_EVENT.
bool graph_is_maximal(const struct graph *graph, uint32_t event,
                      const uint32_t *past, uint32_t self);

#endif
