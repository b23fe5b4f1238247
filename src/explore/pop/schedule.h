// SPDX-License-Identifier: Apache-2.0
// Schedules (000, Section 4.1): the least that makes the second event of a race
// overtake the first.
//
//     E:        E[0..first)   first   …  b1  …  b2  …   second
//     instead:  E[0..first)   b1  b2   second
//
// The body b1 b2 … are the events in between that happen before the second one
// *in the new execution*; the second one is the schedule's head. For an
// operation that never waits they are those that happen before it in E. One
// that may wait is different: what happens before it only because it enabled it
// (the unlock, and all that led to that) stays behind.
//
// An operation that may wait, done or still waiting at the end, can overtake
// the event if it would be enabled without it: this is one rule for locks,
// wake-ups, semaphores, read-write locks and awaits. Of the events that it
// could overtake only the nearest count, those that none of the others happens
// after. It needs what enables and disables it to be totally ordered: readers
// that commute, or commuting adds below an await, are not covered.

#ifndef MAZURKA_EXPLORE_POP_SCHEDULE_H
#define MAZURKA_EXPLORE_POP_SCHEDULE_H

#include "explore/trace/trace.h"

struct schedule {
    uint32_t first;
    uint32_t second;       // trace length if it waits at the end
    uint32_t thread;       // of the head
    struct op op;          // the head in its new place
    const uint32_t *clock; // of the head in its new place: it sees the body,
                           // and nothing else from `first` on
};

// Can this event be overtaken at all?
typedef bool schedule_first(void *context, uint32_t first);
// Is this race of interest? `clock` is the head's in its new place.
typedef bool schedule_filter(void *context, uint32_t first, uint32_t second,
                             const uint32_t *clock);
typedef void schedule_visitor(void *context, const struct schedule *schedule);

struct schedules {
    struct trace *trace;
    schedule_first *overtakable;
    schedule_filter *filter;
    schedule_visitor *visit;
    void *context;
    // Scratch.
    VEC(uint32_t) body;
    VEC(uint32_t) taken;
    uint32_t *clock, *above;
    unsigned width;
};

void schedules_free(struct schedules *schedules);

// The schedules of all races whose second event is at this position; later
// events do not matter, and need not be in the trace.
void schedules_of_event(struct schedules *schedules, uint32_t second);
// The schedules that bring forward an operation that waits at the end.
void schedules_of_waiting(struct schedules *schedules, uint32_t thread,
                          const struct op *op);

#endif
