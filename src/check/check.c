// SPDX-License-Identifier: Apache-2.0

#include "check/check.h"

#include "base/file.h"
#include "check/interrupt.h"
#include "check/console.h"
#include "check/messages.h"
#include "explore/trace/replay.h"
#include "report/deadlock.h"
#include "report/executions.h"
#include "report/json.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

enum { MOST_TRACES = 100 }; // files; further findings are only reported

// Where the schedule of the first finding goes; to be freed.
static char *trace_name(const struct check *c) {
    static const char usual[] = "mazurka-trace.json";
    const char *wanted = option_file(&c->options, OPTION_TRACE);
    if (wanted)
        return memory_text(wanted, strlen(wanted));
    if (file_is_regular(c->report.program))
        return file_beside(c->report.program, usual);
    return memory_text(usual, strlen(usual)); // a pipe has no neighbours
}

// Nobody wants to lose a program to a slip of the pen.
static bool outputs_are_safe(struct check *c) {
    char *trace = trace_name(c);
    const char *outputs[] = {option_file(&c->options, OPTION_JSON),
                             option_file(&c->options, OPTION_DOT), trace};
    bool safe = true;
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs && safe; i++)
        if (outputs[i] && file_same(outputs[i], c->report.program)) {
            report_not_checked(&c->report, "%s would be overwritten",
                               c->report.program);
            complain_line("%s", c->report.reason);
            safe = false;
        }
    memory_free(trace);
    return safe;
}

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
    if (option_on(&c->options, OPTION_SHOW_EXECUTIONS)) {
        progress_erase(&c->progress);
        execution_print(c->console.out, trace, ending, number, c->mishaps.at,
                        c->mishaps.count);
        if (ferror(c->console.out))
            interrupt_now(); // nobody reads on
    }
    if (c->dot)
        dot_execution(c->dot, trace, ending, number);
    c->mishaps.count = 0;
}

static void heading(const struct check *c) {
    fputs("checking ", c->console.out);
    print_clean(c->console.out, c->report.program);
    if (!c->origin.native) // how many a program has shows when it runs
        fprintf(c->console.out, ": %u threads, algorithm ",
                c->report.machine->threads);
    else
        fputs(": algorithm ", c->console.out);
    print_algorithm(&c->console, &c->report);
    fputc('\n', c->console.out);
    if (option_on(&c->options, OPTION_VERBOSE))
        options_print(&c->options, c->user, c->console.out);
    fputc('\n', c->console.out);
}

// The heading; or that it is another algorithm now, or that executions which
// were shown do not count.
static void tell_beginning(const struct check *c, bool first) {
    bool another = c->result.algorithm != c->begun_with;
    if (first) {
        heading(c);
    } else if (another) {
        fputs("algorithm ", c->console.out);
        print_algorithm(&c->console, &c->report);
        fputs("\n\n", c->console.out);
    }
    if (c->shown && option_on(&c->options, OPTION_SHOW_EXECUTIONS))
        fputs("the search starts again: the executions so far do not count\n\n",
              c->console.out);
    fflush(c->console.out); // it is what there is to see for a while
}

static void on_begin(void *context) {
    struct check *c = context;
    bool first = !c->report.result;
    c->report.result = &c->result;
    progress_erase(&c->progress);
    if (!option_on(&c->options, OPTION_QUIET))
        tell_beginning(c, first);
    c->begun_with = c->result.algorithm;
    c->shown = 0;
    c->mishaps.count = 0;
    c->report.bounded_line = 0;
    if (c->dot) {
        dot_free(c->dot);
        c->dot = dot_new();
    }
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
        .every_step =
            option_on(o, OPTION_SHOW_EXECUTIONS) || option_file(o, OPTION_DOT),
    };
    struct search_observer observer = {.execution = on_execution,
                                       .progress = on_progress,
                                       .context = c,
                                       .begins = on_begin,
                                       .waits = on_wait,
                                       .mishap = on_mishap};
    c->progress = progress_new(o->at[OPTION_PROGRESS].text);
    if (option_file(o, OPTION_DOT))
        c->dot = dot_new();
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

static void write_or_complain(const char *what, const char *file,
                              const char *text) {
    if (strcmp(file, "-") == 0)
        fputs(text, stdout);
    else if (!file_write(file, text, strlen(text)))
        complain_line("cannot write the %s to %s: %s", what, file,
                      strerror(errno));
}

static void write_trace(struct check *c, size_t i, const char *first,
                        const struct story *story) {
    const struct finding *f = &c->result.findings.at[i];
    if (i >= MOST_TRACES)
        return;
    char *name = trace_file_name(first, i);
    char *text = trace_file_text(c->report.machine, &c->origin, f, story);
    if (file_write(name, text, strlen(text))) {
        c->report.traces[i] = name;
        name = NULL;
    } else {
        complain_line("cannot write the trace to %s: %s", name,
                      strerror(errno));
    }
    memory_free(name);
    memory_free(text);
}

static void report_finding(struct check *c, size_t i, const char *first) {
    struct machine *m = c->report.machine;
    const struct finding *f = &c->result.findings.at[i];
    struct place place = machine_place(m, f->mishap.site);
    struct printed_finding finding = {
        .kind = f->mishap.kind,
        .message = f->mishap.message,
        .thread = machine_thread_name(m, f->mishap.thread),
        .file = place.file,
        .line = place.line,
        .execution = f->execution,
    };
    struct story story;
    char error[160];
    if (!story_tell(m, &c->start, f->schedule, f->schedule_length, &story,
                    error, sizeof error))
        complain_line("the schedule does not run again: %s", error);
    write_trace(c, i, first, &story);
    if (!option_on(&c->options, OPTION_QUIET)) {
        print_finding(&c->console, m, &finding, &story);
        if (c->report.traces[i]) {
            fputs("trace: ", c->console.out);
            print_clean(c->console.out, c->report.traces[i]);
            fputs(" ('mazurka replay' shows it again)\n\n", c->console.out);
        }
    }
    story_free(&story);
}

static void report_findings(struct check *c) {
    size_t count = c->result.findings.count;
    c->report.traces = memory_new(count, sizeof *c->report.traces);
    char *first = trace_name(c);
    for (size_t i = 0; i < count; i++)
        report_finding(c, i, first);
    if (count > MOST_TRACES)
        complain_line("only the first %d findings have a trace file",
                      MOST_TRACES);
    memory_free(first);
}

static void report_dot(struct check *c) {
    for (size_t i = 0; i < c->result.findings.count; i++) {
        const struct finding *f = &c->result.findings.at[i];
        dot_finding(c->dot, f->execution, finding_name(f->mishap.kind));
    }
    if (dot_left_out(c->dot))
        complain_line("--dot: %" PRIu64
                      " executions are left out: more than %d states",
                      dot_left_out(c->dot), DOT_MOST_NODES);
    char *text = dot_text(c->dot, c->report.program);
    write_or_complain("graph", option_file(&c->options, OPTION_DOT), text);
    memory_free(text);
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
    bool quiet = option_on(&c->options, OPTION_QUIET);
    if (!outputs_are_safe(c) || !states_are_there(c))
        return;
    c->console = console_for(&c->options);
    c->start = c->report.machine->mishap;
    run_search(c);
    report_findings(c);
    if (option_on(&c->options, OPTION_STATS))
        print_statistics(&c->console, &c->report);
    if (!quiet)
        print_hints(&c->console, &c->report,
                    option_on(&c->options, OPTION_KEEP_GOING));
    if (c->dot)
        report_dot(c);
}

int check_finish(struct check *c) {
    const char *json = option_file(&c->options, OPTION_JSON);
    if (json && !file_same(json, c->report.program)) {
        char *text =
            json_result(&c->report, options_json(&c->options, c->user));
        write_or_complain("result", json, text);
        memory_free(text);
    }
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
