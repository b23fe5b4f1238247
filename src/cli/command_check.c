// SPDX-License-Identifier: Apache-2.0
// mazurka check, run, compare and cc: C programs.

#include "cli/command.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/seconds.h"
#include "cc/driver/driver.h"
#include "cli/launch.h"
#include "check/check.h"
#include "check/messages.h"
#include "explore/explorer.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The words of a command line, sorted by whom they are for.
struct words {
    VEC(char *) ours;               // options of mazurka
    VEC(const char *) for_compiler; // sources and flags
    VEC(char *) for_program;        // after --
};

static bool is_ours(const char *word) {
    return strncmp(word, "--", 2) == 0 || strcmp(word, "-k") == 0 ||
           strcmp(word, "-q") == 0 || strcmp(word, "-v") == 0 ||
           strcmp(word, "-h") == 0;
}

// A flag whose value is the next word.
static bool takes_next(const char *word) {
    static const char *const flags[] = {"-I", "-D",       "-U",       "-l",
                                        "-L", "-include", "-isystem", "-x"};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(word, flags[i]) == 0)
            return true;
    return false;
}

static void sort_words(struct words *w, int count, char **arguments) {
    int i = 0;
    for (; i < count && strcmp(arguments[i], "--") != 0; i++) {
        if (is_ours(arguments[i])) {
            vec_push(&w->ours, arguments[i]);
            continue;
        }
        vec_push(&w->for_compiler, arguments[i]);
        if (takes_next(arguments[i]) && i + 1 < count)
            vec_push(&w->for_compiler, arguments[++i]);
    }
    for (i++; i < count; i++)
        vec_push(&w->for_program, arguments[i]);
}

// Said in one line, where the compiler would need several.
static bool sources_are_there(const struct words *w) {
    for (size_t i = 0; i < w->for_compiler.count; i++)
        if (options_is_source(w->for_compiler.at[i]) &&
            access(w->for_compiler.at[i], R_OK) != 0) {
            refuse(NULL, "cannot read %s: %s", w->for_compiler.at[i],
                   strerror(errno));
            return false;
        }
    return true;
}

// What the compiler is given: also what becomes of loops, which is decided when
// the program is built.
struct build {
    const char **at;
    size_t count, room;
    char loops[32], purity[32];
};

static void build_open(struct build *build, const struct words *w,
                       const struct options *o) {
    const struct option_value *loops = &o->at[OPTION_LOOPS];
    const struct option_value *purity = &o->at[OPTION_PURITY];
    *build = (struct build){0};
    for (size_t i = 0; i < w->for_compiler.count; i++)
        vec_push(build, w->for_compiler.at[i]);
    snprintf(build->loops, sizeof build->loops, "--loops=%s", loops->text);
    snprintf(build->purity, sizeof build->purity, "--purity=%s", purity->text);
    if (loops->given)
        vec_push(build, build->loops);
    if (purity->given)
        vec_push(build, build->purity);
}

// The program ended before it could say anything: a library's constructor, or
// somebody has killed all of it.
static int without_verdict(const struct words *w, const struct options *o,
                           enum option_user user) {
    struct check c = {.options = *o, .user = user};
    c.report.program = w->for_compiler.at[0];
    report_not_checked(&c.report, "the program ended before it was checked");
    complain_line("%s", c.report.reason);
    return check_finish(&c);
}

static int check_sources(const struct words *w, const struct options *o) {
    if (!sources_are_there(w))
        return CC_NOT_CHECKED;
    struct build build;
    build_open(&build, w, o);
    if (algorithm_has(options_algorithm(o), KNOWS_STATES))
        vec_push(&build, "--states");
    double start = seconds_now();
    int code;
    char *program = launch_build(build.at, (int)build.count, &code);
    if (program) {
        char seconds[40];
        struct text line = {0};
        snprintf(seconds, sizeof seconds, "%.6f", seconds_now() - start);
        options_line(&line, o);
        options_line_add(&line, OPTION_COMPILED, seconds);
        options_line_words(&line, build.at, build.count);
        code = launch_run(program, w->for_program.at, (int)w->for_program.count,
                          &line, LAUNCH_LAST);
        if (code == LAUNCH_NO_VERDICT)
            code = without_verdict(w, o, FOR_CHECK);
        text_free(&line);
        launch_remove(program);
    }
    vec_free(&build);
    return code;
}

static int with_words(int count, char **arguments, enum option_user user,
                      const char *topic_name,
                      int (*go)(const struct words *, const struct options *)) {
    struct words w = {0};
    struct options o;
    char error[400];
    int code;
    sort_words(&w, count, arguments);
    if (!options_parse(&o, user, (int)w.ours.count, w.ours.at, error,
                       sizeof error)) {
        code = refuse("see 'mazurka help options'", "%s", error);
    } else if (o.help) {
        char *topic[] = {(char *)topic_name};
        code = command_help(1, topic);
    } else if (w.for_compiler.count == 0) {
        code = refuse("see 'mazurka --help'", "no program given");
    } else {
        code = go(&w, &o);
    }
    options_free(&o);
    vec_free(&w.ours);
    vec_free(&w.for_compiler);
    vec_free(&w.for_program);
    return code;
}

int command_check(int count, char **arguments) {
    return with_words(count, arguments, FOR_CHECK, "check", check_sources);
}

static int run_binary(const struct words *w, const struct options *o) {
    const char *binary = w->for_compiler.at[0];
    if (w->for_compiler.count > 1)
        return refuse("arguments of the program come after --",
                      "one program at a time, not also %s",
                      w->for_compiler.at[1]);
    if (access(binary, X_OK) != 0 || !file_is_regular(binary))
        return refuse(NULL, "cannot run %s", binary);
    if (!launch_is_ours(binary))
        return refuse("build it with 'mazurka cc'",
                      "%s was not built by this version of mazurka", binary);
    struct text line = {0};
    options_line(&line, o);
    // A path, so that it is not looked for elsewhere.
    char *path = realpath(binary, NULL);
    int code = launch_run(path ? path : binary, w->for_program.at,
                          (int)w->for_program.count, &line, LAUNCH_PLAIN);
    if (code == LAUNCH_NO_VERDICT)
        code = without_verdict(w, o, FOR_RUN);
    free(path);
    text_free(&line);
    return code;
}

int command_run(int count, char **arguments) {
    return with_words(count, arguments, FOR_RUN, "run", run_binary);
}

// ------------------------------------------------------------------- compare

static uint64_t count_of(const cJSON *executions, const char *key) {
    return (uint64_t)cJSON_GetNumberValue(cJSON_GetObjectItem(executions, key));
}

// One row: a run of the program with its result in a file.
static int compare_row(const char *program, enum algorithm algorithm,
                       const struct words *w, const struct options *o,
                       const char *json) {
    size_t length;
    const char *error;
    struct text line = {0};
    options_line(&line, o);
    options_line_add(&line, OPTION_ALGORITHM, algorithm_name(algorithm));
    options_line_add(&line, OPTION_QUIET, NULL);
    options_line_add(&line, OPTION_TRACE, "/dev/null");
    options_line_add(&line, OPTION_JSON, json);
    int code = launch_run(program, w->for_program.at, (int)w->for_program.count,
                          &line, LAUNCH_SILENT);
    text_free(&line);
    char *text = file_read(json, 1 << 20, &length, &error);
    cJSON *result = text ? cJSON_Parse(text) : NULL;
    const cJSON *e = cJSON_GetObjectItem(result, "executions");
    const char *verdict =
        cJSON_GetStringValue(cJSON_GetObjectItem(result, "verdict"));
    const cJSON *steps = cJSON_GetObjectItem(result, "steps");
    const cJSON *seconds = cJSON_GetObjectItem(result, "seconds");
    printf("%-9s %-11s %10" PRIu64 " %8" PRIu64 " %8" PRIu64 " %11" PRIu64
           " %9.3f %9" PRIu64 "\n",
           algorithm_name(algorithm), verdict ? verdict : "?",
           count_of(e, "complete"), count_of(e, "sleep_set_blocked"),
           count_of(e, "assume_blocked") + count_of(e, "deadlocked"),
           count_of(steps, "executed"),
           cJSON_GetNumberValue(cJSON_GetObjectItem(seconds, "explore")),
           count_of(result, "peak_kib"));
    unlink(json);
    cJSON_Delete(result);
    memory_free(text);
    return code;
}

// The worst of all verdicts: unsafe, then not checked, then incomplete.
static int worse(int a, int b) {
    b = b == LAUNCH_NO_VERDICT ? VERDICT_NOT_CHECKED : b;
    static const int rank[] = {0, 3, 1, 2};
    if (a > 3 || b > 3)
        return a > b ? a : b;
    return rank[a] >= rank[b] ? a : b;
}

static int compare_sources(const struct words *w, const struct options *o) {
    if (!sources_are_there(w))
        return CC_NOT_CHECKED;
    struct build build;
    build_open(&build, w, o);
    vec_push(&build, "--states");
    int code;
    char *program = launch_build(build.at, (int)build.count, &code);
    vec_free(&build);
    if (!program)
        return code;
    char *json = file_beside(program, "result.json");
    code = 0;
    printf("%-9s %-11s %10s %8s %8s %11s %9s %9s\n", "algorithm", "verdict",
           "complete", "asleep", "blocked", "steps", "seconds", "KiB");
    for (int a = 0; a < ALGORITHM_COUNT; a++)
        if (algorithm_row((enum algorithm)a)->explores == (enum algorithm)a) {
            fflush(stdout);
            code = worse(code,
                         compare_row(program, (enum algorithm)a, w, o, json));
        }
    memory_free(json);
    launch_remove(program);
    return code;
}

int command_compare(int count, char **arguments) {
    return with_words(count, arguments, FOR_COMPARE, "compare",
                      compare_sources);
}

int command_cc(int count, char **arguments) {
    char **argv = memory_new((size_t)count + 2, sizeof *argv);
    argv[0] = "mazurka cc";
    for (int i = 0; i < count; i++)
        argv[i + 1] = arguments[i];
    int code = cc_command(count + 1, argv);
    memory_free(argv);
    return code;
}
