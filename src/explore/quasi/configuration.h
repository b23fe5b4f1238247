// SPDX-License-Identifier: Apache-2.0
// The current execution as a configuration of the unfolding: a set of events
// with all their histories, no two of them in conflict.
//
//   trace:    E[0]   E[1]   E[2]   E[3]          in the order of execution
//   ids:       a      c      b      d            the same, as unfolding events
//   lines:    thread 0: a b     thread 1: c d
//
// Each part of it that contains its histories is a *frontier*: how many events
// of each thread it has. The clocks of the trace are frontiers.
//
// Invariant: the line of a thread is a branch of its tree from the root on; an
// event of the configuration knows its position, and all of its history stands
// before it.

#ifndef MAZURKA_EXPLORE_QUASI_CONFIGURATION_H
#define MAZURKA_EXPLORE_QUASI_CONFIGURATION_H

#include "explore/trace/trace.h"
#include "explore/quasi/unfolding.h"

struct configuration {
    struct unfolding *unfolding;
    struct trace *trace;
    event_list ids;         // of each position
    event_list *lines;      // of each thread
    uint32_t width;         // how many lines there are
    uint32_t planned;       // what the next event is, if known: or NO_EVENT
    event_list positions;   // of each event of the unfolding: where it was last
    event_list cone;        // scratch
    VEC(uint32_t) frontier; // scratch
    event_list more;        // scratch
};

void configuration_free(struct configuration *configuration);

// Take in the events that the trace has more. The first of them is `planned`,
// if that is set: it need not be looked for.
void configuration_follow(struct configuration *configuration);
// Back to the first `length` events, with the trace but without the machine.
void configuration_drop(struct configuration *configuration, uint32_t length);
// Events have new numbers (unfolding_collect).
void configuration_rename(struct configuration *configuration,
                          const event_list *renamed);

// The event that `op` of `thread` is with a frontier as its history.
uint32_t configuration_event(struct configuration *configuration,
                             uint32_t thread, const struct op *op,
                             const uint32_t *frontier);

// The last event of a thread, or NO_EVENT.
static inline uint32_t configuration_last(const struct configuration *c,
                                          uint32_t thread) {
    if (thread >= c->width || c->lines[thread].count == 0)
        return NO_EVENT;
    return c->lines[thread].at[c->lines[thread].count - 1];
}

static inline bool configuration_has(const struct configuration *c,
                                     uint32_t id) {
    if (id >= c->positions.count)
        return false;
    uint32_t at = c->positions.at[id]; // or what is left of an earlier one
    return at < c->ids.count && c->ids.at[at] == id;
}

// A position, early if possible, of an event that [id] is in conflict with, or
// NOWHERE if both together are a configuration. Reason: an event of [id] that
// is in conflict with it, too, early if possible.
uint32_t configuration_conflict(struct configuration *configuration,
                                uint32_t id, uint32_t *reason);

// Debug: does the invariant hold for the event at a position?
bool configuration_is_sound(const struct configuration *configuration,
                            uint32_t position);

#endif
