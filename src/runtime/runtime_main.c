// SPDX-License-Identifier: Apache-2.0
// The tool inside of a program that `mazurka cc` has built: the program
// explores itself when it is run.
//
// Everything that it has to know comes in MAZURKA_OPTIONS (check/options.h).

#include "base/fault.h"
#include "base/file.h"
#include "check/check.h"
#include "check/console.h"
#include "check/messages.h"
#include "check/replay_trace.h"
#include "machine/bare.h"
#include "machine/native/memory/heap.h"
#include "machine/native/libc/libc.h"
#include "machine/native/native_machine.h"
#include "machine/native/state/states.h"
#include "report/json.h"
#include "report/utf8.h"
#include "runtime/debugger.h"
#include "runtime/host.h"
#include "runtime/supervised_check.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <unistd.h>

enum { MOST_EXECUTABLE = 1 << 30 };

// By this, `mazurka replay` knows its own.
__attribute__((used)) static const char marker[] =
    "mazurka runtime " MAZURKA_VERSION;

// The check of a program by itself.
struct own_check {
    struct check base;
    struct native_program program;
    unsigned timeouts_told;     // places where waits time out
    struct trace_file replayed; // with --replay
};

static struct own_check *own(struct check *c) {
    require(c->user == FOR_RUN); // or it is no part of one
    return (struct own_check *)c;
}

static void *run_main(void *unused) {
    (void)unused;
    const struct native_program *p = &native_settings()->program;
    __mz_exit(__mz_main(p->argc, p->argv, p->envp));
}

// Names and arguments are bytes, JSON is not.
static void add_text(cJSON *list, const char *text) {
    char *clean = utf8_clean(text);
    cJSON_AddItemToArray(list, cJSON_CreateString(clean));
    memory_free(clean);
}

// What it was compiled from, if it was just now: sources, and flags too.
static cJSON *compiled_from(const struct options *o, bool flags) {
    if (!o->at[OPTION_COMPILED].given)
        return NULL;
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; i < o->files.count; i++)
        if (flags || options_is_source(o->files.at[i]))
            add_text(list, o->files.at[i]);
    return list;
}

static cJSON *argument_list(const struct native_program *program) {
    cJSON *list = cJSON_CreateArray();
    for (int i = 1; i < program->argc; i++)
        add_text(list, program->argv[i]);
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

static bool read_options(struct options *o) {
    const char *given = getenv("MAZURKA_OPTIONS");
    char *line = memory_text(given ? given : "", given ? strlen(given) : 0);
    unsetenv("MAZURKA_OPTIONS"); // the program need not see it
    char error[400];
    int count;
    char **words = options_words(line, &count);
    bool fine = options_parse(o, FOR_RUN | FROM_TOOL, count, words, error,
                              sizeof error);
    memory_free(words);
    if (!fine)
        refuse(NULL, "MAZURKA_OPTIONS: %s", error);
    return fine;
}

// What a thread has left at its loops is no part of a state: states which only
// differ in it would be taken for one. A bound ends loops in another way.
static enum native_rounds left_out(const struct options *o,
                                   enum algorithm algorithm) {
    if (algorithm_has(algorithm, KNOWS_STATES))
        return ROUNDS_ALL_KEPT;
    if (option_is(o, OPTION_DYNAMIC_LOOPS, "on"))
        return ROUNDS_UNCHANGED;
    return option_is(o, OPTION_DYNAMIC_LOOPS, "auto") &&
                   !option_number(o, OPTION_UNROLL)
               ? ROUNDS_ENDLESS
               : ROUNDS_ALL_KEPT;
}

static struct native_settings settings_of(struct check *c) {
    const struct options *o = &c->options;
    enum algorithm algorithm = options_algorithm(o);
    enum memory memory = (enum memory)option_number(o, OPTION_MEMORY);
    struct native_settings s = {
        .races = option_is(o, OPTION_RACES, "interleave") ? RACES_INTERLEAVE
                 : option_is(o, OPTION_RACES, "ignore")   ? RACES_IGNORE
                                                          : RACES_REPORT,
        .program = own(c)->program,
        .blind_adds = option_is(o, OPTION_INDEPENDENT_ADDS, "on") &&
                      !algorithm_has(algorithm, GRAPHS),
        // Without it, POP leaves read-write locks to optimal
        // (explore/pop/pop.h): auto, which has fewer classes to explore so.
        .readers_conflict = algorithm_has(algorithm, READERS_CONFLICT),
        .dynamic_loops = left_out(o, algorithm),
        .unroll = option_number(o, OPTION_UNROLL),
        .scenario = c->scenario ? c->scenario : 1,
        .on_scenario = c->on_scenario,
        .files_write = option_is(o, OPTION_FILES, "write"),
        .reuse = option_is(o, OPTION_REUSE, "on"),
        .spurious_wakeups = option_on(o, OPTION_SPURIOUS_WAKEUPS),
        .ignored = options_ignored(o),
        .abort_assumes = option_is(o, OPTION_ABORT, "assume"),
        .graphs = algorithm_has(algorithm, GRAPHS),
        .fences = memory != MEMORY_SC,
        .synchronises = memory == MEMORY_RA,
        .states = algorithm_has(algorithm, KNOWS_STATES),
        .check_states = option_on(o, OPTION_CHECK_STATES),
        .undo_memory = (size_t)option_number(o, OPTION_UNDO_MEMORY) << 10,
        // What it prints in the first execution is shown, and not once more.
        .silent = c->keep_trace || c->shortens,
        .record = c->keep_trace || option_file(o, OPTION_REPLAY),
    };
    s.nondet_given =
        option_range(o, OPTION_NONDET, &s.nondet_least, &s.nondet_most);
    return s;
}

static void tell_outside(const struct options *o) {
    struct place place;
    const struct outside *call;
    for (unsigned i = 0; (call = native_outside(i, &place)); i++) {
        char text[240];
        outside_text(call, text, sizeof text);
        if (!options_trust(o, call))
            complain_line("%s:%u: calls %s, which is not under control: what "
                          "it does is not seen. If it is harmless, say "
                          "--trust=%s; else give the test a function of that "
                          "name",
                          place.file, place.line, text,
                          call->name[0] ? call->name : "all");
    }
}

// At once, because the search may not end.
static void tell_timeouts(struct check *c) {
    struct place place;
    unsigned *told = &own(c)->timeouts_told;
    for (; native_timed_out_at(*told, &place); ++*told) {
        progress_erase(&c->progress);
        complain_line("%s:%u: this has timed out %d times in one execution; if "
                      "the program waits again and again, there is no end: "
                      "--algorithm=stateful explores each state once, "
                      "--unroll=N bounds loops",
                      place.file, place.line, NATIVE_MANY_TIMEOUTS);
    }
}

static void tell_freed_met(void) {
    struct place place;
    for (unsigned i = 0; native_freed_met_at(i, &place); i++)
        complain_line("%s:%u: a compare-exchange looks for the address of a "
                      "block that was freed, which malloc does not give out "
                      "again here: --reuse=on lets it",
                      place.file, place.line);
}

// No finding by itself: it may be that nobody wants the lock any more.
static void tell_left_held(void) {
    const char *name, *thread;
    for (unsigned i = 0; (name = native_left_held(i, &thread)); i++)
        complain_line("%s ends while it holds %s, which nobody can have any "
                      "more",
                      thread, name);
}

// Where states were taken for new ones that may have been seen before.
static void tell_of_states(void) {
    struct place place;
    uint64_t times;
    for (unsigned i = 0; (times = states_unknown_at(i, &place)); i++)
        complain_line("%s:%u: what %s() knows here cannot be told (setjmp, "
                      "variable arguments): taken for new %llu times",
                      place.file, place.line, place.function,
                      (unsigned long long)times);
}

static void tell_notes(struct check *c) {
    tell_timeouts(c);
    tell_outside(&c->options);
    tell_left_held();
    tell_freed_met();
    tell_of_states();
}

// Before the program runs: it may become a user who cannot read it.
static bool read_replayed(struct check *c) {
    const char *path = option_file(&c->options, OPTION_REPLAY);
    if (!path)
        return true;
    struct trace_file *replayed = &own(c)->replayed;
    if (!read_trace(path, replayed))
        return false;
    c->scenario = replayed->scenario.number;
    // Whoever has just compiled it for a debugger has compared the sources.
    if (strcmp(replayed->hash.text, c->origin.hash.text) == 0 ||
        (option_on(&c->options, OPTION_REPLAY_STOP) &&
         c->options.at[OPTION_COMPILED].given))
        return true;
    refuse(NULL, "%s was made for another build of the program", path);
    return false;
}

static int replay_finding(struct check *c) {
    struct machine *machine = c->report.machine;
    struct trace_file *replayed = &own(c)->replayed;
    int code;
    if (option_on(&c->options, OPTION_REPLAY_STOP)) {
        code = debugger_run(machine, replayed);
    } else {
        native_last_step(replayed->schedule.steps.count, false);
        code = replay_trace(&c->options, c->console, machine, replayed);
    }
    trace_file_free(replayed);
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

static void tell_origin(struct check *c) {
    const struct options *o = &c->options;
    struct report *r = &c->report;
    const struct native_program *program = &own(c)->program;
    r->sources = compiled_from(o, false);
    const char *first = cJSON_GetStringValue(cJSON_GetArrayItem(r->sources, 0));
    r->program = first ? first : program->argv[0];
    r->arguments = argument_list(program);
    r->weak_orders = &__mz_weak_orders;
    r->races_ignored = option_is(o, OPTION_RACES, "ignore");
    r->volatiles = &__mz_volatile;
    r->asked = options_algorithm(o);
    r->memory = (enum memory)option_number(o, OPTION_MEMORY);
    r->compile_seconds = o->at[OPTION_COMPILED].seconds;
    char *path = realpath("/proc/self/exe", NULL);
    c->origin = (struct trace_origin){
        .native = true,
        .program = path ? path : program->argv[0],
        .hash = own_hash(),
        .sources = r->sources,
        .compiler = compiled_from(o, true),
        .arguments = r->arguments,
        .options = options_json(o, FOR_RUN),
        .build = o->at[OPTION_COMPILED].given
                     ? trace_build_hash(o->files.at, o->files.count)
                     : (struct program_hash){""},
    };
}

// The program at its start, in this process.
static struct machine *new_machine(struct check *c) {
    const struct options *o = &c->options;
    struct native_settings settings = settings_of(c);
    enum native_goto way = option_is(o, OPTION_GOTO, "replay") ? GOTO_REPLAY
                           : option_is(o, OPTION_GOTO, "both") ? GOTO_BOTH
                                                               : GOTO_UNDO;
    c->aside = tell_timeouts;
    require(!c->report.machine); // one in a process
    heap_init();
    struct machine *machine = native_machine(&settings, way, run_main);
    machine_ignore(machine, options_ignored(o));
    invariant(native_settings()->program.argv == own(c)->program.argv);
    return machine;
}

// For a debugger or a measurement: all in one process.
static int run_here(struct check *c) {
    c->console = console_for(&c->options);
    native_catch_crashes(NULL);
    c->report.machine = new_machine(c);
    double bare = c->options.at[OPTION_BARE].seconds;
    return bare > 0 ? measure_bare(c->report.machine, bare) : replay_finding(c);
}

// Without these nothing can be started.
enum { LEAST_FILES = 5, LEAST_GIBIBYTES = 32 };

static bool has_files(void) {
    struct rlimit files;
    return getrlimit(RLIMIT_NOFILE, &files) != 0 ||
           files.rlim_cur >= LEAST_FILES;
}

static bool has_addresses(void) {
    struct rlimit addresses;
    return getrlimit(RLIMIT_AS, &addresses) != 0 ||
           addresses.rlim_cur >> 30 >= LEAST_GIBIBYTES;
}

static int run(struct check *c) {
    const struct options *o = &c->options;
    struct worker worker = {.check = c,
                            .machine = new_machine,
                            .notes = tell_notes,
                            .replay = replay_finding};
    tell_origin(c);
    if (!has_files())
        return check_refuse(c, "ulimit -n says how many there may be",
                            "a check needs %d open files", LEAST_FILES);
    if (!has_addresses())
        return check_refuse(
            c, "ulimit -v says how much there may be, used or not",
            "a check needs %d GiB of addresses", LEAST_GIBIBYTES);
    enum algorithm asked = options_algorithm(o);
    if (algorithm_has(asked, KNOWS_STATES) && !states_are_told())
        return check_refuse(c, "build all of it with 'mazurka cc --states'",
                            "%s was not built to tell its states, which "
                            "--algorithm=%s needs",
                            c->report.program, algorithm_name(asked));
    if (!read_replayed(c))
        return VERDICT_NOT_CHECKED;
    if (o->at[OPTION_BARE].seconds > 0 || option_on(o, OPTION_REPLAY_STOP))
        return run_here(c);
    return option_file(o, OPTION_REPLAY) ? supervised_replay(&worker)
                                         : supervised_check(&worker);
}

// The program, the libraries and what the kernel maps lie at the same addresses
// in every process from here on, if the kernel allows it: what was found in one
// is found in the next. Once, because whoever is started inherits it.
static void same_addresses(char **argv) {
    // So are the kernel's random bytes, which the C library has used by now.
    char *bytes = (char *)getauxval(AT_RANDOM);
    if (bytes)
        memset(bytes, 'm', 16);
    int how = personality(0xffffffff);
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (how == -1 || (how & ADDR_NO_RANDOMIZE) || length <= 0 ||
        personality((unsigned long)how | ADDR_NO_RANDOMIZE) == -1)
        return;
    path[length] = '\0';
    execv(path, argv);
    personality((unsigned long)how); // or it stays as it is
}

// Whoever started us knows by this that the verdict is ours.
static void say_verdict(const struct options *o) {
    int fd = (int)option_number(o, OPTION_VERDICT);
    if (fd && write(fd, "v", 1) != 1)
        return;
}

int main(int argc, char **argv, char **envp) {
    host_bind();
    same_addresses(argv);
    struct own_check c = {.base.user = FOR_RUN, .program = {argc, argv, envp}};
    struct options *options = &c.base.options;
    int code = read_options(options) ? run(&c.base) : VERDICT_NOT_CHECKED;
    finish_output();
    say_verdict(options);
    return code;
}
