// SPDX-License-Identifier: Apache-2.0
#include "tool.h"

#include "world.h"

#include <cjson/cJSON.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// ---------------------------------------------------------------- processes

enum { MOST_WORDS = 32 };

// A command's words.
struct command {
    char *word[MOST_WORDS + 1];
    unsigned count;
};

static void add(struct command *c, const char *word) {
    if (!word || !*word || c->count == MOST_WORDS)
        return;
    c->word[c->count++] = strdup(word);
    c->word[c->count] = NULL;
}

// Several words, with blanks between them.
static void add_words(struct command *c, const char *words_) {
    char *copy = strdup(words_ ? words_ : ""), *rest = copy, *word;
    while ((word = strsep(&rest, " ")))
        add(c, word);
    free(copy);
}

static void free_command(struct command *c) {
    for (unsigned i = 0; i < c->count; i++)
        free(c->word[i]);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

// Its exit code; -1 if it had to be stopped or was by a signal.
static int wait_for(pid_t pid, unsigned seconds) {
    double end = now() + seconds;
    struct timespec little = {.tv_nsec = 1000000};
    int status;
    while (waitpid(pid, &status, WNOHANG) == 0) {
        if (now() > end) {
            kill(-pid, SIGKILL);
            waitpid(pid, &status, 0);
            return -1;
        }
        nanosleep(&little, NULL);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int run(const struct command *c, const char *output, unsigned seconds) {
    pid_t pid = fork();
    if (pid < 0)
        return -1;
    if (!pid) {
        setpgid(0, 0);
        int out = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0644);
        dup2(out, 1);
        dup2(out, 2);
        execvp(c->word[0], c->word);
        _exit(127);
    }
    setpgid(pid, pid);
    return wait_for(pid, seconds);
}

bool tool_compile(const struct tool *tool, const char *source,
                  const char *binary, const char *options) {
    struct command c = {0};
    char path[300];
    add(&c, tool->mazurka);
    add(&c, "cc");
    add_words(&c, options);
    add(&c, "-w");
    add(&c, "-I");
    add(&c, tool->include);
    add(&c, "-I");
    add(&c, tool->include2);
    add(&c, source);
    add(&c, "-o");
    add(&c, binary);
    snprintf(path, sizeof path, "%s/compile.txt", tool->folder);
    bool compiled = run(&c, path, 300) == 0;
    free_command(&c);
    return compiled;
}

// ------------------------------------------------------------------ results

static const struct kind {
    const char *name;
    unsigned wrong;
} kinds[] = {
    {"data-race", WRONG_RACE},
    {"deadlock", WRONG_DEADLOCK},
    {"livelock", WRONG_LIVELOCK},
    {"mutex-misuse", WRONG_MUTEX},
    {"api-misuse", WRONG_API},
    {"use-after-free", WRONG_FREED},
    {"double-free", WRONG_FREED},
    {"null-dereference", WRONG_NULL},
    {"leak", 0},
};

static const char *text_of(const cJSON *object, const char *key) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(object, key));
    return text ? text : "";
}

static double number_of(const cJSON *object, const char *key) {
    const cJSON *item = cJSON_GetObjectItem(object, key);
    return cJSON_IsNumber(item) ? item->valuedouble : 0;
}

// "assertion `abcdefghijklmnop' failed": sixteen letters are a hash.
static bool take_outcome(const char *message, struct checked *result) {
    const char *start = strchr(message, '`');
    const char *end = start ? strchr(start, '\'') : NULL;
    if (!end)
        return false;
    uint64_t hash = 0;
    char told[OUTCOME_WORDS];
    snprintf(told, sizeof told, "%.*s", (int)(end - start - 1), start + 1);
    if (strlen(told) == 16 && strspn(told, "abcdefghijklmnop") == 16) {
        for (unsigned i = 0; i < 16; i++)
            hash |= (uint64_t)(told[i] - 'a') << 4 * i;
        told[0] = 0;
    } else { // in words: any number that tells them apart
        hash = outcome_hash(told);
    }
    outcomes_add(&result->outcomes, hash, told);
    return true;
}

static void take_finding(const cJSON *finding, struct checked *result) {
    const char *kind = text_of(finding, "kind");
    const char *message = text_of(finding, "message");
    if (strcmp(kind, "assertion") == 0 && take_outcome(message, result))
        return;
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kind, kinds[i].name) == 0) {
            result->wrong |= kinds[i].wrong;
            return;
        }
    snprintf(result->unexpected, sizeof result->unexpected, "%s: %s", kind,
             message);
}

static void take_json(const cJSON *json, struct checked *result) {
    const cJSON *executions = cJSON_GetObjectItem(json, "executions");
    const cJSON *finding;
    snprintf(result->verdict, sizeof result->verdict, "%s",
             text_of(json, "verdict"));
    snprintf(result->reason, sizeof result->reason, "%s",
             text_of(json, "reason"));
    result->complete = number_of(executions, "complete");
    result->asleep = number_of(executions, "sleep_set_blocked");
    result->assumed = number_of(executions, "assume_blocked");
    result->deadlocked = number_of(executions, "deadlocked");
    result->bounded = number_of(executions, "bounded");
    cJSON_ArrayForEach(finding, cJSON_GetObjectItem(json, "findings"))
        take_finding(finding, result);
}

static char *contents(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file)
        return NULL;
    size_t size = 0, room = 1 << 16, got;
    char *text = malloc(room);
    while (text && (got = fread(text + size, 1, room - size - 1, file)) > 0)
        if ((size += got) == room - 1)
            text = realloc(text, room *= 2);
    if (text)
        text[size] = 0;
    fclose(file);
    return text;
}

// By itself, with options from the environment, or by `mazurka run`.
static int run_check(const struct tool *tool, const struct how *how,
                     const char *json) {
    struct command c = {0};
    char output[300], options[800], number[20];
    snprintf(output, sizeof output, "%s/output.txt", tool->folder);
    snprintf(number, sizeof number, "%u", how->program);
    snprintf(options, sizeof options,
             "-k -q --json=%s --trace=%s/trace.json --timeout=%u %s %s", json,
             tool->folder, tool->seconds, how->options, how->options2);
    if (tool->by_run) {
        add(&c, tool->mazurka);
        add(&c, "run");
        add_words(&c, options);
        unsetenv("MAZURKA_OPTIONS");
    } else {
        setenv("MAZURKA_OPTIONS", options, 1);
    }
    add(&c, how->binary);
    if (tool->by_run)
        add(&c, "--");
    add(&c, number);
    if (how->quiet)
        add(&c, "quiet");
    int exit_code = run(&c, output, 3 * tool->seconds + 5);
    free_command(&c);
    return exit_code;
}

void tool_check(const struct tool *tool, const struct how *how,
                struct checked *result) {
    char json[300];
    *result = (struct checked){0};
    snprintf(json, sizeof json, "%s/result.json", tool->folder);
    unlink(json);
    double start = now();
    result->exit_code = run_check(tool, how, json);
    result->out_of_time = now() - start >= tool->seconds;
    char *text = contents(json);
    cJSON *parsed = text ? cJSON_Parse(text) : NULL;
    if (parsed)
        take_json(parsed, result);
    cJSON_Delete(parsed);
    free(text);
}

void checked_free(struct checked *result) {
    outcomes_free(&result->outcomes);
}
