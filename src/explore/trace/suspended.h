// SPDX-License-Identifier: Apache-2.0
// Suspended executions: a stack of executions that share prefixes, of which the
// topmost one runs.
//
// Events that are common to all of them stand in the trace; what of an
// execution does not stand there lies *aside*, last event first, so that both
// are stacks:
//
//     trace   e0 e1 e4' e2' e3'
//     aside   e6 e5 e4 e3 e2  │            (execution 0, from position 2 on)
//
// All that race detection needs of an event is kept, and what the explorer has
// noted (its mark): an execution that was suspended is never run again. The
// machine is left where it is.
//
// Invariant: what the topmost execution has beyond the trace lies on top, its
// next event uppermost; the others' events, from the base of the execution
// above on, lie below in the order of the executions.

#ifndef MAZURKA_EXPLORE_TRACE_SUSPENDED_H
#define MAZURKA_EXPLORE_TRACE_SUSPENDED_H

#include "explore/trace/trace.h"

struct suspended_execution {
    uint32_t base; // length of the prefix that it shares with the one below
    size_t aside;  // where its events aside begin
};

struct suspended {
    struct trace *trace;
    VEC(struct suspended_execution) executions;
    VEC(struct event) aside;
};

static inline const struct suspended_execution *
suspended_top(const struct suspended *s) {
    return &s->executions.at[s->executions.count - 1];
}

// An event of the topmost execution that lies aside.
static inline struct event *suspended_event(struct suspended *s,
                                            uint32_t position) {
    expensive(position >= s->trace->length &&
              position - s->trace->length <
                  s->aside.count - suspended_top(s)->aside);
    return &s->aside.at[s->aside.count - 1 - (position - s->trace->length)];
}

// An event of the execution below the topmost one, from the base of that on.
static inline const struct event *suspended_below(const struct suspended *s,
                                                  uint32_t position) {
    const struct suspended_execution *top = suspended_top(s);
    expensive(position >= top->base && position - top->base < top->aside);
    return &s->aside.at[top->aside - 1 - (position - top->base)];
}

// How many events the topmost execution has.
static inline size_t suspended_length(const struct suspended *s) {
    return s->aside.count - suspended_top(s)->aside + s->trace->length;
}

// One execution, from the start on; nothing lies aside.
void suspended_begin(struct suspended *suspended);
// Move events of the topmost execution between the trace and aside until the
// trace has that many.
void suspended_move_to(struct suspended *suspended, uint32_t length);
// Suspend the topmost execution for one that shares the trace with it.
void suspended_push(struct suspended *suspended);
// The topmost execution is done. What it shares with the one below stays.
void suspended_pop(struct suspended *suspended);
void suspended_free(struct suspended *suspended);
// Debug: does the invariant hold? (Executions of more than a few hundred events
// are taken on trust.)
bool suspended_is_sound(const struct suspended *suspended);

#endif
