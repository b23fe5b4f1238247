// SPDX-License-Identifier: Apache-2.0

#include "check/check.h"

#include "check/console.h"
#include "check/interrupt.h"
#include "check/messages.h"
#include "check/outputs.h"
#include "explore/trace/replay.h"
#include "report/deadlock.h"

#include <inttypes.h>

// ---------------------------------------------------------------- the search

static void on_mishap(void *context, const struct mishap *mishap) {
    struct check *c = context;
    bool told = mishap->kind == FINDING_DEADLOCK ||
                mishap->kind == FINDING_LIVELOCK; // by the ending
    if (!told)
        vec_push(&c->mishaps, *mishap);
}

static void on_wait(void *context, const struct trace *trace,
                    struct mishap *mishap) {
    (void)context;
    deadlock_message(trace, mishap);
}

static void on_execution(void *context, const struct trace *trace,
                         enum ending ending, uint64_t number) {
    struct check *c = context;
    struct report *r = &c->report;
    c->shown = number;
    bool cut =
        c->result.limit == LIMIT_STEPS || c->result.limit == LIMIT_SWITCHES;
    if (cut && !r->bounded_line && trace->length) {
        const struct event *last = trace_event(trace, trace->length - 1);
        struct place place = machine_place(trace->machine, last->op.site);
        r->bounded_file = place.file;
        r->bounded_line = place.line;
    }
    if (c->shows_executions)
        outputs_execution(c, trace, ending, number);
    c->mishaps.count = 0;
}

static void on_begin(void *context) {
    struct check *c = context;
    c->report.result = &c->result;
    progress_erase(&c->progress);
    outputs_begin(c);
    c->begun = true;
    c->begun_with = c->result.algorithm;
    c->shown = 0;
    c->mishaps.count = 0;
    c->report.bounded_line = 0;
}

static void on_progress(void *context, const struct search_result *so_far) {
    struct check *c = context;
    if (c->aside)
        c->aside(c);
    progress_show(&c->progress, so_far);
}

// An execution that ended with a finding halfway has not been shown yet.
static void show_unfinished(struct check *c) {
    struct machine *m = c->report.machine;
    if (option_on(&c->options, OPTION_KEEP_GOING) || !c->result.findings.count)
        return;
    const struct finding *f = &c->result.findings.at[0];
    if (f->execution <= c->shown)
        return;
    const char *objection; // whoever tells of the finding will say so
    struct trace *trace =
        replay(m, f->schedule, f->schedule_length, NULL, NULL, &objection);
    on_execution(c, trace, ENDINGS, f->execution);
    trace_free(trace);
    machine_goto(m, NULL, 0);
}

static void run_search(struct check *c) {
    const struct options *o = &c->options;
    c->shows_executions = outputs_show_executions(o);
    struct search_options how = {
        .algorithm = c->report.asked,
        .seed = option_number(o, OPTION_SEED),
        .k = (uint32_t)option_number(o, OPTION_K),
        .max_steps = option_number(o, OPTION_MAX_STEPS),
        .max_context_switches = option_number(o, OPTION_MAX_CONTEXT_SWITCHES),
        .max_executions = option_number(o, OPTION_MAX_EXECUTIONS),
        .max_memory_kib = option_number(o, OPTION_MAX_MEMORY),
        .timeout = o->at[OPTION_TIMEOUT].seconds,
        .keep_going = option_on(o, OPTION_KEEP_GOING),
        .check_states = option_on(o, OPTION_CHECK_STATES),
        .every_step = c->shows_executions,
    };
    struct search_observer observer = {.execution = on_execution,
                                       .progress = on_progress,
                                       .context = c,
                                       .begins = on_begin,
                                       .waits = on_wait,
                                       .mishap = on_mishap};
    c->progress = progress_new(o->at[OPTION_PROGRESS].text);
    search(c->report.machine, &how, &observer, interrupt_flag(), &c->result);
    progress_end(&c->progress, &c->result);
    if (c->result.states.forgotten)
        complain_line("%" PRIu64 " states were forgotten to keep to "
                      "--max-memory; some may have been explored again",
                      c->result.states.forgotten);
    show_unfinished(c);
    report_judge(&c->report);
}

// --------------------------------------------------------------- the reports

static void report_findings(struct check *c) {
    size_t count = c->result.findings.count;
    c->report.traces = memory_new(count, sizeof *c->report.traces);
    for (size_t i = 0; i < count; i++) {
        const struct finding *f = &c->result.findings.at[i];
        struct story story;
        char error[160];
        if (!story_tell(c->report.machine, &c->start, f->schedule,
                        f->schedule_length, &story, error, sizeof error))
            complain_line("the schedule does not run again: %s", error);
        outputs_finding(c, i, &story);
        story_free(&story);
    }
}

// Without states, stateful search would be another one under its name.
static bool states_are_there(struct check *c) {
    struct state state;
    if (c->report.asked != ALGORITHM_STATEFUL ||
        machine_state(c->report.machine, &state))
        return true;
    report_not_checked(&c->report,
                       "the states of %s cannot be told, which "
                       "--algorithm=stateful needs",
                       c->report.program);
    complain_line("%s", c->report.reason);
    return false;
}

void check_run(struct check *c) {
    if (!outputs_are_safe(c) || !states_are_there(c))
        return;
    c->console = console_for(&c->options);
    c->start = c->report.machine->mishap;
    run_search(c);
    report_findings(c);
    outputs_end(c);
}

int check_finish(struct check *c) {
    outputs_write(c);
    fflush(stderr);
    report_last_line(&c->report, stdout);
    if (c->report.verdict == VERDICT_UNSAFE)
        return (int)option_number(&c->options, OPTION_ERROR_EXITCODE);
    return (int)c->report.verdict;
}

void check_free(struct check *c) {
    for (size_t i = 0; i < c->result.findings.count && c->report.traces; i++)
        memory_free(c->report.traces[i]);
    memory_free(c->report.traces);
    machine_destroy(c->report.machine);
    search_result_free(&c->result);
    vec_free(&c->mishaps);
    dot_free(c->dot);
    options_free(&c->options);
}
