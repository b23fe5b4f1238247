// SPDX-License-Identifier: Apache-2.0
// mazurka check, run and cc: C programs.

#include "cli/command.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/seconds.h"
#include "cc/driver/driver.h"
#include "cli/launch.h"
#include "cli/source_words.h"
#include "check/check.h"
#include "check/messages.h"
#include "explore/explorer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// There is no program that could report: that is told in all forms, too.
static int without_program(const struct words *w, const struct options *o,
                           enum option_user user,
                           struct launch_failure failure) {
    struct check c = {.options = *o, .user = user};
    struct search_result nothing = {
        .limit = failure.reason[0] ? NO_LIMIT : LIMIT_INTERRUPT};
    c.report.program = w->for_compiler.at[0];
    for (size_t i = w->for_compiler.count; i-- > 0;)
        if (options_is_source(w->for_compiler.at[i]))
            c.report.program = w->for_compiler.at[i];
    if (failure.code == VERDICT_INCOMPLETE) {
        c.report.result = &nothing;
        snprintf(c.report.ended, sizeof c.report.ended, "%.150s",
                 failure.reason);
        report_judge(&c.report);
    } else {
        report_not_checked(&c.report, "%s", failure.reason);
    }
    if (failure.reason[0])
        complain_line("%s", c.report.reason);
    return check_finish(&c);
}

// The program ended before it could say anything: a library's constructor, or
// somebody has killed all of it, maybe in the middle of a search.
static struct launch_failure without_verdict(int code) {
    if (code == LAUNCH_KILLED)
        return (struct launch_failure){VERDICT_INCOMPLETE,
                                       "killed from outside"};
    return (struct launch_failure){VERDICT_NOT_CHECKED,
                                   "the program ended before it was checked"};
}

// Beside what programs read on standard output, it goes to standard error.
static void explain_loops(const struct build *build, const struct options *o) {
    VEC(char *) words = {0};
    vec_push(&words, "mazurka cc");
    for (size_t i = 0; i < build->count; i++)
        vec_push(&words, (char *)build->at[i]);
    vec_push(&words, "--explain-loops");
    vec_push(&words, "-w");
    if (option_to_stdout(o, 0) < OPTION_COUNT) {
        vec_push(&words, "-o");
        vec_push(&words, "/dev/stderr");
    }
    fflush(stdout);
    cc_command((int)words.count, words.at);
    vec_free(&words);
}

static int check_sources(const struct words *w, const struct options *o) {
    struct launch_failure failure;
    if (!sources_are_there(w, &failure))
        return without_program(w, o, FOR_CHECK, failure);
    struct build build;
    build_open(&build, w, o);
    if (option_on(o, OPTION_EXPLAIN_LOOPS))
        explain_loops(&build, o);
    if (algorithm_has(options_algorithm(o), KNOWS_STATES))
        vec_push(&build, "--states");
    double start = seconds_now();
    int code;
    char *program = launch_build(build.at, (int)build.count, &failure);
    if (!program) {
        code = without_program(w, o, FOR_CHECK, failure);
    } else {
        char seconds[40];
        struct text line = {0};
        snprintf(seconds, sizeof seconds, "%.6f", seconds_now() - start);
        options_line(&line, o);
        options_line_add(&line, OPTION_COMPILED, seconds);
        options_line_words(&line, build.at, build.count);
        code = launch_run(program, w->for_program.at, (int)w->for_program.count,
                          &line, LAUNCH_LAST);
        if (code < 0)
            code = without_program(w, o, FOR_CHECK, without_verdict(code));
        text_free(&line);
        launch_remove(program);
    }
    vec_free(&build);
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
    struct check c = {.options = *o, .user = FOR_RUN, .report.program = binary};
    if (access(binary, X_OK) != 0 || !file_is_regular(binary))
        return check_refuse(&c, NULL, "cannot run %s", binary);
    if (!launch_is_ours(binary))
        return check_refuse(&c, "build it with 'mazurka cc'",
                            "%s was not built by this version of mazurka",
                            binary);
    struct text line = {0};
    options_line(&line, o);
    for (enum option id = OPTION_SPLIT; id <= OPTION_INTO; id++)
        if (o->at[id].given)
            options_line_add(&line, id, o->at[id].text);
    // A path, so that it is not looked for elsewhere.
    char *path = realpath(binary, NULL);
    int code = launch_run(path ? path : binary, w->for_program.at,
                          (int)w->for_program.count, &line, LAUNCH_PLAIN);
    if (code < 0)
        code = without_program(w, o, FOR_RUN, without_verdict(code));
    free(path);
    text_free(&line);
    return code;
}

int command_run(int count, char **arguments) {
    return with_words(count, arguments, FOR_RUN, "run", run_binary);
}

// The folder, and how many, are options of the program's own.
int command_split(int count, char **arguments) {
    char **own = memory_new((size_t)count + 1, sizeof *own);
    struct text folder = {0};
    bool named = false;
    for (int i = 0; i < count; i++) {
        own[i + 1] = arguments[i];
        if (named || strcmp(arguments[i], "-o") || i + 1 == count)
            continue;
        text_add(&folder, "--split=%s", arguments[i + 1]);
        named = true;
        count -= 2;
        for (int k = i; k < count; k++)
            arguments[k] = arguments[k + 2];
        i--;
    }
    int code = VERDICT_NOT_CHECKED;
    own[0] = (char *)text_get(&folder);
    if (!named)
        refuse(NULL, "where to? mazurka split --into=N BINARY -o FOLDER");
    else if (mkdir(folder.at + strlen("--split="), 0777) != 0 &&
             errno != EEXIST)
        refuse(NULL, "cannot make %s: %s", folder.at + strlen("--split="),
               strerror(errno));
    else
        code = with_words(count + 1, own, FOR_RUN | FROM_TOOL, "split",
                          run_binary);
    text_free(&folder);
    memory_free(own);
    return code;
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
