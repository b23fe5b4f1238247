// SPDX-License-Identifier: Apache-2.0
// mazurka model: check an abstract program.

#include "cli/command.h"

#include "base/file.h"
#include "base/seconds.h"
#include "check/check.h"
#include "check/messages.h"

enum { MOST_BYTES = 16 << 20 }; // of a program

static bool load(struct check *c) {
    struct report *r = &c->report;
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
    struct model_program *program =
        model_parse(r->program, text, length, &error);
    c->origin.hash = program_hash(text, length);
    memory_free(text);
    if (!program) {
        report_not_checked(r, "%s:%u:%u: %s", r->program, error.line,
                           error.column, error.message);
        complain_line("%s", r->reason);
        return false;
    }
    r->machine = model_machine(program, c->origin.relation);
    machine_ignore(r->machine, options_ignored(&c->options));
    r->compile_seconds = seconds_now() - start;
    return true;
}

// What an algorithm asks of the dependency relation (explore/pop/pop.h).
static bool adapt_relation(struct options *o, enum algorithm asked,
                           const char **needed) {
    *needed = "--readers=dependent";
    if (algorithm_has(asked, READERS_CONFLICT) &&
        !option_adapt(o, OPTION_READERS, "dependent"))
        return false;
    *needed = "--independent-adds=off";
    return !algorithm_has(asked, GRAPHS) ||
           option_adapt(o, OPTION_INDEPENDENT_ADDS, "off");
}

static int check_one(struct check *c) {
    struct options *o = &c->options;
    if (o->files.count == 0)
        return refuse("see 'mazurka help model'", "no model given");
    if (o->files.count > 1)
        return refuse(NULL, "one model at a time, not also %s", o->files.at[1]);
    c->user = FOR_MODEL;
    c->report.program = c->origin.program = o->files.at[0];
    c->report.asked = options_algorithm(o);
    c->report.memory = (enum memory)option_number(o, OPTION_MEMORY);
    const char *needed;
    if (!adapt_relation(o, c->report.asked, &needed))
        return refuse(NULL, "--algorithm=%s needs %s",
                      algorithm_name(c->report.asked), needed);
    c->origin.relation = (struct relation){
        .blind_adds = option_is(o, OPTION_INDEPENDENT_ADDS, "on"),
        .failed_cas_writes = option_is(o, OPTION_FAILED_CAS, "write"),
        .readers_conflict = option_is(o, OPTION_READERS, "dependent"),
        .graphs = algorithm_has(c->report.asked, GRAPHS),
    };
    if (load(c))
        check_run(c);
    return check_finish(c);
}

int command_model(int count, char **arguments) {
    struct check c = {.user = FOR_MODEL};
    char error[400];
    int code;
    if (!options_parse(&c.options, FOR_MODEL, count, arguments, error,
                       sizeof error)) {
        code = refuse("see 'mazurka help options'", "%s", error);
    } else if (c.options.help) {
        char *topic[] = {"model"};
        code = command_help(1, topic);
    } else {
        code = check_one(&c);
    }
    check_free(&c);
    return code;
}
