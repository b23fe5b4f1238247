// SPDX-License-Identifier: Apache-2.0

#include "report/deadlock.h"

#include "explore/wait_for_graph.h"

#include <stdio.h>
#include <string.h>

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

// What it sees in each round.
static void describe_spin(struct machine *m, const struct trace *trace,
                          unsigned thread, char *text, size_t room) {
    uint32_t left = machine_repeated(m, thread), i = trace->length;
    if (left == MACHINE_SILENT)
        left = 0;
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
    unsigned holder = awaited_thread(m, op);
    if (op->kind == OP_LEAVE) {
        add_arrivals(m, trace, op, text, room);
    } else if (op->kind == OP_WRLOCK && holder == NOBODY) {
        add_readers(m, trace, op, text, room);
    } else if (op->kind != OP_JOIN && holder != NOBODY) {
        add_text(text, room, ", held by ");
        add_holder(m, holder, text, room);
    }
}

void deadlock_describe(const struct trace *trace, unsigned thread, char *text,
                       size_t room) {
    struct machine *m = trace->machine;
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

static bool waits(struct machine *m, unsigned thread) {
    return machine_pending(m, thread) ||
           machine_status(m, thread) == THREAD_SPINS;
}

static void add_thread(const struct trace *trace, unsigned thread, char *text,
                       size_t room) {
    char one[320];
    deadlock_describe(trace, thread, one, sizeof one);
    add_text(text, room, text[0] ? "; " : "");
    add_text(text, room, one);
}

void deadlock_message(const struct trace *trace, struct mishap *mishap) {
    struct machine *m = trace->machine;
    unsigned first = mishap->thread, thread = first;
    bool cycle = waits_in_cycle(m, first);
    do { // along the cycle if there is one
        add_thread(trace, thread, mishap->message, sizeof mishap->message);
        thread = cycle ? awaited_thread(m, machine_pending(m, thread)) : first;
    } while (thread != first);
    for (thread = 0; !cycle && thread < m->threads; thread++)
        if (thread != first && waits(m, thread))
            add_thread(trace, thread, mishap->message, sizeof mishap->message);
}
