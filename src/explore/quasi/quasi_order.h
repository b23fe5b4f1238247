// SPDX-License-Identifier: Apache-2.0
// Who goes first, where a search on unfoldings leaves the order free.
//
// The order decides nothing about what is found, but much about how many steps
// it takes, how many executions are cut short and how many events have to be
// remembered: what comes after a race is run again for each way in which the
// race can end, and an event is known once for each history that it can have.
//
// So those who are about to act on one place, a *crowd*, go one after another,
// a thread goes on as long as nobody else is there, and where it ends the
// largest crowd comes first:
//
//     T1: lock m   T3: lock m   T5: lock m  │ T5: lock a   T4: lock a │ …
//     three are there                         two are
//
// The other way round, each event at a small place would be known with every
// order of the crowd in its history. (These were the best for the programs of
// 002's Table 1, in whatever order their threads are started; who raced with
// whom in executions before was of no help.)

#ifndef MAZURKA_EXPLORE_QUASI_QUASI_ORDER_H
#define MAZURKA_EXPLORE_QUASI_QUASI_ORDER_H

#include "explore/trace/trace.h"

struct crowds {
    VEC(uint64_t) places; // what each thread is about to act on, if known
};

// The event has happened, or was taken back: what its thread, and the one that
// it starts, are about to do is to be looked at again.
void crowds_moved(struct crowds *crowds, const struct event *event);

// Of the threads that may go (who can is asked for, too): the one that went
// last if it stays where it was; someone whose operation nobody depends on;
// someone at the place of the last event; who went last; one of the largest
// crowd. Of equals the newest. NOWHERE: nobody may. The one that `may_go` has
// allowed last is the one that goes.
typedef bool crowd_may_go(void *context, uint32_t thread);
uint32_t crowds_next(struct crowds *crowds, const struct trace *trace,
                     crowd_may_go *may_go, void *context);
void crowds_free(struct crowds *crowds);

#endif
