// SPDX-License-Identifier: Apache-2.0
// Schedules [POP §4.1]: the least that makes the second event of a race
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
// Of the events that an operation that may wait can overtake (overtaking.h)
// only the nearest count, those that none of the others happens after. It needs
// what enables and disables it to be totally ordered: readers that commute, or
// commuting adds below an await, are not covered.
//
// Invariant: of those that were found, the head sees nothing from `first` on
// but what is to be run; of those found at one time, the earliest `first` comes
// first.

#ifndef MAZURKA_EXPLORE_TRACE_SCHEDULE_H
#define MAZURKA_EXPLORE_TRACE_SCHEDULE_H

#include "explore/trace/suspended.h"

// One that was found. Another choice of an event is a schedule, too, which
// overtakes the event itself: first = second.
struct schedule {
    uint32_t first;
    uint32_t second;       // length of the trace if it waits at the end
    uint32_t thread;       // of the head
    uint32_t clock, width; // of the head in its new place: it sees the body,
                           // and nothing else from `first` on; in `clocks`
    struct op op;          // the head in its new place
};

// Can this event be overtaken at all?
typedef bool schedule_first(void *context, uint32_t first);
// Is this race of interest? `clock` is the head's in its new place.
typedef bool schedule_filter(void *context, uint32_t first, uint32_t second,
                             const uint32_t *clock);

struct schedules {
    struct trace *trace;
    schedule_first *overtakable;
    schedule_filter *filter;
    void *context;
    // Those that were found and are still to be run, the next one last.
    VEC(struct schedule) found;
    VEC(uint32_t) clocks;
    // Scratch.
    VEC(uint32_t) body;
    VEC(uint32_t) taken;
    uint32_t *clock, *above;
    unsigned width;
};

void schedules_free(struct schedules *schedules);

// Find the schedules of all races of the trace with second events at `start`
// and later, or waiting at its end. The one with the latest first event is
// next: the machine has then, most often, only to go back.
void schedules_find(struct schedules *schedules, uint32_t start);
// Debug: does the invariant hold for those from number `from` on, which were
// found in the trace as it is?
bool schedules_are_sound(const struct schedules *schedules, size_t from);

// An event on its way: executed, or about to be.
struct passing {
    uint32_t thread, index;
    const struct op *op;
    const uint32_t *clock;
};

static inline struct passing passing_at(const struct trace *t, uint32_t at) {
    const struct event *e = trace_event(t, at);
    return (struct passing){e->thread, e->index, &e->op, trace_clock(t, at)};
}

// A schedule σ = body · head where it is to be run, after E1 = E[0..first); E
// is the topmost suspended execution, and the trace is E1.
struct branch {
    uint32_t first, second;
    const uint32_t *body; // positions in E
    size_t count;
    struct passing head;
};

// Debug: is every schedule among the first so many events contiguous, ends in
// its head, and does each event know the last head up to it?
bool schedules_are_marked(const struct trace *trace, uint32_t count);
// Debug: are all heads between the two events of the race in the branch?
bool branch_has_heads(const struct branch *branch, struct suspended *suspended);

// Valid until schedules are looked for again.
struct branch schedule_branch(struct schedules *schedules,
                              const struct schedule *schedule,
                              struct suspended *suspended);

#endif
