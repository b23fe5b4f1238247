// SPDX-License-Identifier: Apache-2.0
// Linearisations: executions of one class, which differ only in the order of
// events that are independent of each other.
//
// One that has a thread go first shows what its last event need not have seen:
//
//     E:        a1  u1      u2  b2         u1, u2: commuting updates
//     instead:  u2  b2      a1  u1
//
// A data race of a1 and b2 that only u1 before u2 hides is there.

#ifndef MAZURKA_EXPLORE_TRACE_LINEARISATION_H
#define MAZURKA_EXPLORE_TRACE_LINEARISATION_H

#include "explore/trace/trace.h"

// The schedule of the whole trace in another order, of as many steps, to be
// freed. At first comes what happens before events of the thread `first` or
// before the latest event of all, then the rest. In the first part, events of
// the thread `last` come as late as they can, and, as far as that does not
// matter, those of `first` as early as they can.
struct step *linearisation(const struct trace *trace, unsigned first,
                           unsigned last);

#endif
