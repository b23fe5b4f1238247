// SPDX-License-Identifier: Apache-2.0
// POP, parsimonious-optimal DPOR [POP]: each class exactly once, none cut
// short, in memory that is polynomial in the length of an execution.
//
// Races are reversed *eagerly*: as soon as one is found, the execution is
// suspended, the new one is run and dealt with completely, and the old one is
// taken up again (trace/suspended.h).
//
//     execution 0   e0 e1 e2 e3 e4 e5 e6       race (e2, e4) reversed:
//     execution 1   e0 e1 [e4] e2' e3'         … its own races, then the other
//                         schedule               races of execution 0
//
// Races are reversed *parsimoniously*: what was scheduled to bring an event
// forward (trace/schedule.h) is never overtaken, and an event that does not
// come after a head on its way overtakes nothing beyond that head, since
// another execution does the same.
//
// Invariants: schedules are contiguous and end in their head; the first event
// of a reversed race is in no schedule, and the heads between it and the second
// are in the new schedule; a run finds no enabled thread blocked by what sleeps
// but another that is not; at most n(n-1)/2 executions are suspended, for the
// longest execution n, not counting alternatives of choices.
//
// Which operations conflict has to be orderly for this: what the program has
// decides how sleep sets are kept, or that it is left to optimal-DPOR
// (sleep/pop_variant.h). When that is found out late, all begins again.

#ifndef MAZURKA_EXPLORE_POP_POP_H
#define MAZURKA_EXPLORE_POP_POP_H

#include "explore/explorer.h"
#include "explore/pop/sleep/pop_variant.h"

struct explorer *explorer_pop_as(struct trace *trace, enum pop_variant as);

#endif
