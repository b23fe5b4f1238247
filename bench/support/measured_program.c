// SPDX-License-Identifier: Apache-2.0

#include "measured_program.h"

#include "base/file.h"
#include "base/seconds.h"

#include <cjson/cJSON.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LARGEST_RESULT = 1 << 24, GRACE = 20, EXIT_NOT_RUN = 127 };

static void redirect(int file, const char *path) {
    int to =
        open(path ? path : "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (to >= 0)
        dup2(to, file);
}

static void become(const struct words *command, const char *output,
                   const char *errors) {
    struct words copy = {0};
    for (size_t i = 0; i < command->count; i++)
        vec_push(&copy, command->at[i]);
    vec_push(&copy, NULL);
    int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    redirect(STDOUT_FILENO, output);
    redirect(STDERR_FILENO, errors);
    unsetenv("MAZURKA_OPTIONS");
    execvp(copy.at[0], (char **)copy.at);
    _exit(EXIT_NOT_RUN);
}

static double cpu_of(const struct rusage *usage) {
    return (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
           1e-6 * (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec);
}

// Wait for a process group; end it when its time is over.
static int wait_for(pid_t child, double seconds, double *cpu_seconds) {
    double end = seconds_now() + seconds;
    for (long pause = 200000;;) {
        int status;
        struct rusage usage;
        pid_t ended = wait4(child, &status, seconds > 0 ? WNOHANG : 0, &usage);
        if (ended < 0)
            return -1;
        if (ended == child) {
            if (cpu_seconds)
                *cpu_seconds = cpu_of(&usage);
            return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        }
        if (seconds_now() > end) {
            kill(-child, SIGKILL);
            seconds = 0;
            continue;
        }
        nanosleep(&(struct timespec){0, pause}, NULL);
        pause = pause < 20000000 ? pause * 2 : pause;
    }
}

int command_run(const struct words *command, const char *output,
                const char *errors, double seconds, double *cpu_seconds) {
    fflush(NULL);
    pid_t child = fork();
    if (child < 0)
        return -1;
    if (child == 0) {
        setpgid(0, 0);
        prctl(PR_SET_PDEATHSIG, SIGKILL); // not to outlive us
        become(command, output, errors);
    }
    int code = wait_for(child, seconds, cpu_seconds);
    return code == EXIT_NOT_RUN ? -1 : code;
}

// Until nobody has the other end of the pipe any more; then the folder goes, if it
// is still there. In a group of its own, so that Ctrl-C does not reach it.
static void keep_guard(const char *folder, int end) {
    char byte;
    setpgid(0, 0);
    signal(SIGTERM, SIG_IGN);
    while (read(end, &byte, 1) > 0)
        ;
    // What was killed may have children that still write there.
    for (int tries = 0; tries < 50 && access(folder, F_OK) == 0; tries++) {
        pid_t child = fork();
        if (child == 0) {
            redirect(STDERR_FILENO, NULL);
            execlp("rm", "rm", "-rf", "--", folder, (char *)NULL);
            _exit(EXIT_NOT_RUN);
        }
        waitpid(child, NULL, 0);
        nanosleep(&(struct timespec){0, 200000000}, NULL);
    }
    _exit(0);
}

static bool post_guard(struct workshop *shop) {
    int ends[2];
    fflush(NULL);
    if (pipe2(ends, O_CLOEXEC))
        return false;
    shop->guard = fork();
    if (shop->guard == 0) {
        close(ends[1]);
        keep_guard(shop->folder, ends[0]);
    }
    close(ends[0]);
    shop->lifeline = ends[1];
    return shop->guard > 0;
}

bool workshop_open(struct workshop *shop, const char *mazurka,
                   const char *programs) {
    *shop = (struct workshop){.mazurka = mazurka, .programs = programs};
    const char *place = getenv("TMPDIR");
    if (!place || strlen(place) + 20 > sizeof shop->folder)
        place = "/tmp";
    snprintf(shop->folder, sizeof shop->folder, "%s/mazurka-bench-XXXXXX",
             place);
    // What others leave behind when they are killed goes with the folder.
    return mkdtemp(shop->folder) && post_guard(shop) &&
           setenv("TMPDIR", shop->folder, 1) == 0;
}

static char *inside(const struct workshop *shop, const char *name) {
    size_t room = sizeof shop->folder + strlen(name) + 2;
    char *path = memory_new(room, 1);
    snprintf(path, room, "%s/%s", shop->folder, name);
    return path;
}

char *workshop_file(struct workshop *shop, const char *name) {
    char *path = inside(shop, name);
    for (size_t i = 0; i < shop->files.count; i++)
        if (strcmp(shop->files.at[i], path) == 0)
            return path;
    vec_push(&shop->files, memory_text(path, strlen(path)));
    return path;
}

void workshop_close(struct workshop *shop) {
    for (size_t i = 0; i < shop->files.count; i++) {
        unlink(shop->files.at[i]);
        memory_free(shop->files.at[i]);
    }
    for (size_t i = 0; i < shop->binaries.count; i++) {
        unlink(shop->binaries.at[i].path);
        memory_free(shop->binaries.at[i].path);
        memory_free(shop->binaries.at[i].key);
    }
    vec_free(&shop->files);
    vec_free(&shop->binaries);
    rmdir(shop->folder);
    close(shop->lifeline);
    waitpid(shop->guard, NULL, 0);
}

static char *key_of(const char *program, const struct words *words) {
    size_t length = strlen(program) + 1;
    for (size_t i = 0; i < words->count; i++)
        length += strlen(words->at[i]) + 1;
    char *key = memory_new(length, 1);
    strcpy(key, program);
    for (size_t i = 0; i < words->count; i++)
        strcat(strcat(key, " "), words->at[i]);
    return key;
}

// The first line of a file, for a message.
static void first_line(const char *path, char *line, size_t room) {
    FILE *file = fopen(path, "r");
    line[0] = '\0';
    if (file && fgets(line, (int)room, file))
        line[strcspn(line, "\n")] = '\0';
    if (file)
        fclose(file);
}

const char *workshop_build(struct workshop *shop, const char *program,
                           const struct words *words, char *why, size_t room) {
    char *key = key_of(program, words);
    for (size_t i = 0; i < shop->binaries.count; i++)
        if (strcmp(shop->binaries.at[i].key, key) == 0) {
            memory_free(key);
            return shop->binaries.at[i].path;
        }
    char name[32], source[512];
    snprintf(name, sizeof name, "program-%zu", shop->binaries.count);
    snprintf(source, sizeof source, "%s/%s.c", shop->programs, program);
    char *path = inside(shop, name), *errors = workshop_file(shop, "errors");
    struct words command = {0};
    vec_push(&command, shop->mazurka);
    vec_push(&command, "cc");
    for (size_t i = 0; i < words->count; i++)
        vec_push(&command, words->at[i]);
    vec_push(&command, source);
    vec_push(&command, "-o");
    vec_push(&command, path);
    bool built = command_run(&command, NULL, errors, 0, NULL) == 0;
    if (!built)
        first_line(errors, why, room);
    vec_free(&command);
    memory_free(errors);
    if (!built) {
        memory_free(path);
        memory_free(key);
        return NULL;
    }
    vec_push(&shop->binaries, (struct binary){key, path});
    return path;
}

static double decimal_at(const cJSON *object, const char *key) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsNumber(item) ? item->valuedouble : 0;
}

static uint64_t number_at(const cJSON *object, const char *key) {
    return (uint64_t)decimal_at(object, key);
}

static const char *text_at(const cJSON *object, const char *key) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsString(item) ? item->valuestring : "";
}

// A search is finished if every execution was looked at, though some of them
// only up to a bound on their length, and though errors were found.
static void judge(struct outcome *o, const cJSON *result, bool keeps_going) {
    const char *verdict = text_at(result, "verdict");
    const char *reason = text_at(result, "reason");
    bool bounded =
        strcmp(verdict, "incomplete") == 0 &&
        number_at(cJSON_GetObjectItem(result, "executions"), "bounded") > 0;
    static const char *const limits[] = {"time limit", "memory limit",
                                         "execution limit", "interrupt"};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        bounded &= strstr(reason, limits[i]) == NULL;
    const cJSON *found = cJSON_GetArrayItem(
        cJSON_GetObjectItemCaseSensitive(result, "findings"), 0);
    o->limited = strcmp(verdict, "incomplete") == 0 && !bounded;
    o->finished = strcmp(verdict, "safe") == 0 || bounded ||
                  (strcmp(verdict, "unsafe") == 0 && keeps_going);
    if (!o->finished)
        snprintf(o->why, sizeof o->why, "%s: %s", verdict,
                 found ? text_at(found, "kind") : reason);
}

static void read_outcome(struct outcome *o, const char *path,
                         bool keeps_going) {
    size_t length;
    const char *why;
    char *text = file_read(path, LARGEST_RESULT, &length, &why);
    cJSON *result = text ? cJSON_Parse(text) : NULL;
    if (result) {
        const cJSON *runs = cJSON_GetObjectItem(result, "executions");
        o->complete = number_at(runs, "complete");
        o->sleep_set_blocked = number_at(runs, "sleep_set_blocked");
        o->blocked = o->sleep_set_blocked + number_at(runs, "assume_blocked") +
                     number_at(runs, "deadlocked") + number_at(runs, "bounded");
        o->steps = number_at(cJSON_GetObjectItem(result, "steps"), "executed");
        o->peak_kib = number_at(result, "peak_kib");
        const cJSON *seconds = cJSON_GetObjectItem(result, "seconds");
        o->seconds = decimal_at(seconds, "explore");
        o->cpu_seconds = decimal_at(seconds, "explore_cpu");
        judge(o, result, keeps_going);
    }
    cJSON_Delete(result);
    memory_free(text);
}

struct outcome workshop_check(struct workshop *shop, const char *binary,
                              const struct words *options, double seconds,
                              unsigned mib) {
    struct outcome o = {0};
    char limit[32], memory[32], json[96], trace[96];
    char *path = workshop_file(shop, "result.json"),
         *errors = workshop_file(shop, "errors");
    snprintf(limit, sizeof limit, "--timeout=%.0f", seconds);
    snprintf(memory, sizeof memory, "--max-memory=%u", mib);
    snprintf(json, sizeof json, "--json=%s", path);
    char *trace_path = workshop_file(shop, "trace.json");
    snprintf(trace, sizeof trace, "--trace=%s", trace_path);
    memory_free(trace_path);
    const char *const first[] = {shop->mazurka, "run", "--quiet", limit,
                                 memory,        json,  trace};
    struct words command = {0};
    bool keeps_going = false;
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        vec_push(&command, first[i]);
    for (size_t i = 0; i < options->count; i++) {
        keeps_going |= strcmp(options->at[i], "--keep-going") == 0;
        vec_push(&command, options->at[i]);
    }
    vec_push(&command, binary);
    unlink(path);
    int code = command_run(&command, NULL, errors, seconds + GRACE, NULL);
    read_outcome(&o, path, keeps_going);
    if (code < 0 && !o.finished)
        snprintf(o.why, sizeof o.why, "killed");
    else if (!o.finished && !o.why[0])
        first_line(errors, o.why, sizeof o.why);
    vec_free(&command);
    memory_free(path);
    memory_free(errors);
    return o;
}

bool workshop_bare(struct workshop *shop, const char *binary, double seconds,
                   struct bare *bare) {
    char record[64], *path = workshop_file(shop, "bare.json");
    const char *why;
    size_t length;
    struct words command = {0};
    snprintf(record, sizeof record, "MAZURKA_OPTIONS=--bare=%f", seconds);
    vec_push(&command, "env");
    vec_push(&command, record);
    vec_push(&command, binary);
    int code = command_run(&command, path, NULL, GRACE + 10 * seconds, NULL);
    char *text =
        code == 0 ? file_read(path, LARGEST_RESULT, &length, &why) : NULL;
    cJSON *cost = text ? cJSON_Parse(text) : NULL;
    double runs = decimal_at(cost, "executions");
    if (runs > 0) {
        bare->cpu_seconds = decimal_at(cost, "cpu_seconds") / runs;
        bare->steps = decimal_at(cost, "steps") / runs;
    }
    cJSON_Delete(cost);
    memory_free(text);
    memory_free(path);
    vec_free(&command);
    return runs > 0;
}
