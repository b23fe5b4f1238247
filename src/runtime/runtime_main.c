// SPDX-License-Identifier: Apache-2.0
// The tool inside of a program that `mazurka cc` has built: the program
// explores itself when it is run.
//
// Options come from MAZURKA_OPTIONS. `mazurka check` and `mazurka replay` say
// more in MAZURKA_PROGRAM, as JSON: { "sources": […], "compiler": […],
// "seconds": how long compiling took, "replay": a trace file, "stop": true to
// call __mz_replay_stop before the last step, "bare": for so many seconds, run
// the first execution again and again, without a search (for bench/speed) }.

#include "base/fault.h"
#include "base/file.h"
#include "check/checking.h"
#include "check/interrupt.h"
#include "check/refuse.h"
#include "check/replay.h"
#include "machine/bare.h"
#include "machine/native/memory/heap.h"
#include "machine/native/libc/libc.h"
#include "machine/native/native_machine.h"
#include "machine/native/state/states.h"
#include "report/json.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 256, MOST_EXECUTABLE = 1 << 30 };

// By this, `mazurka replay` knows its own.
__attribute__((used)) static const char marker[] =
    "mazurka runtime " MAZURKA_VERSION;

// What the program is started with; main() fills it in once.
static struct {
    int argc;
    char **argv, **envp;
} start;

// So many places where waits time out have been told of.
static unsigned timeouts_told;

static void *run_main(void *unused) {
    (void)unused;
    __mz_exit(__mz_main(start.argc, start.argv, start.envp));
}

static cJSON *program_record(void) {
    const char *text = getenv("MAZURKA_PROGRAM");
    cJSON *record = text ? cJSON_Parse(text) : NULL;
    unsetenv("MAZURKA_PROGRAM"); // the program need not see it
    return record ? record : cJSON_CreateObject();
}

static cJSON *argument_list(void) {
    cJSON *list = cJSON_CreateArray();
    for (int i = 1; i < start.argc; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(start.argv[i]));
    return list;
}

static struct program_hash own_hash(void) {
    size_t length;
    const char *error;
    struct program_hash hash = {""};
    char *bytes = file_read("/proc/self/exe", MOST_EXECUTABLE, &length, &error);
    if (bytes)
        hash = program_hash(bytes, length);
    memory_free(bytes);
    return hash;
}

static bool read_options(struct options *o, char *line) {
    static char *words[MOST_WORDS];
    char error[400];
    int count = 0;
    options_words(line, words, &count, MOST_WORDS);
    if (options_parse(o, FOR_RUN, count, words, error, sizeof error))
        return true;
    refuse(NULL, "MAZURKA_OPTIONS: %s", error);
    return false;
}

// What a thread has left at its loops is no part of a state: states which only
// differ in it would be taken for one. A bound ends loops in another way.
static enum native_rounds left_out(const struct options *o,
                                   enum algorithm algorithm) {
    if (algorithm == ALGORITHM_STATEFUL)
        return ROUNDS_ALL_KEPT;
    if (option_is(o, OPTION_DYNAMIC_LOOPS, "on"))
        return ROUNDS_UNCHANGED;
    return option_is(o, OPTION_DYNAMIC_LOOPS, "auto") &&
                   !option_number(o, OPTION_UNROLL)
               ? ROUNDS_ENDLESS
               : ROUNDS_ALL_KEPT;
}

static struct native_settings settings_of(const struct options *o) {
    enum algorithm algorithm =
        (enum algorithm)option_number(o, OPTION_ALGORITHM);
    struct native_settings s = {
        .races = option_is(o, OPTION_RACES, "interleave") ? RACES_INTERLEAVE
                 : option_is(o, OPTION_RACES, "ignore")   ? RACES_IGNORE
                                                          : RACES_REPORT,
        .arguments = start.argv,
        .blind_adds = option_is(o, OPTION_INDEPENDENT_ADDS, "on"),
        // Without it, POP leaves read-write locks to optimal (explore/pop/pop.h):
        // auto, which has fewer classes to explore so.
        .readers_conflict = algorithm == ALGORITHM_POP,
        .dynamic_loops = left_out(o, algorithm),
        .unroll = option_number(o, OPTION_UNROLL),
        .spurious_wakeups = option_on(o, OPTION_SPURIOUS_WAKEUPS),
        .states = algorithm == ALGORITHM_STATEFUL,
        .check_states = option_on(o, OPTION_CHECK_STATES),
        .undo_memory = (size_t)option_number(o, OPTION_UNDO_MEMORY) << 10,
    };
    return s;
}

static const char *program_name(const cJSON *record) {
    const cJSON *sources = cJSON_GetObjectItem(record, "sources");
    const char *first = cJSON_GetStringValue(cJSON_GetArrayItem(sources, 0));
    return first ? first : start.argv[0];
}

static void tell_externals(void) {
    struct place place;
    const char *name;
    for (unsigned i = 0; (name = native_external_called(i, &place)); i++)
        complain_line("%s:%u: calls %s(), which is not under control: it runs "
                      "as it is, and what it does to memory is not seen; if "
                      "that matters, give the test a function of that name",
                      place.file, place.line, name);
}

// At once, because the search may not end.
static void tell_timeouts(struct checking *c) {
    struct place place;
    for (; native_timed_out_at(timeouts_told, &place); timeouts_told++) {
        progress_erase(&c->progress);
        complain_line("%s:%u: this has timed out %d times in one execution; if "
                      "the program waits again and again, there is no end: "
                      "--algorithm=stateful explores each state once, "
                      "--unroll=N bounds loops",
                      place.file, place.line, NATIVE_MANY_TIMEOUTS);
    }
}

// No finding by itself: it may be that nobody wants the lock any more.
static void tell_left_held(void) {
    const char *name, *thread;
    for (unsigned i = 0; (name = native_left_held(i, &thread)); i++)
        complain_line("%s ends while it holds %s, which nobody can have any "
                      "more",
                      thread, name);
}

// Where states were taken for new ones that may have been seen before; and what
// merging them leaves open.
static void tell_of_states(const struct native_settings *settings) {
    struct place place;
    uint64_t times;
    for (unsigned i = 0; (times = states_unknown_at(i, &place)); i++)
        complain_line("%s:%u: what %s() knows here cannot be told (setjmp, "
                      "variable arguments): taken for new %llu times",
                      place.file, place.line, place.function,
                      (unsigned long long)times);
    if (settings->states && settings->races == RACES_REPORT)
        complain_line("data races are reported where they are met; a state is "
                      "explored once, whatever is ordered before what there: "
                      "--algorithm=optimal excludes them");
}

static int check(struct checking *c) {
    struct machine *m = c->report.machine;
    const struct mz_site *site;
    if (!m->refused)
        checking_run(c);
    tell_timeouts(c);
    const char *what = native_unsupported(&site);
    if (what)
        report_not_checked(&c->report, "%s at %s:%u, which is not supported",
                           what, site ? site->file : "?",
                           site ? site->line : 0);
    if (what)
        complain_line("%s", c->report.reason);
    tell_externals();
    tell_left_held();
    tell_of_states(native_settings());
    return checking_finish(c);
}

static int replay(const struct checking *c, const char *path, bool stop) {
    size_t length;
    const char *error;
    char *text = file_read(path, TRACE_FILE_MOST_BYTES, &length, &error);
    if (!text)
        return refuse(NULL, "cannot read %s: %s", path, error);
    struct trace_file trace;
    char why[160];
    int code;
    if (!trace_file_parse(text, length, &trace, why, sizeof why))
        code = refuse(NULL, "cannot replay %s: %s", path, why);
    else if (strcmp(trace.hash.text, c->origin.hash.text) != 0)
        code =
            refuse(NULL, "%s was made for another build of the program", path);
    else {
        native_last_step(trace.schedule.count, stop,
                         trace.kind == FINDING_NO_PROGRESS);
        code = replay_show(&c->options, c->report.machine, &trace);
    }
    trace_file_free(&trace);
    memory_free(text);
    return code;
}

// Not a check: what the machine alone costs, as JSON.
static int measure_bare(struct machine *machine, double seconds) {
    struct bare_cost cost = bare_run(machine, seconds);
    cJSON *object = cJSON_CreateObject();
    json_integer(object, "executions", cost.executions);
    json_integer(object, "steps", cost.steps);
    json_decimal(object, "cpu_seconds", cost.cpu_seconds);
    json_integer(object, "peak_kib", memory_peak_kib());
    char *text = json_print(object);
    fputs(text, stdout);
    memory_free(text);
    return 0;
}

static int embedded(struct checking *c, cJSON *record) {
    const char *trace =
        cJSON_GetStringValue(cJSON_GetObjectItem(record, "replay"));
    struct native_settings settings = settings_of(&c->options);
    c->user = FOR_RUN;
    c->report.program = program_name(record);
    c->report.sources = cJSON_GetObjectItem(record, "sources");
    c->report.arguments = argument_list();
    c->report.asked =
        (enum algorithm)option_number(&c->options, OPTION_ALGORITHM);
    c->report.compile_seconds =
        cJSON_GetNumberValue(cJSON_GetObjectItem(record, "seconds"));
    if (!(c->report.compile_seconds >= 0))
        c->report.compile_seconds = 0;
    char *path = realpath("/proc/self/exe", NULL);
    c->origin = (struct trace_origin){
        .native = true,
        .program = path ? path : start.argv[0],
        .hash = own_hash(),
        .sources = c->report.sources,
        .compiler = cJSON_GetObjectItem(record, "compiler"),
        .arguments = c->report.arguments,
        .options = options_json(&c->options, FOR_RUN),
    };
    if (settings.states && !states_are_told())
        return refuse("build all of it with 'mazurka cc --states'",
                      "%s was not built to tell its states, which "
                      "--algorithm=stateful needs",
                      c->report.program);
    c->aside = tell_timeouts;
    heap_init();
    native_catch_crashes();
    enum native_goto way =
        option_is(&c->options, OPTION_GOTO, "replay") ? GOTO_REPLAY
        : option_is(&c->options, OPTION_GOTO, "both") ? GOTO_BOTH
                                                      : GOTO_UNDO;
    c->report.machine = native_machine(&settings, way, run_main);
    double bare = cJSON_GetNumberValue(cJSON_GetObjectItem(record, "bare"));
    if (bare > 0)
        return measure_bare(c->report.machine, bare);
    if (trace)
        return replay(c, trace,
                      cJSON_IsTrue(cJSON_GetObjectItem(record, "stop")));
    return check(c);
}

int main(int argc, char **argv, char **envp) {
    start.argc = argc;
    start.argv = argv;
    start.envp = envp;
    const char *given = getenv("MAZURKA_OPTIONS");
    char *line = memory_text(given ? given : "", given ? strlen(given) : 0);
    cJSON *record = program_record();
    struct checking c = {.user = FOR_RUN};
    interrupt_install();
    int code = VERDICT_NOT_CHECKED;
    if (read_options(&c.options, line))
        code = embedded(&c, record);
    finish_output();
    return code;
}
