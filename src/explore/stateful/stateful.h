// SPDX-License-Identifier: Apache-2.0
// Stateful DPOR [SDPOR]: never explores a state twice.

#ifndef MAZURKA_EXPLORE_STATEFUL_STATEFUL_H
#define MAZURKA_EXPLORE_STATEFUL_STATEFUL_H

#include "explore/explorer.h"

// What the search is made of; the plain one has all of it but `classic`.
enum stateful_part {
    WITH_CLASSIC_SETS = 1, // insist on threads that lead to the second event
    WITH_GRAPH = 2, // one dependency graph instead of a summary a state [SDPOR]
    WITH_SLEEP = 4, // sleep sets, stored with the states
    WITH_EVERYTHING_ENABLED = 8, // no reduction: the graph of all states
    STATEFUL_BEST = WITH_SLEEP,
};

struct explorer *explorer_stateful_with(struct trace *trace, unsigned parts);

#endif
