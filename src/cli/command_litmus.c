// SPDX-License-Identifier: Apache-2.0
// mazurka litmus: the final states of a litmus test.

#include "cli/command.h"

#include "base/file.h"
#include "base/seconds.h"
#include "check/check.h"
#include "check/interrupt.h"
#include "check/messages.h"
#include "check/outputs.h"
#include "litmus/litmus_outcomes.h"
#include "machine/model/model.h"
#include "report/executions.h"

#include <string.h>

enum { MOST_BYTES = 1 << 20 }; // of a test

struct testing {
    struct check check;
    struct litmus *litmus;
    struct litmus_outcomes outcomes;
};

static bool load(struct testing *t) {
    struct report *r = &t->check.report;
    double start = seconds_now();
    size_t length;
    const char *reason;
    char *text = file_read(r->program, MOST_BYTES, &length, &reason);
    if (!text) {
        report_not_checked(r, "cannot read %s: %s", r->program, reason);
        complain_line("%s", r->reason);
        return false;
    }
    struct model_error error;
    t->litmus = litmus_parse(r->program, text, length, &error);
    t->check.origin.hash = program_hash(text, length);
    memory_free(text);
    if (!t->litmus) {
        report_not_checked(r, "%s:%u:%u: %s", r->program, error.line,
                           error.column, error.message);
        complain_line("%s", r->reason);
        return false;
    }
    r->machine = model_machine(t->litmus->program, t->check.origin.relation);
    t->litmus->program = NULL;
    r->compile_seconds = seconds_now() - start;
    return true;
}

static void on_execution(void *context, const struct trace *trace,
                         enum ending ending, uint64_t number) {
    struct testing *t = context;
    if (option_on(&t->check.options, OPTION_SHOW_EXECUTIONS))
        execution_print(t->check.console.out, trace, ending, number, NULL, 0);
    if (ending == ENDED_COMPLETE)
        litmus_outcome(&t->outcomes, trace, number);
}

static void run(struct testing *t) {
    struct check *c = &t->check;
    const struct options *o = &c->options;
    struct search_options how = {
        .algorithm = ALGORITHM_GRAPH,
        .memory = c->report.memory,
        .max_executions = option_number(o, OPTION_MAX_EXECUTIONS),
        .max_memory_kib = option_number(o, OPTION_MAX_MEMORY),
        .timeout = o->at[OPTION_TIMEOUT].seconds,
        .keep_going = true,
        .digest = option_on(o, OPTION_DIGEST),
    };
    struct search_observer observer = {.execution = on_execution, .context = t};
    t->outcomes.litmus = t->litmus;
    t->outcomes.races_count = c->report.memory == MEMORY_RC11;
    search(c->report.machine, &how, &observer, interrupt_flag(), c->result);
    c->report.peak_kib = memory_peak_kib();
    c->report.result = c->result;
}

// The condition does not hold as it is written: known as soon as one execution
// shows it, or when all are known.
static void judge(struct testing *t) {
    struct search_result *r = t->check.result;
    const struct litmus *l = t->litmus;
    bool exists = l->quantifier == QUANTIFIER_EXISTS;
    if (!litmus_is_ok(&t->outcomes) && !(exists && r->limit)) {
        uint64_t shown = exists ? search_total(r)
                         : l->quantifier == QUANTIFIER_FORALL
                             ? t->outcomes.first_negative
                             : t->outcomes.first_positive;
        struct finding f = {
            .mishap = {.kind = FINDING_ASSERTION, .site = l->condition_line},
            .execution = shown,
            .confirmed = true};
        snprintf(f.mishap.message, sizeof f.mishap.message,
                 "the condition does not hold");
        f.place = machine_place(t->check.report.machine, l->condition_line);
        vec_push(&r->findings, f);
    }
    report_judge(&t->check.report);
    t->check.report.complete = !t->check.report.reason[0];
}

static void tell(struct testing *t) {
    FILE *out = t->check.console.out;
    const struct search_result *r = t->check.result;
    if (option_on(&t->check.options, OPTION_QUIET))
        return;
    if (option_on(&t->check.options, OPTION_VERBOSE))
        options_print(&t->check.options, FOR_LITMUS, out);
    if (option_on(&t->check.options, OPTION_DIGEST)) {
        char text[DIGEST_TEXT];
        digest_text(r->digest, text);
        fprintf(out, "digest: %s\n", text);
    }
    litmus_print(&t->outcomes, model_program(t->check.report.machine), out);
    for (size_t i = 0; i < r->findings.count; i++)
        fprintf(out, "%s:%u: %s\n", r->findings.at[i].place.file,
                r->findings.at[i].place.line,
                r->findings.at[i].mishap.site == t->litmus->condition_line
                    ? "the condition does not hold"
                    : "a pointer does not point to a variable");
}

static int test_one(struct testing *t) {
    struct check *c = &t->check;
    struct options *o = &c->options;
    if (o->files.count == 0)
        return refuse("see 'mazurka help litmus'", "no litmus test given");
    if (o->files.count > 1)
        return refuse(NULL, "one litmus test at a time, not also %s",
                      o->files.at[1]);
    option_adapt(o, OPTION_MEMORY, "rc11"); // or what the user has said
    c->report.program = c->origin.program = o->files.at[0];
    c->report.asked = ALGORITHM_GRAPH;
    c->report.memory = (enum memory)option_number(o, OPTION_MEMORY);
    c->origin.relation =
        (struct relation){.graphs = true, .readers_conflict = true};
    c->result = memory_new(1, sizeof *c->result);
    if (load(t) && check_prepare(c)) {
        run(t);
        if (c->result->refusal[0]) {
            report_not_checked(&c->report, "%s", c->result->refusal);
            complain_line("%s", c->report.reason);
            c->report.result = NULL;
        } else {
            judge(t);
            tell(t);
        }
    }
    return check_finish(c);
}

int command_litmus(int count, char **arguments) {
    struct testing t = {.check = {.user = FOR_LITMUS}};
    char error[400];
    int code;
    if (!options_parse(&t.check.options, FOR_LITMUS, count, arguments, error,
                       sizeof error)) {
        code = refuse("see 'mazurka help litmus'", "%s", error);
    } else if (t.check.options.help) {
        char *topic[] = {"litmus"};
        code = command_help(1, topic);
    } else {
        code = test_one(&t);
    }
    litmus_outcomes_free(&t.outcomes);
    litmus_free(t.litmus);
    check_free(&t.check);
    return code;
}
