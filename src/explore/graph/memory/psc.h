// SPDX-License-Identifier: Apache-2.0
// The order of what is seq_cst in RC11 [RC11, Section 4]. With S the seq_cst
// events and F the fences among them:
//
//   scb = po ∪ (po≠loc ; hb ; po≠loc) ∪ hb=loc ∪ mo ∪ fr
//   psc = ([S] ∪ [F];hb?) ; scb ; ([S] ∪ hb?;[F])  ∪  [F];(hb ∪ hb;eco;hb);[F]
//
// has no cycle.

#ifndef MAZURKA_EXPLORE_GRAPH_MEMORY_PSC_H
#define MAZURKA_EXPLORE_GRAPH_MEMORY_PSC_H

#include "explore/graph/cycle.h"

// Of the whole graph. `cycle` has room for what is computed.
bool psc_is_acyclic(struct cycle *cycle, const struct graph *graph);

#endif
