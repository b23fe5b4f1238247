// SPDX-License-Identifier: Apache-2.0
// Enabling edges: what must come before an operation in every execution.

#include "explore/trace/trace_parts.h"

#include "base/fault.h"

#include <string.h>

static uint32_t waker(const struct trace *t, unsigned thread,
                      uint64_t condition) {
    invariant(condition); // no condition variable has the address 0
    uint32_t link = trace_chain(t, condition);
    for (; link != NOWHERE; link = t->links.at[link].prev) {
        const struct event *e = &t->events.at[t->links.at[link].event];
        bool wakes = (e->op.kind == OP_SIGNAL && e->op.choice == thread + 1) ||
                     (e->op.kind == OP_BROADCAST && e->op.old >> thread & 1);
        if (wakes && e->op.addr == condition)
            return t->links.at[link].event;
        if (e->op.kind == OP_WAIT && e->thread == thread)
            break; // it still waits
    }
    return NOWHERE;
}

static void join_at(const struct trace *t, uint32_t *clock, uint32_t at) {
    if (at != NOWHERE)
        clock_join(clock, trace_clock(t, at), t->width);
}

// All that a thread has done, now that it has ended.
static void join_end(const struct trace *t, uint32_t *clock, unsigned thread) {
    invariant(thread < t->width);
    uint32_t last = before_next(t, thread);
    if (last != NOWHERE && !clock_sees(clock, trace_event(t, last)))
        join_at(t, clock, last);
}

// The newest arrival of a round at or before a link, or NOWHERE.
static uint32_t arrival(const struct trace *t, const struct op *leave,
                        uint32_t link) {
    invariant(leave->kind == OP_LEAVE);
    for (; link != NOWHERE; link = t->links.at[link].prev) {
        const struct event *e = &t->events.at[t->links.at[link].event];
        if (e->op.kind == OP_ARRIVE && e->op.arg == leave->arg &&
            e->op.addr == leave->addr)
            break;
    }
    return link;
}

static void join_arrivals(const struct trace *t, const struct op *leave,
                          uint32_t *above) {
    uint32_t link = arrival(t, leave, trace_chain(t, leave->addr));
    for (; link != NOWHERE; link = arrival(t, leave, t->links.at[link].prev))
        join_at(t, above, t->links.at[link].event);
}

static void push(position_list *list, uint32_t position) {
    if (position != NOWHERE)
        vec_push(list, position);
}

bool trace_enablers(const struct trace *t, unsigned thread, const struct op *op,
                    position_list *list) {
    uint32_t link, by;
    list->count = 0;
    if (t->last[thread] == NOWHERE)
        push(list, before_next(t, thread)); // its birth
    for (uint64_t left = op->joined; left; left &= left - 1)
        push(list, before_next(t, (unsigned)__builtin_ctzll(left)));
    switch (op_after(op)) {
    case AFTER_NOTHING:
        break;
    case AFTER_END:
        push(list, before_next(t, op->target));
        break;
    case AFTER_ARRIVALS:
        link = arrival(t, op, trace_chain(t, op->addr));
        for (; link != NOWHERE; link = arrival(t, op, t->links.at[link].prev))
            push(list, t->links.at[link].event);
        break;
    case AFTER_WAKING:
        by = waker(t, thread, op->arg);
        push(list, by);
        return by != NOWHERE;
    }
    return true;
}

bool trace_above_next(const struct trace *t, unsigned thread,
                      const struct op *op, uint32_t *above) {
    invariant(thread < t->width && op->kind < OP_KINDS);
    uint32_t previous = before_next(t, thread);
    if (previous != NOWHERE)
        clock_copy(above, trace_clock(t, previous), t->width);
    else
        memset(above, 0, t->width * sizeof *above);
    above[thread]++;
    for (uint64_t left = op->joined; left; left &= left - 1)
        join_end(t, above, (unsigned)__builtin_ctzll(left));
    switch (op_after(op)) {
    case AFTER_NOTHING:
        break;
    case AFTER_END:
        join_end(t, above, op->target);
        break;
    case AFTER_ARRIVALS:
        join_arrivals(t, op, above);
        break;
    case AFTER_WAKING: {
        uint32_t by = waker(t, thread, op->arg);
        join_at(t, above, by);
        return by != NOWHERE;
    }
    }
    return true;
}
