// SPDX-License-Identifier: Apache-2.0
// Suspended executions: what POP has put aside to deal with a race at once.
//
// Each execution is a frame of a stack; the topmost one is the one that runs.
// Events that are common to the frames stand in the trace; what of a frame does
// not stand there lies on the *shelf*, last event first, so that both are
// stacks:
//
//     trace   e0 e1 [e4] e2' e3'
//     shelf   e6 e5 e4 e3 e2  │            (frame 0, from position 2 on)
//
// With its events a frame has the races that are still to be reversed, the one
// with the latest first event to be next: most often the machine has then only
// to go back. All that race detection needs of an event is here; an execution
// that was put aside is never run again.
//
// Invariants: marks.count is the length of the trace, up to a step that was
// just taken; the topmost frame's events from there on lie on top of the shelf,
// the next one uppermost; the other frames' from the base of the frame above on
// lie below, in the order of the frames.

#ifndef MAZURKA_EXPLORE_POP_SUSPENDED_H
#define MAZURKA_EXPLORE_POP_SUSPENDED_H

#include "explore/pop/schedule.h"
#include "explore/pop/sleeping_schedules.h"

enum mark_flag {
    IN_SCHEDULE = 1,
    HEAD = 2,
    ASLEEP = 4, // before this event something may sleep
};

// What the search knows of an event besides the trace.
struct mark {
    uint8_t flags;
    uint32_t head;     // position of the last head up to here, or NOWHERE
    uint32_t frame;    // HEAD: the one whose schedule it heads
    uint32_t explored; // explicit: schedules that have overtaken it
};

// An event of a suspended execution that does not stand in the trace.
struct shelved {
    struct event event; // what of it does not depend on its place in the trace
    struct mark mark;
};

// A race that is to be reversed. The clock that the second event has when it
// has overtaken the first (`width` entries) lies in `clocks`.
struct due {
    uint32_t first, second, thread, clock, width;
    bool alternative; // the event at `first`, chosen otherwise
    struct op op;     // of the second event in its new place
};

// An execution: the running one, or one that was put aside. Its parts on the
// stacks start where these numbers say.
struct frame {
    uint32_t base;  // the prefix that it shares with the one below
    uint32_t start; // its schedule's head; earlier events are dealt with
    bool alternative;
    size_t shelf, due, clocks, phis, phis_end;
};

struct suspended {
    struct trace *trace;
    VEC(struct frame) frames;
    VEC(struct mark) marks; // of the positions of the trace
    VEC(struct shelved) shelf;
    VEC(struct due) due; // the next one last
    VEC(uint32_t) clocks;
    struct forest phis; // what the heads of the frames put to sleep
    struct explored_pool explored;
    uint32_t longest; // execution so far, with what waits at its end
};

void suspended_free(struct suspended *suspended);

static inline struct frame *suspended_top(struct suspended *s) {
    return &s->frames.at[s->frames.count - 1];
}

// The last head before a position of the trace, or NOWHERE.
static inline uint32_t suspended_last_head(const struct suspended *s,
                                           uint32_t position) {
    return position ? s->marks.at[position - 1].head : NOWHERE;
}

// An event of the topmost frame that lies on the shelf. The one that follows
// the trace is on top.
static inline struct shelved *suspended_event(struct suspended *s,
                                              uint32_t position) {
    size_t depth = position - s->marks.count;
    return &s->shelf.at[s->shelf.count - 1 - depth];
}

// How many events the topmost execution has.
static inline size_t suspended_length(struct suspended *s) {
    return s->shelf.count - suspended_top(s)->shelf + s->marks.count;
}

// Move events of the topmost frame between trace and shelf until the trace has
// that many.
void suspended_move_to(struct suspended *suspended, uint32_t length);

// Put the topmost execution aside for one that shares the trace with it, and is
// `schedule` steps from its start on to its head. Its trees are those from
// `phis` on.
void suspended_push(struct suspended *suspended, uint32_t schedule, size_t phis,
                    bool alternative);
// The topmost execution has been dealt with, or is given up. What it shares
// with the one below stays.
void suspended_pop(struct suspended *suspended);

// A race of the topmost execution. When all are found they are put in order.
void suspended_add(struct suspended *suspended, const struct schedule *schedule,
                   bool alternative);
void suspended_sort(struct suspended *suspended);
// Take the next one. False: there are no more.
bool suspended_next(struct suspended *suspended, struct due *due);

// Debug: each reversal on the way to the topmost frame has made its schedules
// longer, or the prefix before them shorter; alternatives can be at each once
// more.
bool suspended_is_bounded(const struct suspended *suspended);

#endif
