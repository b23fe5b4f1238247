// SPDX-License-Identifier: Apache-2.0
// The bare cost of a machine's steps, to compare a search with: one execution,
// to its end and back to the start, again and again; nothing is recorded,
// analysed or chosen. What a machine does so that it can go back is part of it.

#ifndef MAZURKA_MACHINE_BARE_H
#define MAZURKA_MACHINE_BARE_H

#include "machine/machine.h"

struct bare_cost {
    uint64_t executions, steps;
    double cpu_seconds;
};

// For about so many seconds. A thread goes on as long as it can; after it, the
// first one that can.
struct bare_cost bare_run(struct machine *machine, double seconds);

#endif
