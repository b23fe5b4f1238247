// SPDX-License-Identifier: Apache-2.0
// POP, parsimonious-optimal DPOR (000): each class exactly once, none cut
// short, in memory that is polynomial in the length of an execution.
//
// Races are reversed *eagerly*: as soon as one is found, the execution is put
// aside, the new one is run and dealt with completely, and the old one is taken
// up again. Each execution that was put aside is a frame of an explicit stack
// (suspended.h). All that race detection needs are the events, so nothing is
// ever run again to take an execution up; the machine moves only when a new one
// branches off.
//
//     frame 0   e0 e1 e2 e3 e4 e5 e6       race (e2, e4) reversed:
//     frame 1   e0 e1 [e4] e2' e3'         … its own races, then the other
//                     schedule               races of frame 0
//
// Races are reversed *parsimoniously*: what was scheduled to bring an event
// forward (schedule.h) is never overtaken, and an event that does not come
// after a head on its way overtakes nothing beyond that head, since another
// execution does the same.
//
// Invariants: schedules are contiguous and end in their head; the first event
// of a reversed race is in no schedule, and the heads between it and the second
// are in the new schedule; a run finds no enabled thread blocked by what sleeps
// but another that is not; there are at most n(n-1)/2 frames above the first
// for the longest execution n, not counting alternatives of choices.
//
// Which operations conflict has to be orderly for this. What the program has
// decides the variant, before anything was explored or, when it is found out
// late, by a restart:
//
//   characterisation  polynomial memory. Not with awaits, compare-exchanges
//                     that count as reads when they fail (so set
//                     relation.failed_cas_writes), sem-trywait, accesses that
//                     overlap in part, commuting adds to bytes that are read,
//                     try-locks together with waits on a condition variable
//   explicit          all of these, but in the worst case exponential memory
//   optimal           what POP cannot do is left to optimal-DPOR: awaits with
//                     commuting adds or partial overlaps, compare-exchanges
//                     that can read with partial overlaps, tangled overlaps
//                     (accesses.h), and read-write locks unless the relation
//                     makes readers conflict (relation.readers_conflict)

#ifndef MAZURKA_EXPLORE_POP_POP_H
#define MAZURKA_EXPLORE_POP_POP_H

#include "explore/explorer.h"

enum pop_variant {
    POP_CHARACTERISATION, // sleep sets told by trees: polynomial memory
    POP_EXPLICIT,         // sleep sets schedule by schedule: exact for more
    POP_NOT,              // neither is exact: only ever found out
};

struct explorer *explorer_pop(struct trace *trace, enum pop_variant variant);
// POP where it is exact and needs little memory, optimal-DPOR for programs with
// awaits or accesses that overlap in part, too.
struct explorer *explorer_pop_or_optimal(struct trace *trace);

#endif
