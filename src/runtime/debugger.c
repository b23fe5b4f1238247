// SPDX-License-Identifier: Apache-2.0

#include "runtime/debugger.h"

#include "check/messages.h"
#include "explore/trace/replay.h"
#include "machine/native/native_machine.h"
#include "report/json.h"
#include "report/report.h"

#include <string.h>

// The debugger finds it by its name.
struct debugger __mz_debugger;

// The debugger changes memory here, which the compiler must not rule out.
__attribute__((noipa)) void __mz_debugger_stop(void) {
    __asm__ volatile("" ::: "memory");
}

struct debugging {
    struct machine *machine;
    VEC(struct step) steps; // in the machine's numbers
    cJSON *schedule;        // what each of them is
    size_t position;        // the machine stands before this one
};

static void add_place(cJSON *object, struct place place) {
    json_text(object, "file", place.file);
    json_integer(object, "line", place.line);
}

static void add_operation(cJSON *object, struct machine *m,
                          const struct op *op) {
    char text[200];
    machine_describe(m, op, text, sizeof text);
    json_text(object, "text", text);
    add_place(object, machine_place(m, op->site));
}

static void note_step(void *context, const struct trace *trace) {
    struct debugging *s = context;
    const struct event *e = trace_event(trace, trace->length - 1);
    vec_push(&s->steps, (struct step){e->thread, e->op.choice});
    cJSON *row = json_made(cJSON_CreateObject());
    json_text(row, "thread", machine_thread_name(s->machine, e->thread));
    add_operation(row, s->machine, &e->op);
    cJSON_AddItemToArray(s->schedule, row);
}

// ------------------------------------------------------------------- stops

static cJSON *thread_row(struct machine *m, unsigned thread) {
    cJSON *row = json_made(cJSON_CreateObject());
    const struct op *pending = machine_pending(m, thread);
    json_text(row, "name", machine_thread_name(m, thread));
    json_integer(row, "stack", (uintptr_t)native_parked_at(thread));
    if (pending) {
        struct op op = *pending; // describing may move it
        add_operation(row, m, &op);
        cJSON_AddBoolToObject(row, "enabled", machine_enabled(m, thread));
    }
    return row;
}

// To be freed.
static char *situation(const struct debugging *s,
                       const struct trace_file *trace) {
    struct machine *m = s->machine;
    cJSON *root = json_made(cJSON_CreateObject());
    json_integer(root, "position", s->position);
    json_text(root, "finding", finding_name(trace->kind));
    json_text(root, "thread", trace->thread);
    json_text(root, "message", trace->message);
    cJSON_AddItemReferenceToObject(root, "steps", s->schedule);
    cJSON *relevant =
        cJSON_GetObjectItemCaseSensitive(trace->root, "relevant_steps");
    if (cJSON_IsArray(relevant))
        cJSON_AddItemReferenceToObject(root, "relevant", relevant);
    cJSON *threads = cJSON_AddArrayToObject(root, "threads");
    for (unsigned t = 0; t < m->threads; t++)
        if (machine_status(m, t) == THREAD_ALIVE ||
            machine_status(m, t) == THREAD_SPINS)
            cJSON_AddItemToArray(threads, thread_row(m, t));
    return json_print(root);
}

static void go(struct debugging *s, uint64_t position) {
    s->position = position < s->steps.count ? position : s->steps.count;
    native_last_step(0, false);
    machine_goto(s->machine, s->steps.at, s->position);
}

static void take_step(struct debugging *s) {
    if (s->position == s->steps.count)
        return;
    native_last_step(s->position + 1, true);
    machine_step(s->machine, s->steps.at[s->position++]);
    native_last_step(0, false);
}

static void obey(struct debugging *s, const struct trace_file *trace) {
    do {
        char *text = situation(s, trace);
        // Who just goes on wants to see the end, and to end it from there.
        bool at_end = s->position == s->steps.count;
        __mz_debugger = (struct debugger){at_end ? DEBUGGER_END : DEBUGGER_GO,
                                          s->steps.count, text};
        __mz_debugger_stop();
        memory_free(text);
        if (__mz_debugger.command == DEBUGGER_GO)
            go(s, __mz_debugger.position);
        else if (__mz_debugger.command == DEBUGGER_STEP)
            take_step(s);
    } while (__mz_debugger.command != DEBUGGER_END);
}

int debugger_run(struct machine *machine, const struct trace_file *trace) {
    struct debugging s = {machine, .schedule = json_made(cJSON_CreateArray())};
    const char *objection;
    native_last_step(0, false);
    struct trace *again =
        replay(machine, &trace->schedule, note_step, &s, &objection);
    int code = VERDICT_UNSAFE;
    s.position = s.steps.count;
    if (objection) {
        code = refuse(NULL,
                      "the trace does not fit the program: step %zu is "
                      "not possible: %s",
                      s.steps.count + 1, objection);
    } else {
        obey(&s, trace);
    }
    trace_free(again);
    vec_free(&s.steps);
    cJSON_Delete(s.schedule);
    return code;
}
