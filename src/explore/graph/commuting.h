// SPDX-License-Identifier: Apache-2.0
// Neighbours of a chain that do not depend on each other (of a condition
// variable and its mutex; a sem_trywait that fails and sem_getvalue) can be in
// either order, and the class is the same. One of these graphs is *canonical*,
// the others are its doubles.
//
// It is the one whose chains are in the order in which the events can happen if
// those of threads with small numbers come as early as they can.

#ifndef MAZURKA_EXPLORE_GRAPH_COMMUTING_H
#define MAZURKA_EXPLORE_GRAPH_COMMUTING_H

#include "explore/graph/execution_graph.h"

// Most graphs have no such neighbours.
bool graph_is_canonical(const struct graph *graph);

#endif
