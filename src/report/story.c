// SPDX-License-Identifier: Apache-2.0

#include "report/story.h"

#include "explore/waiting.h"

#include <stdio.h>
#include <string.h>

static void add_row(struct story *s, enum story_row_kind kind, unsigned thread,
                    unsigned line, const char *text) {
    vec_push(&s->rows, (struct story_row){kind, thread, line,
                                          memory_text(text, strlen(text))});
}

static void add_mishap(struct story *s, struct machine *m,
                       const struct mishap *mishap) {
    if (!mishap->kind)
        return;
    vec_push(&s->mishaps, *mishap);
    char text[sizeof mishap->message + 40];
    const char *kind = finding_name(mishap->kind);
    bool says_it = strncmp(mishap->message, kind, strlen(kind)) == 0;
    snprintf(text, sizeof text, "%s%s%s", says_it ? "" : kind,
             says_it ? "" : ": ", mishap->message);
    add_row(s, ROW_MISHAP, mishap->thread, machine_place(m, mishap->site).line,
            text);
}

// ------------------------------------------------------------------- a step

static bool offers(const struct op *op, uint32_t choice) {
    if (op_rows[op->kind].gives == GIVES_CHOICE)
        return choice < op->arg;
    for (unsigned i = 0; i < op_choices(op); i++)
        if (op_choice(op, i) == choice)
            return true;
    return false;
}

static const char *objection(struct machine *m, struct step step) {
    if (step.thread >= m->threads)
        return "there is no such thread";
    const struct op *op = machine_pending(m, step.thread);
    if (!op)
        return "the thread has nothing to do";
    if (!machine_enabled(m, step.thread))
        return "the thread has to wait";
    return offers(op, step.choice) ? NULL : "there is no such choice";
}

static void make_step(struct story *s, struct trace *trace, struct step step) {
    struct machine *m = trace->machine;
    trace_step(trace, step);
    const struct op *op = &trace_event(trace, trace->length - 1)->op;
    char text[200];
    machine_describe(m, op, text, sizeof text);
    add_row(s, ROW_STEP, step.thread, machine_place(m, op->site).line, text);
    add_mishap(s, m, &m->mishap);
}

// ------------------------------------------------------------------ the end

static bool somebody_waits(const struct trace *trace) {
    struct machine *m = trace->machine;
    bool waits = false, spins = false;
    if (m->ended)
        return false;
    for (unsigned t = 0; t < m->threads; t++) {
        enum thread_status status = machine_status(m, t);
        if (machine_enabled(m, t) || status == THREAD_STUCK ||
            status == THREAD_CUT)
            return false;
        spins = spins || status == THREAD_SPINS;
        waits = waits || machine_pending(m, t);
    }
    return spins ? waiting_spins(m, trace) : waits;
}

static void tell_spin(struct story *s, const struct trace *trace, unsigned t) {
    struct machine *m = trace->machine;
    char sentence[400];
    add_row(s, ROW_WAITS, t, machine_place(m, machine_loop_at(m, t)).line,
            "goes round for ever");
    waiting_describe(m, trace, t, sentence, sizeof sentence);
    vec_push(&s->waiting, memory_text(sentence, strlen(sentence)));
}

static void tell_who_waits(struct story *s, const struct trace *trace) {
    struct machine *m = trace->machine;
    struct mishap mishap;
    waiting_mishap(m, trace, &mishap);
    vec_push(&s->mishaps, mishap);
    for (unsigned t = 0; t < m->threads; t++) {
        if (machine_status(m, t) == THREAD_SPINS)
            tell_spin(s, trace, t);
        const struct op *pending = machine_pending(m, t);
        if (!pending)
            continue;
        struct op op = *pending;
        char what[200], text[216], sentence[400];
        machine_describe(m, &op, what, sizeof what);
        snprintf(text, sizeof text, "waits: %s", what);
        add_row(s, ROW_WAITS, t, machine_place(m, op.site).line, text);
        waiting_describe(m, trace, t, sentence, sizeof sentence);
        vec_push(&s->waiting, memory_text(sentence, strlen(sentence)));
    }
}

// ------------------------------------------------------------------ outside

bool story_tell(struct machine *machine, const struct mishap *start,
                const struct step *schedule, size_t length, struct story *story,
                char *error, size_t room) {
    *story = (struct story){0};
    machine_goto(machine, NULL, 0);
    struct trace *trace = trace_new(machine);
    add_mishap(story, machine, start);
    const char *reason = NULL;
    size_t i = 0;
    for (; i < length && !(reason = objection(machine, schedule[i])); i++)
        make_step(story, trace, schedule[i]);
    if (reason)
        snprintf(error, room, "step %zu is not possible: %s", i + 1, reason);
    else if (somebody_waits(trace))
        tell_who_waits(story, trace);
    trace_free(trace);
    return !reason;
}

void story_free(struct story *s) {
    for (size_t i = 0; i < s->rows.count; i++)
        memory_free(s->rows.at[i].text);
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
