// SPDX-License-Identifier: Apache-2.0

#include "report/executions.h"

#include "report/deadlock.h"

#include <inttypes.h>
#include <string.h>

const char *ending_text(enum ending ending) {
    static const char *const texts[ENDINGS + 1] = {
        [ENDED_ASLEEP] = "sleep-set blocked",
        [ENDED_BOUNDED] = "cut at a bound",
        [ENDED_ASSUME] = "blocked at an assume",
        [ENDED_AWAIT] = "waits for ever at an await",
        [ENDED_DEADLOCK] = "deadlock",
        [ENDED_COMPLETE] = "complete",
        [ENDINGS] = "cut short by a finding",
    };
    return texts[ending];
}

// What is computed once for each execution.
struct drawing {
    FILE *out;
    const struct trace *trace;
    uint32_t *first;    // of each thread: where its positions begin
    uint32_t *position; // of the events, thread by thread
    uint32_t *seen;     // scratch: an entry a thread
    int name, text;     // widths
};

static void index_events(struct drawing *d) {
    const struct trace *trace = d->trace;
    d->first = memory_new(trace->width + 1, sizeof *d->first);
    d->seen = memory_new(trace->width, sizeof *d->seen);
    d->position = memory_new(trace->length, sizeof *d->position);
    for (uint32_t i = 0; i < trace->length; i++)
        d->first[trace_event(trace, i)->thread + 1]++;
    for (unsigned t = 0; t < trace->width; t++)
        d->first[t + 1] += d->first[t];
    for (uint32_t i = 0; i < trace->length; i++) {
        const struct event *e = trace_event(trace, i);
        d->position[d->first[e->thread] + e->index - 1] = i;
    }
}

// The longest name of a thread and the longest text of an event.
static void measure(struct drawing *d) {
    struct machine *m = d->trace->machine;
    char one[200];
    for (uint32_t i = 0; i < d->trace->length; i++) {
        const struct event *e = trace_event(d->trace, i);
        int length = (int)strlen(trace_thread_name(d->trace, i));
        d->name = length > d->name ? length : d->name;
        machine_describe(m, &e->op, one, sizeof one);
        length = (int)strlen(one);
        d->text = length > d->text ? length : d->text;
    }
    d->text = d->text > 40 ? 40 : d->text; // the rare longer ones stick out
}

// -------------------------------------------------------------------- edges

// Is nothing between position i and the event whose last predecessors in each
// thread are `seen`? Whatever is in between happens before one of those.
static bool direct(const struct drawing *d, uint32_t i) {
    for (unsigned t = 0; t < d->trace->width; t++) {
        uint32_t k = d->seen[t];
        if (k != NOWHERE && k > i && trace_hb(d->trace, i, k))
            return false;
    }
    return true;
}

static void print_edges(struct drawing *d, uint32_t at, int padding) {
    const struct event *e = trace_event(d->trace, at);
    const uint32_t *clock = trace_clock(d->trace, at);
    for (unsigned t = 0; t < d->trace->width; t++) {
        uint32_t index = t == e->thread ? clock[t] - 1 : clock[t];
        d->seen[t] = index ? d->position[d->first[t] + index - 1] : NOWHERE;
    }
    bool any = false;
    for (unsigned t = 0; t < d->trace->width; t++) {
        if (t == e->thread || d->seen[t] == NOWHERE || !direct(d, d->seen[t]))
            continue;
        if (any)
            fprintf(d->out, ", %" PRIu32, d->seen[t] + 1);
        else
            fprintf(d->out, "%*s  after %" PRIu32, padding, "", d->seen[t] + 1);
        any = true;
    }
}

// --------------------------------------------------------------- executions

static void print_event(struct drawing *d, uint32_t at) {
    struct machine *m = d->trace->machine;
    const struct event *e = trace_event(d->trace, at);
    char text[200];
    machine_describe(m, &e->op, text, sizeof text);
    fprintf(d->out, "%4" PRIu32 "  %-*s  line %2u  %s", at + 1, d->name,
            trace_thread_name(d->trace, at), machine_place(m, e->op.site).line,
            text);
    int padding = d->text - (int)strlen(text);
    print_edges(d, at, padding > 0 ? padding : 0);
    fputc('\n', d->out);
}

static void print_mishap(FILE *out, struct machine *m,
                         const struct mishap *mishap) {
    fprintf(out, "      %s: %s, line %u: %s\n", finding_name(mishap->kind),
            machine_thread_name(m, mishap->thread),
            machine_place(m, mishap->site).line, mishap->message);
}

static void print_waiting(FILE *out, const struct trace *trace) {
    for (unsigned t = 0; t < trace->machine->threads; t++) {
        char text[400];
        deadlock_describe(trace, t, text, sizeof text);
        if (text[0])
            fprintf(out, "      %s\n", text);
    }
}

void execution_print(FILE *out, const struct trace *trace, enum ending ending,
                     uint64_t number, const struct mishap *mishaps,
                     size_t mishap_count) {
    struct drawing d = {.out = out, .trace = trace};
    index_events(&d);
    measure(&d);
    fprintf(out, "execution %" PRIu64 ": %s\n", number, ending_text(ending));
    for (uint32_t i = 0; i < trace->length; i++)
        print_event(&d, i);
    for (size_t i = 0; i < mishap_count; i++)
        print_mishap(out, trace->machine, &mishaps[i]);
    if (ending_waits(ending))
        print_waiting(out, trace);
    fputc('\n', out);
    memory_free(d.first);
    memory_free(d.seen);
    memory_free(d.position);
}
