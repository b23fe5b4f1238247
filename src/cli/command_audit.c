// SPDX-License-Identifier: Apache-2.0
// mazurka audit: two algorithms that have nothing to do with each other explore
// one program, and must agree.
//
// For a C program these are pop (or optimal, where auto takes that) and the
// search on unfoldings; for a model the search over execution graphs is the
// second, unless the model has what that does not know.

#include "cli/command.h"

#include "base/file.h"
#include "check/interrupt.h"
#include "check/messages.h"
#include "cli/audit.h"
#include "cli/source_words.h"
#include "machine/model/model.h"

#include <string.h>
#include <unistd.h>

static void heading(void) {
    printf("%-9s %-11s %10s %8s %8s  %s\n", "algorithm", "verdict", "complete",
           "blocked", "waiting", "digest");
}

static enum algorithm second(enum algorithm first) {
    return first == ALGORITHM_QUASI ? ALGORITHM_OPTIMAL : ALGORITHM_QUASI;
}

// What is written to a file, or to standard output, is one search's.
static const char *format_given(const struct options *o) {
#define FORMAT_GIVEN(X, id, name, ...) \
    if (o->at[OPTION_##id].given)      \
        return name;
    FORMATS(FORMAT_GIVEN, )
#undef FORMAT_GIVEN
    return NULL;
}

// --------------------------------------------------------------- C programs

static struct audited run(const char *program, enum algorithm algorithm,
                          const struct words *w, const struct options *o,
                          const char *json) {
    struct text line = {0};
    size_t length;
    const char *error;
    options_line(&line, o);
    options_line_add(&line, OPTION_ALGORITHM, algorithm_name(algorithm));
    if (algorithm_has(algorithm, TAKES_K))
        options_line_add(&line, OPTION_K, "optimal");
    options_line_add(&line, OPTION_INDEPENDENT_ADDS, "off");
    options_line_add(&line, OPTION_KEEP_GOING, NULL);
    options_line_add(&line, OPTION_DIGEST, NULL);
    options_line_add(&line, OPTION_QUIET, NULL);
    options_line_add(&line, OPTION_TRACE, "/dev/null");
    options_line_add(&line, OPTION_JSON, json);
    launch_run(program, w->for_program.at, (int)w->for_program.count, &line,
               LAUNCH_SILENT);
    text_free(&line);
    char *text = file_read(json, 1 << 30, &length, &error);
    cJSON *result = text ? cJSON_Parse(text) : NULL;
    struct audited a;
    if (!audited_read(result, &a))
        a = (struct audited){.algorithm = algorithm_name(algorithm),
                             .verdict = VERDICT_NOT_CHECKED,
                             .reason = "the search has left no result"};
    unlink(json);
    cJSON_Delete(result);
    memory_free(text);
    return a;
}

static int audit_sources(const struct words *w, const struct options *o) {
    struct launch_failure failure;
    const char *format = format_given(o);
    enum algorithm first = options_algorithm(o);
    if (format)
        return refuse(NULL, "audit has no --%s", format);
    if (algorithm_has(first, KNOWS_STATES | EVERY_ORDER))
        return refuse(NULL, "--algorithm=%s does not explore each class once",
                      algorithm_name(first));
    if (!sources_are_there(w, &failure))
        return launch_say(&failure);
    struct build build;
    build_open(&build, w, o);
    char *program = launch_build(build.at, (int)build.count, &failure);
    vec_free(&build);
    if (!program)
        return launch_say(&failure);
    char *json = file_beside(program, "result.json");
    heading();
    struct audited a = run(program, first, w, o, json);
    audited_print(&a, stdout);
    fflush(stdout);
    struct audited b = run(program, second(first), w, o, json);
    audited_print(&b, stdout);
    memory_free(json);
    launch_remove(program);
    return audit_judge(&a, &b, w->for_compiler.at[0]);
}

// ------------------------------------------------------------------- models

static struct model_program *read_model(const char *file, char *reason,
                                        size_t room) {
    size_t length;
    const char *why;
    struct model_error error;
    char *text = file_read(file, 16 << 20, &length, &why);
    if (!text) {
        snprintf(reason, room, "cannot read %s: %s", file, why);
        return NULL;
    }
    struct model_program *program = model_parse(file, text, length, &error);
    if (!program)
        snprintf(reason, room, "%s:%u:%u: %s", file, error.line, error.column,
                 error.message);
    memory_free(text);
    return program;
}

static struct audited run_model(struct model_program *program,
                                enum algorithm algorithm,
                                const struct options *o) {
    struct machine *m = model_machine(
        program, (struct relation){.failed_cas_writes =
                                       option_is(o, OPTION_FAILED_CAS, "write"),
                                   .readers_conflict = true,
                                   .graphs = algorithm_has(algorithm, GRAPHS)});
    machine_ignore(m, options_ignored(o));
    struct search_options how = {
        .algorithm = algorithm,
        .seed = option_number(o, OPTION_SEED),
        .max_executions = option_number(o, OPTION_MAX_EXECUTIONS),
        .max_memory_kib = option_number(o, OPTION_MAX_MEMORY),
        .timeout = o->at[OPTION_TIMEOUT].seconds,
        .keep_going = true,
        .digest = true};
    struct search_result r;
    search(m, &how, NULL, interrupt_flag(), &r);
    struct audited a = audited_of(&r);
    search_result_free(&r);
    machine_destroy(m);
    return a;
}

// An await that fails is an event of a graph, and none of an interleaving.
static bool has_awaits(const struct model_program *program) {
    for (size_t t = 0; t < program->threads.count; t++)
        for (size_t i = 0; i < program->threads.at[t].code.count; i++) {
            const struct instruction *in = &program->threads.at[t].code.at[i];
            if (in->statement == DO_OPERATION &&
                (in->kind == OP_AWAIT || in->kind == OP_XAWAIT))
                return true;
        }
    return false;
}

static int audit_model(const struct options *o) {
    const char *file = o->files.at[0];
    enum algorithm first = (enum algorithm)option_number(o, OPTION_ALGORITHM);
    struct audited b = {.verdict = VERDICT_NOT_CHECKED};
    char reason[400];
    struct model_program *program = read_model(file, reason, sizeof reason);
    if (!program)
        return refuse(NULL, "%s", reason);
    bool graphs = !has_awaits(program) &&
                  !option_is(o, OPTION_FAILED_CAS, "write") &&
                  !algorithm_has(first, GRAPHS);
    heading();
    struct audited a = run_model(program, first, o);
    audited_print(&a, stdout);
    if (graphs)
        b = run_model(read_model(file, reason, sizeof reason), ALGORITHM_GRAPH,
                      o);
    if (b.verdict == VERDICT_NOT_CHECKED) // bytes that overlap in part
        b = run_model(read_model(file, reason, sizeof reason), second(first),
                      o);
    audited_print(&b, stdout);
    return audit_judge(&a, &b, file);
}

static int audit_models(int count, char **arguments) {
    struct options o;
    char error[400];
    int code;
    if (!options_parse(&o, FOR_MODEL, count, arguments, error, sizeof error))
        code = refuse("see 'mazurka help options'", "%s", error);
    else if (o.files.count != 1)
        code = refuse(NULL, "one model at a time");
    else if (format_given(&o))
        code = refuse(NULL, "audit has no --%s", format_given(&o));
    else if (option_number(&o, OPTION_MEMORY) != MEMORY_SC)
        code = refuse(NULL, "only one algorithm knows --memory=%s",
                      o.at[OPTION_MEMORY].text);
    else if (algorithm_has(options_algorithm(&o), KNOWS_STATES | EVERY_ORDER))
        code = refuse(NULL, "--algorithm=%s does not explore each class once",
                      algorithm_name(options_algorithm(&o)));
    else
        code = audit_model(&o);
    options_free(&o);
    return code;
}

int command_audit(int count, char **arguments) {
    for (int i = 0; i < count; i++)
        if (text_ends(arguments[i], ".model"))
            return audit_models(count, arguments);
    return with_words(count, arguments, FOR_COMPARE, "compare", audit_sources);
}
