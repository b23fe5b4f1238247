// SPDX-License-Identifier: Apache-2.0
// Operations on an object that only look (a sem_trywait that fails,
// sem_getvalue) commute with each other, but stand in its chain one after the
// other. So under sc there may be several graphs of one class: one of them is
// *canonical*, the others are its doubles.
//
// It is the one whose chains are in the order in which the events can happen if
// those of threads with small numbers come as early as they can.

#ifndef MAZURKA_EXPLORE_GRAPH_COMMUTING_H
#define MAZURKA_EXPLORE_GRAPH_COMMUTING_H

#include "explore/graph/execution_graph.h"

// Of a graph that is consistent under sc. Most have nothing that commutes.
bool graph_is_canonical(const struct graph *graph);

#endif
