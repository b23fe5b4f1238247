// SPDX-License-Identifier: Apache-2.0
// Who waits for whom: the threads, with an edge from each that waits to the one
// that could end its wait.

#ifndef MAZURKA_EXPLORE_WAIT_FOR_GRAPH_H
#define MAZURKA_EXPLORE_WAIT_FOR_GRAPH_H

#include "machine/machine.h"

enum { NOBODY = UINT32_MAX };

// Who could end the wait of this operation: the holder, or the one to be
// joined; NOBODY if that may be anyone, or if the program has written something
// else where the holder should stand.
unsigned awaited_thread(const struct machine *machine, const struct op *op);

// Does it wait for itself in the end?
bool waits_in_cycle(struct machine *machine, unsigned thread);

// The machine stands at the end of an execution in which somebody waits for
// ever: as a deadlock or a livelock, without words.
struct mishap waits_for_ever(struct machine *machine);

#endif
