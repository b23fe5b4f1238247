// SPDX-License-Identifier: Apache-2.0
// A part of POP's search as plain data.
//
// With the characterisation, what lies below a race that is due follows from
// the execution that it was found in, and from how that came about; other races
// that are due do not matter (docs/distribution.md). So a unit is a stack of
// executions, each with the race of the one below that has led to it, and the
// races that are still due:
//
//     execution 0   steps …                                    due: (2, 7)
//     execution 1   by race (4, 6): its first 4 steps, steps …  due: none
//     execution 2   by race (1, 3): its first 1 steps, steps …  due: (0, 2) …
//
// Nothing else: clocks, marks and sleep sets are found again by running the
// executions, one after the other, as if the search had come by. No addresses
// are in it, and threads go by their spawn paths.
//
// A race is known by its two positions, and by the thread and the choice of the
// second event. Threads must have the numbers that they had where the unit was
// made; a unit that does not fit in this or in any other way is refused.

#ifndef MAZURKA_EXPLORE_UNITS_POP_UNIT_H
#define MAZURKA_EXPLORE_UNITS_POP_UNIT_H

#include "explore/explorer.h"

// pop_sharing is declared with the others' (explorer.h).

#endif
