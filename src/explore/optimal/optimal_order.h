// SPDX-License-Identifier: Apache-2.0
// The first execution as a rehearsal: it shows where threads meet, and all
// others take much of their order from it. With many races it pays to begin once
// more, in a better order. (How many executions there are does not depend on
// it.)
//
// Whatever follows a race has to be run again for each way in which the race can
// end. So what nobody races for comes first, and what is raced for comes
// together:
//
//    …  uncontended  │ T1: lock a │ T9: lock a │ T2: lock b │ T5: lock b │ …
//                                                ◀── the next branch

#ifndef MAZURKA_EXPLORE_OPTIMAL_OPTIMAL_ORDER_H
#define MAZURKA_EXPLORE_OPTIMAL_OPTIMAL_ORDER_H

#include "explore/fairness.h"
#include "explore/trace/trace.h"

// Is it worth while to forget the execution that the trace holds?
bool rehearsal_is_worth_it(const struct trace *trace);
// Do threads meet in pairs only, here some and there others? Then the ends of
// the races can be combined freely, and the order matters most.
bool rehearsal_has_pairs(const struct trace *trace);
// After a rehearsal, when the order is free: the enabled thread of a set that
// should go on, or NOWHERE.
uint32_t rehearsal_best(const struct trace *trace, uint64_t among);

#endif
