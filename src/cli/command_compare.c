// SPDX-License-Identifier: Apache-2.0
// mazurka compare: every algorithm on one C program, as a table.

#include "cli/command.h"

#include "base/file.h"
#include "cli/source_words.h"
#include "explore/explorer.h"
#include "report/report.h"

#include <inttypes.h>
#include <unistd.h>

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
    char *text = file_read(json, 1 << 30, &length, &error);
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
    b = b < 0 ? VERDICT_NOT_CHECKED : b;
    static const int rank[] = {0, 3, 1, 2};
    if (a > 3 || b > 3)
        return a > b ? a : b;
    return rank[a] >= rank[b] ? a : b;
}

static int compare_sources(const struct words *w, const struct options *o) {
    struct launch_failure failure;
    if (!sources_are_there(w, &failure))
        return launch_say(&failure);
    struct build build;
    build_open(&build, w, o);
    vec_push(&build, "--states");
    int code;
    char *program = launch_build(build.at, (int)build.count, &failure);
    vec_free(&build);
    if (!program)
        return launch_say(&failure);
    char *json = file_beside(program, "result.json");
    code = 0;
    printf("%-9s %-11s %10s %8s %8s %11s %9s %9s\n", "algorithm", "verdict",
           "complete", "asleep", "blocked", "steps", "seconds", "KiB");
    for (int a = 0; a < ALGORITHM_COUNT; a++)
        if (algorithm_row((enum algorithm)a)->explores == (enum algorithm)a &&
            !algorithm_has((enum algorithm)a, GRAPHS)) {
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
