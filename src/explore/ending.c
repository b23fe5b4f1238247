// SPDX-License-Identifier: Apache-2.0

#include "explore/ending.h"

#include "base/fault.h"
#include "explore/wait_for_graph.h"

// ------------------------------------------------------------------- spinning

// Has somebody changed what this event saw?
static bool is_outdated(const struct trace *trace, uint32_t position) {
    const struct event *e = trace_event(trace, position);
    for (uint32_t i = position + 1; i < trace->length; i++) {
        const struct event *later = trace_event(trace, i);
        if (later->thread != e->thread && op_depends(&e->op, &later->op))
            return true;
    }
    return false;
}

static bool spins_for_ever(const struct trace *trace, unsigned thread) {
    uint32_t left = machine_repeated(trace->machine, thread);
    expensive(left <= trace->length);
    if (!left)
        return false;
    for (uint32_t i = trace->length; i-- > 0 && left;) {
        if (trace_event(trace, i)->thread != thread)
            continue;
        if (is_outdated(trace, i))
            return false;
        left--;
    }
    return true;
}

// Would all threads that go round a loop for nothing (THREAD_SPINS) do so for
// ever? They would if nobody has changed, since, what they have seen. The
// program itself must not have ended.
static bool all_spin_for_ever(const struct trace *trace) {
    struct machine *m = trace->machine;
    for (unsigned t = 0; t < m->threads; t++)
        if (machine_status(m, t) == THREAD_SPINS && !spins_for_ever(trace, t))
            return false;
    return !m->ended;
}

// -------------------------------------------------------------------- waiting

static bool somebody_is_at(struct machine *m, bool (*at)(const struct op *)) {
    for (unsigned t = 0; t < m->threads; t++) {
        const struct op *op = machine_pending(m, t);
        if (op && at(op))
            return true;
    }
    return false;
}

// An await that stands for an assumption; or a join that could also give up
// (arg 1: tryjoin, timedjoin) and in which the search has chosen to wait: that
// it waits for ever is not wanted.
static bool waits_as_assumed(const struct op *op) {
    return op->flags & OP_ASSUMED || (op->kind == OP_JOIN && op->arg == 1);
}

enum ending ending_of(struct trace *trace) {
    struct machine *m = trace->machine;
    unsigned set = trace_standing(trace)->statuses;
    expensive(trace->with_machine == trace->length);
    if (!(set & ~(1u << THREAD_ENDED | 1u << THREAD_UNBORN)))
        return ENDED_COMPLETE; // most often
    for (unsigned t = 0; t < m->threads; t++)
        if (machine_enabled(m, t))
            return ENDED_ASLEEP;
    if (set >> THREAD_CUT & 1)
        return ENDED_BOUNDED;
    if (set >> THREAD_STUCK & 1 || somebody_is_at(m, waits_as_assumed))
        return ENDED_ASSUME;
    if (set >> THREAD_SPINS & 1)
        return all_spin_for_ever(trace) ? ENDED_AWAIT : ENDED_ASSUME;
    if (!(set >> THREAD_ALIVE & 1) || m->ended)
        return ENDED_COMPLETE;
    return somebody_is_at(m, op_is_await) ? ENDED_AWAIT : ENDED_DEADLOCK;
}
