// SPDX-License-Identifier: Apache-2.0
// Which of the events that bear on an object must be left out so that an
// operation that waits for it can go ahead: all maximal ways to keep them.
//
// Asked only when some of those events commute (blind adds, readers of a lock):
// then what enables a waiting operation is not one point in time but a subset.
// There can be exponentially many; they are searched in an order in which a
// set of left-out events comes after all its subsets, cutting off what contains
// one that was enough already, and what cannot lead to a state that enables
// the operation (told by a table of the states that can be reached at all).
//
// Invariant: none of the sets that were found contains another.

#ifndef MAZURKA_EXPLORE_TRACE_ENABLING_H
#define MAZURKA_EXPLORE_TRACE_ENABLING_H

#include "explore/trace/trace.h"

enum {
    ENABLING_MOST_EVENTS = 64,    // that may be left out: bits of a word
    ENABLING_MOST_SETS = 1 << 14, // that are enumerated before giving up
};

struct enabling_event {
    uint32_t at; // position in the trace
    bool may_be_left_out;
};

struct enabling {
    const struct trace *trace;
    const struct op *op;               // who waits
    VEC(struct enabling_event) events; // ascending: filled by the caller
    VEC(uint64_t)
    found; // sets of left-out events, as bits:
           // bit k is the k-th that may be
    // Scratch: the states that can be reached before each event.
    VEC(uint64_t) states;
    VEC(bool) alive;
    VEC(size_t) levels; // where each event's states start
    VEC(uint8_t) choices;
    VEC(uint64_t) path;
};

// From `state` on: fill `found`. False if there were too many to enumerate.
bool enabling_search(struct enabling *enabling, uint64_t state);
void enabling_free(struct enabling *enabling);

#endif
