// SPDX-License-Identifier: Apache-2.0
// All linearisations of a trace that differ in the order of updates that
// commute, as far as these come before the latest event: which of them
// synchronises with which depends on that order, and on nothing else.
//
//     E:    u1  u2  e       u1, u2: commuting updates of two threads
//     and:  u2  u1  e       unless u1 must come first
//
// Which updates: those before the latest event, or it itself, that commute with
// one of another thread there, and could change places with it. Any order of
// these that happens-before allows is a part of a linearisation of everything.
// Of orders that differ only where neighbours act on different bytes, not all
// are given, but one of each.

#ifndef MAZURKA_EXPLORE_TRACE_UPDATE_ORDERS_H
#define MAZURKA_EXPLORE_TRACE_UPDATE_ORDERS_H

#include "explore/trace/trace.h"

struct update_orders;

// The trace must stay as it is until all orders are seen.
struct update_orders *update_orders_new(const struct trace *trace);
void update_orders_free(struct update_orders *orders);

// The schedule of the whole trace in the next order, which stays valid until
// the next call. What does not come before the latest event comes after it.
// NULL: there are no more.
const struct step *update_orders_next(struct update_orders *orders);

#endif
