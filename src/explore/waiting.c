// SPDX-License-Identifier: Apache-2.0

#include "explore/waiting.h"

#include <stdio.h>
#include <string.h>

enum { NOBODY = UINT32_MAX };

// Who could end the wait of this operation: the holder, or the one to be
// joined.
static unsigned awaited_thread(const struct op *op) {
    switch (op_object((enum op_kind)op->kind)) {
    case ON_MUTEX:
        return op->old ? (unsigned)op->old - 1 : NOBODY;
    case ON_RWLOCK:
        return op->old >> 32 ? (unsigned)(op->old >> 32) - 1 : NOBODY;
    case ON_THREAD:
        return op->target;
    case ON_MEMORY:
    case ON_CONDITION:
    case ON_SEMAPHORE:
    case ON_BARRIER:
    case ON_NOTHING:
        break;
    }
    return NOBODY;
}

// The signal that came before the wait, and was lost on everybody.
static bool lost_signal(const struct trace *trace, const struct op *awake,
                        unsigned thread, const struct event **signal) {
    uint32_t link = trace_chain(trace, awake->arg);
    bool before_wait = false;
    for (; link != NOWHERE; link = trace->links.at[link].prev) {
        const struct event *e = trace_event(trace, trace->links.at[link].event);
        if (e->op.kind == OP_WAIT && e->thread == thread)
            before_wait = true;
        else if (before_wait && e->op.addr == awake->arg && e->op.old == 0 &&
                 (e->op.kind == OP_SIGNAL || e->op.kind == OP_BROADCAST)) {
            *signal = e;
            return true;
        }
    }
    return false;
}

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

static bool spins_for_ever(struct machine *m, const struct trace *trace,
                           unsigned thread) {
    uint32_t left = machine_repeated(m, thread);
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

bool waiting_spins(struct machine *m, const struct trace *trace) {
    bool spins = false;
    for (unsigned t = 0; t < m->threads && !m->ended; t++)
        if (machine_status(m, t) == THREAD_SPINS) {
            spins = spins_for_ever(m, trace, t);
            if (!spins)
                break;
        }
    return spins;
}

// What it sees in each round.
static void describe_spin(struct machine *m, const struct trace *trace,
                          unsigned thread, char *text, size_t room) {
    uint32_t left = machine_repeated(m, thread), i = trace->length;
    for (uint32_t found = 0; i-- > 0 && found < left;)
        found += trace_event(trace, i)->thread == thread;
    int used =
        snprintf(text, room, "%s goes round the loop at line %u for ever",
                 machine_thread_name(m, thread),
                 machine_place(m, machine_loop_at(m, thread)).line);
    for (i++; i < trace->length && used >= 0 && (size_t)used < room; i++) {
        const struct event *e = trace_event(trace, i);
        char what[200];
        if (e->thread != thread)
            continue;
        machine_describe(m, &e->op, what, sizeof what);
        used += snprintf(text + used, room - (size_t)used, "%s %s",
                         left ? ":" : ",", what);
        left = 0;
    }
}

// -------------------------------------------------------------------- waiting

static void add_text(char *text, size_t room, const char *more) {
    size_t used = strlen(text);
    if (used + 1 < room)
        snprintf(text + used, room - used, "%s", more);
}

static void add_holder(struct machine *m, unsigned thread, char *text,
                       size_t room) {
    add_text(text, room, machine_thread_name(m, thread));
    if (machine_status(m, thread) == THREAD_ENDED)
        add_text(text, room, ", which has ended");
}

// How many of a thread's events in the chain of an object take it for reading,
// less those that give it back; or, of a barrier, are in a round.
static int count_events(const struct trace *trace, const struct op *op,
                        unsigned thread) {
    int count = 0;
    uint32_t link = trace_chain(trace, op->addr);
    for (; link != NOWHERE; link = trace->links.at[link].prev) {
        const struct event *e = trace_event(trace, trace->links.at[link].event);
        if (e->op.addr != op->addr || e->thread != thread)
            continue;
        const struct op_row *row = &op_rows[e->op.kind];
        count += row->mode == OP_READS ? row->holds : 0;
        count += e->op.kind == OP_ARRIVE && e->op.arg == op->arg;
    }
    return count;
}

static void add_readers(struct machine *m, const struct trace *trace,
                        const struct op *op, char *text, size_t room) {
    const char *before = ", read by ";
    for (unsigned t = 0; t < m->threads; t++)
        if (count_events(trace, op, t) > 0) {
            add_text(text, room, before);
            add_holder(m, t, text, room);
            before = " and ";
        }
}

static void add_arrivals(struct machine *m, const struct trace *trace,
                         const struct op *op, char *text, size_t room) {
    int arrived = 0;
    for (unsigned t = 0; t < m->threads; t++)
        arrived += count_events(trace, op, t);
    char more[64];
    snprintf(more, sizeof more, ", where %d %s arrived", arrived,
             arrived == 1 ? "has" : "have");
    add_text(text, room, more);
}

// Because of whom it waits, as far as that is known.
static void describe_others(struct machine *m, const struct trace *trace,
                            const struct op *op, char *text, size_t room) {
    unsigned holder = awaited_thread(op);
    if (op->kind == OP_LEAVE) {
        add_arrivals(m, trace, op, text, room);
    } else if (op->kind == OP_WRLOCK && holder == NOBODY) {
        add_readers(m, trace, op, text, room);
    } else if (op->kind != OP_JOIN && holder != NOBODY) {
        add_text(text, room, ", held by ");
        add_holder(m, holder, text, room);
    }
}

void waiting_describe(struct machine *m, const struct trace *trace,
                      unsigned thread, char *text, size_t room) {
    text[0] = '\0';
    if (machine_status(m, thread) == THREAD_SPINS) {
        describe_spin(m, trace, thread, text, room);
        return;
    }
    const struct op *pending = machine_pending(m, thread);
    if (!pending || machine_enabled(m, thread))
        return;
    struct op op = *pending;
    char what[200];
    machine_describe(m, &op, what, sizeof what);
    const char *name = machine_thread_name(m, thread);
    unsigned line = machine_place(m, op.site).line;
    uint32_t above[64];
    bool woken =
        trace->width > 64 || trace_above_next(trace, thread, &op, above);
    const struct event *signal;
    if (op_is_await(&op)) {
        char bits[32] = "";
        if (op.kind == OP_AWAIT && op.arg2)
            snprintf(bits, sizeof bits, "& 0x%llx ",
                     (unsigned long long)op.arg2);
        snprintf(text, room, "%s waits at line %u: %s, wanted %s%s %lld", name,
                 line, what, bits,
                 op_comparison_symbol((enum comparison)op.compare),
                 (long long)op.arg);
    } else if (op.kind == OP_AWAKE && !woken) {
        int used = snprintf(text, room, "%s waits at line %u for a signal",
                            name, line);
        if (lost_signal(trace, &op, thread, &signal) && (size_t)used < room)
            snprintf(text + used, room - (size_t)used,
                     " (%s at line %u came before the wait)",
                     op_name((enum op_kind)signal->op.kind),
                     machine_place(m, signal->op.site).line);
    } else {
        snprintf(text, room, "%s waits at line %u: %s", name, line, what);
        describe_others(m, trace, &op, text, room);
    }
}

// Follow who waits for whom until a thread comes again.
static bool in_cycle(struct machine *m, unsigned start) {
    unsigned thread = start;
    for (unsigned i = 0; i <= m->threads; i++) {
        const struct op *op = machine_pending(m, thread);
        if (!op || machine_enabled(m, thread))
            return false;
        thread = awaited_thread(op);
        if (thread == NOBODY)
            return false;
        if (thread == start)
            return true;
    }
    return false;
}

// Whom to name first: an await or a loop, else a thread of a cycle, else
// anyone, but rather one who does not just wait for another to end.
static unsigned main_waiter(struct machine *m) {
    unsigned anyone = NOBODY, cycle = NOBODY, joins = NOBODY;
    for (unsigned t = 0; t < m->threads; t++) {
        if (machine_status(m, t) == THREAD_SPINS)
            return t;
        const struct op *op = machine_pending(m, t);
        if (!op)
            continue;
        if (op_is_await(op))
            return t;
        unsigned *kind = op->kind == OP_JOIN ? &joins : &anyone;
        if (*kind == NOBODY)
            *kind = t;
        if (cycle == NOBODY && in_cycle(m, t))
            cycle = t;
    }
    if (cycle != NOBODY)
        return cycle;
    return anyone != NOBODY ? anyone : joins;
}

static void append(char *text, size_t room, const char *more) {
    size_t used = strlen(text);
    if (used + 1 < room)
        snprintf(text + used, room - used, "%s%s", used ? "; " : "", more);
}

static bool waits(struct machine *m, unsigned thread) {
    return machine_pending(m, thread) ||
           machine_status(m, thread) == THREAD_SPINS;
}

void waiting_mishap(struct machine *m, const struct trace *trace,
                    struct mishap *mishap) {
    unsigned first = main_waiter(m);
    const struct op *op = machine_pending(m, first);
    *mishap = (struct mishap){
        .kind = !op || op_is_await(op) ? FINDING_LIVELOCK : FINDING_DEADLOCK,
        .thread = first,
        .site = op ? op->site : machine_loop_at(m, first),
    };
    bool cycle = op && in_cycle(m, first);
    unsigned thread = first;
    char one[320];
    do { // along the cycle if there is one
        waiting_describe(m, trace, thread, one, sizeof one);
        append(mishap->message, sizeof mishap->message, one);
        op = machine_pending(m, thread);
        thread = cycle ? awaited_thread(op) : first;
    } while (thread != first);
    for (thread = 0; !cycle && thread < m->threads; thread++)
        if (thread != first && waits(m, thread)) {
            waiting_describe(m, trace, thread, one, sizeof one);
            append(mishap->message, sizeof mishap->message, one);
        }
}
