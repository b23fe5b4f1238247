// SPDX-License-Identifier: Apache-2.0

#include "check/check.h"

#include "check/console.h"
#include "check/interrupt.h"
#include "check/messages.h"
#include "check/outputs.h"
#include "explore/fewest_switches.h"
#include "explore/trace/replay.h"
#include "report/deadlock.h"

#include <inttypes.h>
#include <stdarg.h>

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
    struct search_result *r = c->result;
    c->shown = number;
    bool cut =
        c->result->limit == LIMIT_STEPS || c->result->limit == LIMIT_SWITCHES;
    if (cut && !r->bounded.line && trace->length) {
        const struct event *last = trace_event(trace, trace->length - 1);
        r->bounded = machine_place(trace->machine, last->op.site);
    }
    if (c->shows_executions)
        outputs_execution(c, trace, ending, number);
    c->mishaps.count = 0;
}

static void on_begin(void *context) {
    struct check *c = context;
    c->report.result = c->result;
    progress_erase(&c->progress);
    if (c->begins)
        c->begins(c);
    outputs_begin(c);
    c->begun = true;
    c->begun_with = c->result->algorithm;
    c->shown = 0;
    c->mishaps.count = 0;
}

static void on_finding(void *context, const struct finding *finding) {
    struct check *c = context;
    if (c->found)
        c->found(c, finding);
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
    if (option_on(&c->options, OPTION_KEEP_GOING) || !c->result->findings.count)
        return;
    const struct finding *f = &c->result->findings.at[0];
    if (f->execution <= c->shown)
        return;
    const char *objection; // whoever tells of the finding will say so
    struct trace *trace = replay(m, &f->schedule, NULL, NULL, &objection);
    on_execution(c, trace, ENDINGS, f->execution);
    trace_free(trace);
    machine_goto(m, NULL, 0);
}

static void run_search(struct check *c) {
    const struct options *o = &c->options;
    c->shows_executions = outputs_see_executions(o);
    struct search_options how = {
        .algorithm = c->report.asked,
        .seed = option_number(o, OPTION_SEED),
        .k = (uint32_t)option_number(o, OPTION_K),
        .memory = (enum memory)option_number(o, OPTION_MEMORY),
        .max_steps = option_number(o, OPTION_MAX_STEPS),
        .max_context_switches = option_number(o, OPTION_MAX_CONTEXT_SWITCHES),
        .bounding = options_bounding(o),
        .most_switches = options_most_switches(o),
        .runs = options_runs(o),
        .depth = (uint32_t)option_number(o, OPTION_PCT),
        .max_executions = option_number(o, OPTION_MAX_EXECUTIONS),
        .max_memory_kib = option_number(o, OPTION_MAX_MEMORY),
        .timeout = c->seconds,
        .keep_going = option_on(o, OPTION_KEEP_GOING),
        .check_states = option_on(o, OPTION_CHECK_STATES),
        .every_step = outputs_show_executions(o),
        .digest = option_on(o, OPTION_DIGEST),
        .estimating =
            outputs_tell_estimates(o) ? ESTIMATE_AT_END : ESTIMATE_NEVER,
        .sharing = c->sharing,
        .unit = c->unit,
        .portable = c->portable,
    };
    if (how.bounding == BOUND_SWITCHES)
        how.max_context_switches = 0; // none is cut
    struct search_observer observer = {.execution = on_execution,
                                       .progress = on_progress,
                                       .context = c,
                                       .begins = on_begin,
                                       .waits = on_wait,
                                       .finding = on_finding,
                                       .mishap = on_mishap};
    if (!c->elsewhere) {
        c->progress = progress_new(o->at[OPTION_PROGRESS].text);
        c->watched = c->progress.on;
    }
    if (c->watched)
        how.estimating = ESTIMATE_OFTEN;
    search(c->report.machine, &how, &observer, c->stop, c->result);
    progress_end(&c->progress, c->result);
    if (c->result->states.forgotten)
        complain_line("%" PRIu64 " states were forgotten to keep to "
                      "--max-memory; some may have been explored again",
                      c->result->states.forgotten);
    show_unfinished(c);
}

// --------------------------------------------------------------- the reports

// Did it go wrong in the same way?
static bool happens_again(const struct story *story, const struct finding *f) {
    for (size_t i = 0; i < story->mishaps.count; i++)
        if (mishap_same_place(&story->mishaps.at[i], &f->mishap))
            return true;
    // That it does not is what it says.
    return f->mishap.kind == FINDING_NONDETERMINISM;
}

// A schedule is run twice here. What only the second run shows comes from what
// the first has left, by functions that nobody controls: it is no bug. Who
// waits is seen at the end of a run, and what the start does, in no step.
static bool is_left_over(const struct check *c, const struct finding *f) {
    return c->report.machine->lasting && f->mishap.kind != FINDING_DEADLOCK &&
           f->mishap.kind != FINDING_LIVELOCK &&
           !mishaps_have(&c->start, &f->mishap);
}

void check_shorten(struct check *c, size_t n) {
    struct finding *f = &c->result->findings.at[n];
    struct machine *m = c->report.machine;
    bool seen = finding_shorten(m, f);
    if ((seen || f->mishap.kind == FINDING_DEADLOCK ||
         f->mishap.kind == FINDING_LIVELOCK) &&
        f->mishap.kind != FINDING_NONDETERMINISM && !m->lasting && !m->graphs)
        finding_fewest_switches(m, f, deadlock_message, CHECK_SHORTENS_FOR,
                                c->stop);
    machine_goto(m, NULL, 0);
}

bool check_tell(struct check *c, size_t n, char *objection, size_t room) {
    struct finding *f = &c->result->findings.at[n];
    struct story story;
    if (!c->elsewhere)
        check_shorten(c, n);
    bool seen = finding_shorten(c->report.machine, f);
    bool again = story_tell(c->report.machine, &c->start, &f->schedule, &story,
                            objection, room);
    if (f->mishap.kind == FINDING_NONDETERMINISM)
        again = true;
    else if (again &&
             (!happens_again(&story, f) || (!seen && is_left_over(c, f)))) {
        snprintf(objection, room, "nothing goes wrong at the end of it");
        again = false;
    }
    story.fewest = f->fewest;
    story.scenario = f->scenario.name;
    if (again)
        outputs_finding(c, n, &story);
    story_free(&story);
    return again;
}

// What does not happen again is not told as a bug of the program.
static void set_aside(struct check *c, size_t n, const char *objection) {
    struct search_result *r = c->result;
    struct finding f = r->findings.at[n];
    complain_line("%s at %s:%u did not happen again: %s",
                  finding_name(f.mishap.kind), f.place.file, f.place.line,
                  objection);
    vec_push(&c->report.unconfirmed, f);
    r->findings.count--;
    for (size_t i = n; i < r->findings.count; i++)
        r->findings.at[i] = r->findings.at[i + 1];
}

static void report_findings(struct check *c) {
    struct search_result *r = c->result;
    c->report.traces = memory_new(r->findings.count, sizeof *c->report.traces);
    c->report.stories =
        memory_new(r->findings.count, sizeof *c->report.stories);
    for (size_t i = 0; i < r->findings.count;) {
        char objection[200] = "";
        bool again = c->tell ? c->tell(c, i, objection, sizeof objection)
                             : check_tell(c, i, objection, sizeof objection);
        r->findings.at[i].confirmed = again;
        if (!again && objection[0])
            set_aside(c, i, objection);
        else
            i++; // or there was no time to see it again
    }
}

// Without states, stateful search would be another one under its name.
static bool states_are_there(struct check *c) {
    struct state state;
    if (!algorithm_has(c->report.asked, KNOWS_STATES) ||
        machine_state(c->report.machine, &state))
        return true;
    report_not_checked(&c->report,
                       "the states of %s cannot be told, which "
                       "--algorithm=%s needs",
                       c->report.program, algorithm_name(c->report.asked));
    complain_line("%s", c->report.reason);
    return false;
}

bool check_prepare(struct check *c) {
    c->console = console_for(&c->options);
    c->seconds = c->options.at[OPTION_TIMEOUT].seconds;
    return outputs_are_safe(c);
}

void check_search(struct check *c) {
    c->start = c->report.machine->mishaps;
    if (states_are_there(c))
        run_search(c);
    if (!c->result->refusal[0])
        return;
    report_not_checked(&c->report, "%s", c->result->refusal);
    complain_line("%s", c->report.reason);
    c->report.result = NULL;
}

// Who says that a function is harmless is believed; the report says so.
static void set_trusted_aside(struct check *c) {
    struct report *r = &c->report;
    size_t left = 0;
    for (size_t i = 0; i < r->outside.count; i++)
        if (options_trust(&c->options, &r->outside.at[i]))
            vec_push(&r->trusted, r->outside.at[i]);
        else
            r->outside.at[left++] = r->outside.at[i];
    r->outside.count = left;
}

void check_report(struct check *c) {
    c->report.result = c->result;
    c->report.bounding = options_bounding(&c->options);
    c->report.depth = (uint32_t)option_number(&c->options, OPTION_PCT);
    c->report.ignores = options_ignored(&c->options);
    set_trusted_aside(c);
    report_findings(c);
    report_judge(&c->report);
    // A search that was told to stop at a finding has not seen all.
    c->report.complete =
        !c->report.reason[0] && (option_on(&c->options, OPTION_KEEP_GOING) ||
                                 !c->result->findings.count);
    outputs_end(c);
}

void check_run(struct check *c) {
    c->result = memory_new(1, sizeof *c->result);
    c->stop = interrupt_flag();
    if (!check_prepare(c))
        return;
    check_search(c);
    c->report.peak_kib = memory_peak_kib();
    if (c->report.result)
        check_report(c);
}

int check_finish(struct check *c) {
    outputs_write(c);
    fflush(stderr);
    report_last_line(&c->report, console_stream(&c->options));
    if (c->report.verdict == VERDICT_UNSAFE)
        return (int)option_number(&c->options, OPTION_ERROR_EXITCODE);
    return (int)c->report.verdict;
}

int check_refuse(struct check *c, const char *hint, const char *format, ...) {
    char reason[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    report_not_checked(&c->report, "%s", reason);
    complain_line("%s%s%s%s", reason, hint ? " (" : "", hint ? hint : "",
                  hint ? ")" : "");
    return check_finish(c);
}

void check_free(struct check *c) {
    for (size_t i = 0; c->report.traces && i < c->result->findings.count; i++)
        memory_free(c->report.traces[i]);
    for (size_t i = 0; c->report.stories && i < c->result->findings.count; i++)
        cJSON_Delete(c->report.stories[i]);
    memory_free(c->report.traces);
    memory_free(c->report.stories);
    machine_destroy(c->report.machine);
    if (c->result)
        search_result_free(c->result);
    memory_free(c->result);
    vec_free(&c->report.unconfirmed);
    vec_free(&c->report.scenarios);
    vec_free(&c->report.outside);
    vec_free(&c->report.trusted);
    vec_free(&c->mishaps);
    dot_free(c->dot);
    memory_free(c->graph);
    memory_free(c->tree);
    options_free(&c->options);
}
