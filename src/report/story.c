// SPDX-License-Identifier: Apache-2.0

#include "report/story.h"

#include "explore/ending.h"
#include "explore/trace/replay.h"
#include "explore/trap.h"
#include "explore/wait_for_graph.h"
#include "report/deadlock.h"

#include <stdio.h>
#include <string.h>

static void add_row(struct story *s, struct machine *m,
                    enum story_row_kind kind, unsigned thread, unsigned line,
                    const char *text) {
    const char *name = machine_thread_name(m, thread);
    vec_push(&s->rows, (struct story_row){kind, thread, line,
                                          memory_text(text, strlen(text)),
                                          memory_text(name, strlen(name))});
}

static void add_mishap(struct story *s, struct machine *m,
                       const struct mishap *mishap) {
    if (!mishap->kind)
        return;
    for (size_t i = 0; i < s->mishaps.count; i++)
        if (mishap_same(&s->mishaps.at[i], mishap))
            return;
    vec_push(&s->mishaps, *mishap);
    char text[sizeof mishap->message + 40];
    const char *kind = finding_name(mishap->kind);
    bool says_it = strncmp(mishap->message, kind, strlen(kind)) == 0;
    snprintf(text, sizeof text, "%s%s%s", says_it ? "" : kind,
             says_it ? "" : ": ", mishap->message);
    add_row(s, m, ROW_MISHAP, mishap->thread, machine_place(m, mishap->site).line,
            text);
}

static void tell_step(void *context, const struct trace *trace) {
    struct story *s = context;
    struct machine *m = trace->machine;
    const struct event *e = trace_event(trace, trace->length - 1);
    char text[200];
    machine_describe(m, &e->op, text, sizeof text);
    s->shared |= e->op.kind == OP_SPAWN && e->op.arg2;
    add_row(s, m, ROW_STEP, e->thread, machine_place(m, e->op.site).line, text);
    add_mishap(s, m, &m->mishap);
    for (unsigned i = 0; i < m->more_count; i++)
        add_mishap(s, m, &m->more[i]);
}

// ------------------------------------------------------------------ the end

// How a thread waits, in its column; and in a sentence.
static void tell_waiter(struct story *s, const struct trace *trace,
                        unsigned thread, uint32_t site, const char *how) {
    char sentence[400];
    add_row(s, trace->machine, ROW_WAITS, thread,
            machine_place(trace->machine, site).line, how);
    deadlock_describe(trace, thread, sentence, sizeof sentence);
    vec_push(&s->waiting, memory_text(sentence, strlen(sentence)));
}

static void tell_who_waits(struct story *s, const struct trace *trace) {
    struct machine *m = trace->machine;
    struct mishap mishap = waits_for_ever(m);
    deadlock_message(trace, &mishap);
    vec_push(&s->mishaps, mishap);
    for (unsigned t = 0; t < m->threads; t++) {
        if (machine_status(m, t) == THREAD_SPINS)
            tell_waiter(s, trace, t, machine_loop_at(m, t),
                        "goes round for ever");
        const struct op *pending = machine_pending(m, t);
        if (!pending)
            continue;
        struct op op = *pending;
        char what[200], text[216];
        machine_describe(m, &op, what, sizeof what);
        snprintf(text, sizeof text, "waits: %s", what);
        tell_waiter(s, trace, t, op.site, text);
    }
}

static void tell_trap(struct story *s, struct machine *m,
                      const struct mishap *trap) {
    vec_push(&s->mishaps, *trap);
    add_row(s, m, ROW_WAITS, trap->thread, machine_place(m, trap->site).line,
            "goes on for ever");
    vec_push(&s->waiting, memory_text(trap->message, strlen(trap->message)));
}

// ------------------------------------------------------------------ outside

bool story_tell(struct machine *machine, const struct mishaps *start,
                const struct portable_schedule *schedule, struct story *story,
                char *error, size_t room) {
    *story = (struct story){0};
    for (unsigned i = 0; i < start->count; i++)
        add_mishap(story, machine, &start->at[i]);
    const char *reason;
    struct mishap trap;
    struct trace *trace =
        replay(machine, schedule, tell_step, story, &reason);
    if (reason)
        snprintf(error, room, "step %u is not possible: %s", trace->length + 1,
                 reason);
    else if (ending_waits(ending_of(trace)))
        tell_who_waits(story, trace);
    else if (!machine->ended && trap_holds(trace, &trap))
        tell_trap(story, machine, &trap);
    trace_free(trace);
    return !reason;
}

void story_free(struct story *s) {
    for (size_t i = 0; i < s->rows.count; i++) {
        memory_free(s->rows.at[i].text);
        memory_free(s->rows.at[i].name);
    }
    for (size_t i = 0; i < s->waiting.count; i++)
        memory_free(s->waiting.at[i]);
    vec_free(&s->rows);
    vec_free(&s->mishaps);
    vec_free(&s->waiting);
}

const struct mishap *story_mishap(const struct story *s,
                                  struct machine *machine,
                                  enum finding_kind kind, const char *thread,
                                  unsigned line) {
    for (size_t i = 0; i < s->mishaps.count; i++) {
        const struct mishap *m = &s->mishaps.at[i];
        if (m->kind == kind && machine_place(machine, m->site).line == line &&
            strcmp(machine_thread_name(machine, m->thread), thread) == 0)
            return m;
    }
    return NULL;
}
