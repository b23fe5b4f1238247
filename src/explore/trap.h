// SPDX-License-Identifier: Apache-2.0
// Traps: states that no step leads out of, and none of which is an end. Whatever
// happens next, the program goes on for ever.

#ifndef MAZURKA_EXPLORE_TRAP_H
#define MAZURKA_EXPLORE_TRAP_H

#include "explore/trace/trace.h"

// The machine stands at the end of the trace, in a state that it can tell: are
// all that it can come to from here a trap? Then as a livelock, which is the
// same from wherever in the trap it is asked. All of them are visited; false,
// too, if they are too many. What threads at a false assume or a bound, or who
// go round for nothing, could have done is not known: that is no trap.
bool trap_holds(struct trace *trace, struct mishap *mishap);

#endif
