// SPDX-License-Identifier: Apache-2.0
// mazurka check, mazurka run and mazurka cc: C programs.

#include "cli/command.h"

#include "base/file.h"
#include "base/memory.h"
#include "cc/driver.h"
#include "cli/launch.h"
#include "cli/options.h"
#include "cli/refuse.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
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
    static const char *const flags[] = {"-I", "-D", "-U", "-l", "-L",
                                        "-include", "-isystem", "-x"};
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

static void free_words(struct words *w) {
    vec_free(&w->ours);
    vec_free(&w->for_compiler);
    vec_free(&w->for_program);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool is_source(const char *word) {
    size_t length = strlen(word);
    return word[0] != '-' && length > 2 && strcmp(word + length - 2, ".c") == 0;
}

// Said in one line, where the compiler would need several.
static bool sources_are_there(const struct words *w) {
    for (size_t i = 0; i < w->for_compiler.count; i++)
        if (is_source(w->for_compiler.at[i]) &&
            access(w->for_compiler.at[i], R_OK) != 0) {
            refuse(NULL, "cannot read %s: %s", w->for_compiler.at[i],
                   strerror(errno));
            return false;
        }
    return true;
}

static int check_sources(const struct words *w, const struct options *o) {
    if (!sources_are_there(w))
        return CC_NOT_CHECKED;
    cJSON *record = cJSON_CreateObject();
    cJSON *sources = cJSON_AddArrayToObject(record, "sources");
    cJSON *compiler = cJSON_AddArrayToObject(record, "compiler");
    for (size_t i = 0; i < w->for_compiler.count; i++) {
        const char *word = w->for_compiler.at[i];
        cJSON_AddItemToArray(compiler, cJSON_CreateString(word));
        if (is_source(word))
            cJSON_AddItemToArray(sources, cJSON_CreateString(word));
    }
    double start = now();
    int code = CC_NOT_CHECKED;
    char *program =
        launch_build(w->for_compiler.at, (int)w->for_compiler.count);
    cJSON_AddNumberToObject(record, "seconds", now() - start);
    if (program) {
        char *line = options_environment(o);
        code = launch_run(program, w->for_program.at,
                          (int)w->for_program.count, line, record, false);
        memory_free(line);
        launch_remove(program);
    }
    cJSON_Delete(record);
    return code;
}

static int with_options(const struct words *w, enum option_user user,
                        const char *topic_name,
                        int (*go)(const struct words *,
                                  const struct options *)) {
    struct options o;
    char error[400];
    int code;
    if (!options_parse(&o, user, (int)w->ours.count, w->ours.at, error,
                       sizeof error)) {
        code = refuse("see 'mazurka help options'", "%s", error);
    } else if (o.help) {
        char *topic[] = {(char *)topic_name};
        code = command_help(1, topic);
    } else if (w->for_compiler.count == 0) {
        code = refuse("see 'mazurka --help'", "no program given");
    } else {
        code = go(w, &o);
    }
    options_free(&o);
    return code;
}

int command_check(int count, char **arguments) {
    struct words w = {0};
    sort_words(&w, count, arguments);
    int code = with_options(&w, FOR_CHECK, "check", check_sources);
    free_words(&w);
    return code;
}

static int run_binary(const struct words *w, const struct options *o) {
    const char *binary = w->for_compiler.at[0];
    if (w->for_compiler.count > 1)
        return refuse("arguments of the program come after --",
                      "one program at a time, not also %s",
                      w->for_compiler.at[1]);
    if (access(binary, X_OK) != 0 || !file_is_regular(binary))
        return refuse(NULL, "cannot run %s", binary);
    char *line = options_environment(o);
    cJSON *record = cJSON_CreateObject();
    // A path, so that it is not looked for elsewhere.
    char *path = realpath(binary, NULL);
    int code = launch_run(path ? path : binary, w->for_program.at,
                          (int)w->for_program.count, line, record, false);
    free(path);
    cJSON_Delete(record);
    memory_free(line);
    return code;
}

int command_run(int count, char **arguments) {
    struct words w = {0};
    sort_words(&w, count, arguments);
    int code = with_options(&w, FOR_RUN, "run", run_binary);
    free_words(&w);
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
