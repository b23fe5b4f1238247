// SPDX-License-Identifier: Apache-2.0
// The set D of [QPOR, Algorithm 1]: the events that are explored already, so
// that the execution goes on without them.
//
//   position    0        1         2          of the execution
//   events    | d1     | d1 d2   | d2 d3      d1 depends on what happened at 1
//
// At each position stand those that could happen there. One that is in conflict
// with what happens no longer can, and needs no alternative (it is
// *justified*): it is not taken along to the next position.
//
// Invariant: the sets of the positions lie one after the other, and none has an
// event twice; in the last one, the one that was added last stands last.

#ifndef MAZURKA_EXPLORE_QUASI_DISABLED_H
#define MAZURKA_EXPLORE_QUASI_DISABLED_H

#include "explore/quasi/unfolding.h"
#include "explore/trace/trace.h"

struct disabled_event {
    uint32_t event, since; // … the execution had this length
};

struct disabled {
    const struct unfolding *unfolding;
    VEC(struct disabled_event) events; // of position 0, of position 1, …
    VEC(uint32_t) starts;              // of each position: its first
};

// The execution has become longer: up to the position at its end.
void disabled_follow(struct disabled *disabled, const struct trace *trace);
// Back to a position, with what was disabled there from the start on.
void disabled_back(struct disabled *disabled, uint32_t position);
void disabled_add(struct disabled *disabled, uint32_t event);

// Those at a position; the last one is the one that was added last.
struct disabled_event *disabled_at(const struct disabled *disabled,
                                   uint32_t position, uint32_t *count);
// Is it one of these, at the last position?
bool disabled_has(const struct disabled *disabled, struct step step);

void disabled_free(struct disabled *disabled);
// Debug: does the invariant hold for the last position?
bool disabled_is_sound(const struct disabled *disabled);

#endif
