// SPDX-License-Identifier: Apache-2.0
// The scheduling order of the search on unfoldings (order.h): where most
// threads are about to act.
//
// Here the order also decides how many executions are cut short and how many
// events have to be remembered: an event is known once for each history that it
// can have.
//
// So those who are about to act on one place go one after another, a thread
// goes on as long as nobody else is there, and where it ends the place with
// most threads comes first:
//
//     T1: lock m   T3: lock m   T5: lock m  │ T5: lock a   T4: lock a │ …
//     three are there                         two are
//
// The other way round, each event at a small place would be known with every
// order of the many in its history. (These were the best for the programs of
// [QPOR]'s Table 1, in whatever order their threads are started; who raced with
// whom in executions before was of no help.)

#ifndef MAZURKA_EXPLORE_QUASI_QUASI_ORDER_H
#define MAZURKA_EXPLORE_QUASI_QUASI_ORDER_H

#include "explore/order.h"

// Of the threads that are asked about: the one that went last if it stays where
// it was; someone whose operation nobody depends on; someone at the place of
// the last event; who went last; one at the place with most threads. Of equals
// the newest.
struct order *quasi_order(void);

#endif
