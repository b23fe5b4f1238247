// SPDX-License-Identifier: Apache-2.0
// Sleeping schedules, one by one: the explicit variant of POP's sleep sets
// (pop_sleep.h).
//
// A forest with one tree a schedule, and in it the events that are still to
// come:
//
//     TREE                 a schedule that was explored from here
//       EVENT p.3
//       EVENT q.1          its head: when all have happened, all that can
//                          follow has been explored elsewhere
//
// Invariant: every event of a tree could still happen as it is labelled, in
// that order, right after the current prefix. An event that conflicts with one
// of them ends that: the tree is cut out.
//
// Exact for every kind of operation, but there can be exponentially many.

#ifndef MAZURKA_EXPLORE_POP_SLEEP_SLEEPING_SCHEDULES_H
#define MAZURKA_EXPLORE_POP_SLEEP_SLEEPING_SCHEDULES_H

#include "explore/pop/sleep/pop_sleep.h"

extern const struct pop_sleep_class sleeping_schedules;

// Must a schedule with this head sleep once it was explored, where it has
// overtaken `first`? Not if all that conflicts with `first` conflicts with the
// head as well: then no other schedule from there can follow it.
bool schedule_must_sleep(const struct op *head, const struct op *first);

#endif
