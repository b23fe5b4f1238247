// SPDX-License-Identifier: Apache-2.0

#include "explore/ending.h"

#include "base/fault.h"
#include "explore/wait_for_graph.h"

// ------------------------------------------------------------- last rounds

// Who goes round a loop for nothing, or waits in such a round.
static bool goes_round(struct machine *m, unsigned thread) {
    const struct op *op = machine_pending(m, thread);
    return op ? op->flags & OP_ASSUMED
              : machine_status(m, thread) == THREAD_SPINS;
}

// Where the operations of its last round begin. False if that is not known.
static bool last_round(const struct trace *trace, unsigned thread,
                       uint32_t *first) {
    uint32_t left = machine_repeated(trace->machine, thread);
    *first = trace->length;
    if (left == MACHINE_NOT_REPEATED || left == MACHINE_SILENT)
        return left == MACHINE_SILENT;
    const struct op *op = machine_pending(trace->machine, thread);
    if (trace->machine->graphs && op && op_is_access(op))
        left++; // the await that has found otherwise is an event
    while (left) {
        invariant(*first > 0);
        left -= trace_event(trace, --*first)->thread == thread;
    }
    return true;
}

static const struct event *own_event(const struct trace *trace,
                                     uint32_t position, unsigned thread) {
    const struct event *e = trace_event(trace, position);
    return e->thread == thread ? e : NULL;
}

// In an execution graph: what memory holds was written by the last of those
// events that were the newest then, or by nobody.
static uint32_t newest_at_end(const struct trace *trace, const struct op *of) {
    uint32_t i = trace->length;
    while (i-- > 0) {
        const struct op *op = &trace_event(trace, i)->op;
        if (op_writes_memory(op) && op->addr == of->addr &&
            graph_choice_newest(op->choice))
            return i;
    }
    return INITIAL_WRITE;
}

static uint64_t memory_at_end(const struct trace *trace, const struct op *of) {
    uint32_t newest = newest_at_end(trace, of);
    if (newest == INITIAL_WRITE)
        return of->old;
    const struct op *op = &trace_event(trace, newest)->op;
    return op_result(op, op_value(op, op->old)) << 8 * (op->addr & 7);
}

// The state of an event's object at the end. False if that is not known.
static bool state_at_end(const struct trace *trace, uint32_t position,
                         uint64_t *state) {
    const struct op *of = &trace_event(trace, position)->op;
    *state = of->old;
    if (trace->machine->graphs && op_is_access(of)) {
        *state = memory_at_end(trace, of);
        return true;
    }
    for (uint32_t i = position; i < trace->length; i++) {
        const struct event *e = trace_event(trace, i);
        if (!op_changes(of, &e->op))
            continue;
        if ((of->flags | e->op.flags) & (OP_OPAQUE | OP_HASHED))
            return false;
        *state = op_state_after(of, &e->op, e->thread, *state);
    }
    return true;
}

// Would the operation, in this state of its object, happen as it did?
static bool finds_the_same(const struct op *op, uint64_t state) {
    struct op again = *op;
    if (op->mode >= OP_COMMUTES) // nobody looks
        return true;
    if (op_is_await(op) && !op_enabled(op, op->old)) // of an execution graph
        return !op_enabled(op, state);
    if (!op_enabled(&again, state))
        return false;
    op_decide(&again, state);
    if (op_object((enum op_kind)op->kind) == ON_MEMORY)
        return again.kind == op->kind &&
               op_value(op, state) == op_value(op, op->old);
    return again.kind == op->kind &&
           (op_rows[op->kind].gives != GIVES_STATE || state == op->old);
}

// If the thread made its last round once more, now, and without a break, would
// everything be as it was then?
static bool would_repeat(const struct trace *trace, unsigned thread) {
    uint32_t first;
    if (!last_round(trace, thread, &first))
        return false;
    for (uint32_t j = first; j < trace->length; j++) {
        const struct event *e = own_event(trace, j, thread), *before;
        uint64_t state;
        if (!e)
            continue;
        if (!state_at_end(trace, j, &state))
            return false;
        for (uint32_t i = first; i < j; i++)
            if ((before = own_event(trace, i, thread)))
                state = op_state_after(&e->op, &before->op, thread, state);
        if (!finds_the_same(&e->op, state))
            return false;
    }
    return true;
}

// Does it leave its object as it was?
static bool changes_nothing(const struct event *e) {
    const struct op *op = &e->op;
    return !op_changes(op, op) ||
           op_state_after(op, op, e->thread, op->old) == op->old;
}

// Could an operation of another thread happen otherwise between a change and
// when that is changed back? Who waits for a lock does no more than wait
// longer.
static bool is_disturbed(const struct op *op, const struct event *change) {
    enum op_object object = op_object((enum op_kind)op->kind);
    bool only_waits = (object == ON_MUTEX || object == ON_RWLOCK) &&
                      op_rows[op->kind].otherwise == OP_ITSELF;
    return op_depends(op, &change->op) && !only_waits &&
           !changes_nothing(change);
}

// Could the rounds of one thread, which change things and change them back,
// let another one go on, that waits or goes round?
static bool disturbs(const struct trace *trace, unsigned thread,
                     unsigned other) {
    uint32_t first, others;
    last_round(trace, thread, &first);
    const struct op *op = machine_pending(trace->machine, other);
    bool round =
        goes_round(trace->machine, other) && last_round(trace, other, &others);
    for (uint32_t i = first; i < trace->length; i++) {
        const struct event *e = own_event(trace, i, thread), *theirs;
        if (!e)
            continue;
        if (op && is_disturbed(op, e))
            return true;
        for (uint32_t k = others; round && k < trace->length; k++)
            if ((theirs = own_event(trace, k, other)) &&
                is_disturbed(&theirs->op, e))
                return true;
    }
    return false;
}

// Will all threads that go round do so for ever? Nobody else can go on.
static bool all_go_round_for_ever(const struct trace *trace) {
    struct machine *m = trace->machine;
    for (unsigned t = 0; t < m->threads; t++)
        if (goes_round(m, t) && !would_repeat(trace, t))
            return false;
    for (unsigned t = 0; t < m->threads; t++)
        for (unsigned u = 0; u < m->threads && goes_round(m, t); u++)
            if (u != t && disturbs(trace, t, u))
                return false;
    for (unsigned t = 0; t < m->threads; t++)
        if (goes_round(m, t) && !machine_repeats(m, t))
            return false;
    return true;
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

// A join that could also give up (arg 1: tryjoin, timedjoin) and in which the
// search has chosen to wait: that it waits for ever is not wanted.
static bool could_give_up(const struct op *op) {
    return op->kind == OP_JOIN && op->arg == 1;
}

// In an execution graph: has somebody waited in vain for something, and would
// find another write in the end? That it has not is not wanted.
static bool somebody_missed_a_write(const struct trace *trace) {
    struct machine *m = trace->machine;
    for (unsigned t = 0; t < m->threads; t++) {
        const struct op *op = machine_pending(m, t);
        if (!op || !op_is_await(op) || !op_is_access(op))
            continue;
        const struct event *last = trace_event(trace, trace->last[t]);
        if (graph_choice_write(last->op.choice) != newest_at_end(trace, op))
            return true;
    }
    return false;
}

static bool is_assumed(const struct op *op) {
    return op->flags & OP_ASSUMED;
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
    if (set >> THREAD_STUCK & 1 || somebody_is_at(m, could_give_up) ||
        (m->graphs && somebody_missed_a_write(trace)))
        return ENDED_ASSUME;
    bool rounds = set >> THREAD_SPINS & 1;
    if ((rounds || somebody_is_at(m, is_assumed)) &&
        !all_go_round_for_ever(trace))
        return ENDED_ASSUME;
    if (m->ended || !(rounds || set >> THREAD_ALIVE & 1))
        return ENDED_COMPLETE;
    return rounds || somebody_is_at(m, op_is_await) ? ENDED_AWAIT
                                                    : ENDED_DEADLOCK;
}
