// SPDX-License-Identifier: Apache-2.0
// Optimal-DPOR's scheduling order (order.h): what is raced for comes last.
//
// The first execution shows which bytes threads race for, and all others take
// much of their order from it. With many races it pays to begin once more, in a
// better order: what nobody races for first, then what is raced for, location
// by location, since whatever follows a race is run again for each way in which
// the race can end.
//
//    …  uncontended  │ T1: lock a │ T9: lock a │ T2: lock b │ T5: lock b │ …
//                                                ◀── the next branch

#ifndef MAZURKA_EXPLORE_OPTIMAL_OPTIMAL_ORDER_H
#define MAZURKA_EXPLORE_OPTIMAL_OPTIMAL_ORDER_H

#include "explore/order.h"

struct order *optimal_order(void);

// Does it pay to begin once more in that order, after the execution that the
// trace holds?
bool optimal_order_pays(const struct trace *trace);
// Do threads race in pairs only, here some and there others? Then the ends of
// the races can be combined freely, and the order matters most: it pays for
// POP, too.
bool optimal_order_pays_for_pop(const struct trace *trace);

#endif
