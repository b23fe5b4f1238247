// SPDX-License-Identifier: Apache-2.0
// The options of all commands: one table. What is parsed, which values are
// allowed, the help and the "options" of the JSON result all come from it.
//
// A command takes an option iff the option's row names the command; all others
// are refused, so that no option is ever accepted without an effect.

#ifndef MAZURKA_CHECK_OPTIONS_H
#define MAZURKA_CHECK_OPTIONS_H

#include "base/memory.h"
#include "base/text.h"
#include "explore/explorer.h"
#include "report/formats.h"

#include <cjson/cJSON.h>

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

// Who takes an option.
enum option_user {
    FOR_CHECK = 1,
    FOR_RUN = 2,
    FOR_COMPARE = 4,
    FOR_MODEL = 8,
    FOR_REPLAY = 16,
    NOT_YET = 32,   // nobody, in this version
    FROM_TOOL = 64, // a program, from the tool that starts it: not for people
    FOR_LITMUS = 128,
    FOR_C = FOR_CHECK | FOR_RUN | FOR_COMPARE,
    FOR_SEARCH = FOR_C | FOR_MODEL,
    FOR_ALL = FOR_SEARCH | FOR_REPLAY,
    AVAILABLE = FOR_ALL | FOR_LITMUS, // in this version
};

enum option_kind {
    TAKES_NOTHING,
    TAKES_NUMBER,    // a whole number in a range, or a word that stands for 0
    TAKES_SECONDS,   // with a fraction, perhaps
    TAKES_SIZE,      // MiB, or with one of the suffixes K, M, G
    TAKES_WORD,      // one of a few
    TAKES_ALGORITHM, // one of those of explorer.h
    TAKES_FILE,
    TAKES_OUTPUT, // a file that is written, or '-' for standard output
    TAKES_KINDS,  // of findings, separated by commas
    TAKES_NAMES,  // any, separated by commas
    TAKES_ROUNDS, // a whole number, for one function: N@FUNCTION
    TAKES_RANGE,  // two whole numbers: MIN..MAX
};

// clang-format off
//  id                name              short kind            default        range or words            users                 help
#define OPTIONS(X)                                                                                                                                                                         \
    X(ALGORITHM,        "algorithm",        0,   TAKES_ALGORITHM, "auto",        "",                       FOR_SEARCH,           "how to search ('mazurka list' has them all)")                  \
    X(K,                "k",                0,   TAKES_NUMBER,    "2",           "1-1000000|optimal",      FOR_SEARCH,           "for quasi: how much an alternative answers; optimal: everything") \
    X(MEMORY,           "memory",           0,   TAKES_WORD,      "sc",          "sc|tso|ra|rc11",         FOR_SEARCH | FOR_LITMUS,           "the memory model; all but sc need --algorithm=graph, which auto takes then; litmus: rc11") \
    X(RACES,            "races",            0,   TAKES_WORD,      "report",      "report|interleave|ignore", FOR_C,              "plain accesses: a race is an error, each is a step, neither")  \
    X(LOOPS,            "loops",            0,   TAKES_WORD,      "await",       "await|assume|off",       FOR_CHECK | FOR_COMPARE, "pure loop iterations: become awaits, are removed, are kept")   \
    X(PURITY,           "purity",           0,   TAKES_WORD,      "full",        "full|paper",             FOR_CHECK | FOR_COMPARE, "what is seen in loops: all, or what the tool behind published tables sees") \
    X(DYNAMIC_LOOPS,    "dynamic-loops",    0,   TAKES_WORD,      "auto",        "auto|off|on",            FOR_C,                "iterations that turn out to change nothing: auto leaves out endless ones, on all") \
    X(SPURIOUS_WAKEUPS, "spurious-wakeups", 0,   TAKES_NOTHING,   "",            "",                       FOR_C,                "waiting for a condition variable may end without a signal")    \
    X(FAILING_MALLOC,   "failing-malloc",   0,   TAKES_NUMBER,    "0",           "0-1000000",              FOR_C,                "so many allocations of each thread may fail: whichever (0: none)") \
    X(FAILING_CALLS,    "failing-calls",    0,   TAKES_NOTHING,   "",            "",                       FOR_C,                "creating a thread, and making a mutex, condition variable or semaphore, may fail") \
    X(REUSE,            "reuse",            0,   TAKES_WORD,      "off",         "off|on",                 FOR_C,                "malloc may also return a freed block of the same size: every one is tried") \
    X(GOTO,             "goto",             0,   TAKES_WORD,      "undo",        "undo|replay|both",       FOR_C,                "how the program goes back: by undoing steps, by running again, or both to compare") \
    X(UNDO_MEMORY,      "undo-memory",      0,   TAKES_SIZE,      "2M",          "",                       FOR_C,                "how much is kept to undo single steps; beyond it, old ones are run again") \
    X(INDEPENDENT_ADDS, "independent-adds", 0,   TAKES_WORD,      "on",          "on|off",                 FOR_SEARCH,           "updates of one variable whose results are unused do not conflict") \
    X(FAILED_CAS,       "failed-cas",       0,   TAKES_WORD,      "read",        "read|write",             FOR_MODEL,            "for researchers: what a compare-exchange that fails counts as") \
    X(READERS,          "readers",          0,   TAKES_WORD,      "independent", "independent|dependent",  FOR_MODEL,            "for researchers: do readers of one read-write lock conflict")  \
    X(EXPLAIN_LOOPS,    "explain-loops",    0,   TAKES_NOTHING,   "",            "",                       FOR_CHECK,            "say first what was made of each loop, and why others were left alone") \
    X(UNROLL,           "unroll",           0,   TAKES_ROUNDS,    "0",           "0-1000000000",           FOR_C,                "cut a thread that reaches a loop's head once more than this, in all functions or one (0: never)") \
    X(MAX_STEPS,        "max-steps",        0,   TAKES_NUMBER,    "0",           "0-4000000000",           FOR_SEARCH,           "cut an execution after this many steps (0: never)")            \
    X(MAX_CONTEXT_SWITCHES, "max-context-switches", 0, TAKES_NUMBER, "0",        "0-4000000000",           FOR_SEARCH,           "no execution that changes threads more often (0: any); auto: all classes that can do with so few") \
    X(PREEMPTIONS,      "preemptions",      0,   TAKES_NUMBER,    "0",           "0-4000000000",           FOR_SEARCH,           "all classes that can do with so many preemptions: switches of threads that were not forced") \
    X(DEEPEN,           "deepen",           0,   TAKES_NOTHING,   "",            "",                       FOR_SEARCH,           "first without a preemption, then with 1, 2, ..., as long as there is time") \
    X(RANDOM,           "random",           0,   TAKES_NUMBER,    "0",           "0-",                     FOR_SEARCH,           "no search, but so many executions at random (--seed: others)") \
    X(PCT,              "pct",              0,   TAKES_NUMBER,    "0",           "0-100",                  FOR_SEARCH,           "the same by random priorities, which change so many times less one: finds bugs of this depth with a known chance") \
    X(MAX_EXECUTIONS,   "max-executions",   0,   TAKES_NUMBER,    "0",           "0-",                     FOR_SEARCH | FOR_LITMUS,           "stop after this many executions (0: never)")                   \
    X(TIMEOUT,          "timeout",          0,   TAKES_SECONDS,   "0",           "",                       FOR_SEARCH | FOR_LITMUS,           "stop after this time (0: never)")                              \
    X(MAX_MEMORY,       "max-memory",       0,   TAKES_SIZE,      "0",           "",                       FOR_SEARCH | FOR_LITMUS,           "stop beyond this much memory, in MiB or with K, M, G (0: never)") \
    X(KEEP_GOING,       "keep-going",       'k', TAKES_NOTHING,   "",            "",                       FOR_SEARCH,           "go on after a finding; report each different one once")        \
    X(CHECK,            "check",            0,   TAKES_KINDS,     "",            "",                       FOR_SEARCH,           "only these kinds of findings count ('mazurka help findings'; else all)") \
    X(NO_CHECK,         "no-check",         0,   TAKES_KINDS,     "",            "",                       FOR_SEARCH,           "these kinds of findings do not count")                         \
    X(FILES,            "files",            0,   TAKES_WORD,      "read",        "read|write",             FOR_C,                "write: what the program writes to files in the execution that is reported (else the first) reaches the disk") \
    X(ABORT,            "abort",            0,   TAKES_WORD,      "finding",     "finding|assume",         FOR_C,                "what abort() is: a finding, or an execution that is not wanted") \
    X(TRUST,            "trust",            0,   TAKES_NAMES,     "",            "",                       FOR_C,                "functions and objects (libx.so, x.o, libx.a) that are not under control, but harmless; all") \
    X(NONDET,           "nondet",           0,   TAKES_RANGE,     "",            "",                       FOR_C,                "what __VERIFIER_nondet_* may return (else values that matter)") \
    X(PROPERTY,         "property",         0,   TAKES_FILE,      "",            "",                       FOR_CHECK | FOR_RUN,  "an SV-COMP property: only its findings count; sets --races, --abort and --check") \
    X(JOBS,             "jobs",             0,   TAKES_NUMBER,    "1",           "1-1024|auto",            FOR_CHECK | FOR_RUN,  "processes that search at the same time; auto: as many as cores") \
    X(CHECKPOINT,       "checkpoint",       0,   TAKES_FILE,      "",            "",                       FOR_CHECK | FOR_RUN,  "where to keep what is left of the search, while it runs and when it is not finished") \
    X(CHECKPOINT_EVERY, "checkpoint-every", 0,   TAKES_SECONDS,   "60",          "",                       FOR_CHECK | FOR_RUN,  "how often, while it runs") \
    X(RESUME,           "resume",           0,   TAKES_FILE,      "",            "",                       FOR_CHECK | FOR_RUN,  "go on from such a file; what was counted before is counted, too") \
    X(UNIT,             "unit",             0,   TAKES_FILE,      "",            "",                       FOR_RUN,              "only what 'mazurka split' has written to this file; what comes of it goes to FILE.done, for 'mazurka merge'") \
    X(SEED,             "seed",             0,   TAKES_NUMBER,    "0",           "0-",                     FOR_SEARCH,           "choose at random where the order is free (0: always the same)") \
    FORMATS(FORMAT_OPTION, X)                                                                                                                                                              \
    X(TRACE,            "trace",            0,   TAKES_FILE,      "",            "",                       FOR_SEARCH,           "where the schedule of a finding goes (else NAME.mazurka-trace.json, by the program's name)") \
    X(SHOW_EXECUTIONS,  "show-executions",  0,   TAKES_NOTHING,   "",            "",                       FOR_MODEL | FOR_CHECK | FOR_RUN | FOR_LITMUS, "print every execution with its happens-before edges")          \
    X(CHECK_STATES,     "check-states",     0,   TAKES_NOTHING,   "",            "",                       FOR_SEARCH,           "for stateful: keep whole states, and see that no two share a hash") \
    X(DIGEST,           "digest",           0,   TAKES_NOTHING,   "",            "",                       FOR_MODEL | FOR_CHECK | FOR_RUN | FOR_LITMUS, "print a hash of the classes that were explored: equal for all algorithms that explore them once") \
    X(STATS,            "stats",            0,   TAKES_NOTHING,   "",            "",                       FOR_SEARCH,           "print a table of numbers about the search")                    \
    X(PROGRESS,         "progress",         0,   TAKES_WORD,      "auto",        "auto|always|never",      FOR_SEARCH,           "say on standard error how far the search is (auto: to a terminal)") \
    X(QUIET,            "quiet",            'q', TAKES_NOTHING,   "",            "",                       FOR_ALL | FOR_LITMUS,              "no report of findings and no hints, only the last line")       \
    X(VERBOSE,          "verbose",          'v', TAKES_NOTHING,   "",            "",                       FOR_ALL | FOR_LITMUS,              "all options in effect, what words mean") \
    X(FULL_TRACE,       "full-trace",       0,   TAKES_NOTHING,   "",            "",                       FOR_ALL,              "of a finding, all steps and accesses, not only those that matter") \
    X(LOCKS,            "locks",            0,   TAKES_NOTHING,   "",            "",                       FOR_ALL,              "of a finding, the locks that are held at each step")           \
    X(COLOR,            "color",            0,   TAKES_WORD,      "auto",        "auto|always|never",      FOR_ALL,              "colours (auto: to a terminal, unless NO_COLOR is set)")        \
    X(ERROR_EXITCODE,   "error-exitcode",   0,   TAKES_NUMBER,    "1",           "1-255",                  FOR_ALL | FOR_LITMUS,              "the exit code when something was found")                       \
    X(GDB,              "gdb",              0,   TAKES_NOTHING,   "",            "",                       FOR_REPLAY,           "replay inside gdb: for C programs only") \
    X(REBUILD,          "rebuild",          0,   TAKES_NOTHING,   "",            "",                       FOR_REPLAY,           "build the program again if the trace says from what, without asking") \
    X(REPEAT,           "repeat",           0,   TAKES_NUMBER,    "1",           "1-1000000",              FOR_REPLAY,           "replay so many times, and count: for C programs only") \
    X(COMPILED,         "compiled",         0,   TAKES_SECONDS,   "0",           "",                       FROM_TOOL,            "how long compiling took; after --, from what: sources and flags") \
    X(REPLAY,           "replay",           0,   TAKES_FILE,      "",            "",                       FROM_TOOL,            "no search, but the schedule of this trace file")               \
    X(REPLAY_STOP,      "replay-stop",      0,   TAKES_NOTHING,   "",            "",                       FROM_TOOL,            "as a debugger says (runtime/debugger.h)")                        \
    X(SPLIT,            "split",            0,   TAKES_FILE,      "",            "",                       FROM_TOOL,            "no search to the end: what is left goes to this folder, in parts") \
    X(INTO,             "into",             0,   TAKES_NUMBER,    "0",           "0-100000",               FROM_TOOL,            "so many of them") \
    X(VERDICT,          "verdict",          0,   TAKES_NUMBER,    "0",           "0-1000000",              FROM_TOOL,            "the file descriptor to which one byte is written when there is a verdict") \
    X(BARE,             "bare",             0,   TAKES_SECONDS,   "0",           "",                       FROM_TOOL,            "no search, but the first execution for so long (machine/bare.h)")
// clang-format on

// Formats are options, too (report/formats.h).
#define FORMAT_OPTION(X, id, name, users, tells, text, what, help) \
    X(id, name, 0, TAKES_OUTPUT, "", "", users,                    \
      help " ('-': to standard output)")

enum option {
#define X(id, ...) OPTION_##id,
    OPTIONS(X)
#undef X
        OPTION_COUNT
};

struct option_value {
    bool given;
    uint64_t number; // flag, number, algorithm; size in KiB; which word; kinds
    double seconds;
    const char *text; // as it was given
};

struct options {
    struct option_value at[OPTION_COUNT];
    bool help; // --help was given
    VEC(const char *) files; // what is no option
    char *owned;             // the text of --check, if it follows from others
};

// Parse the arguments of a command, in any order. False: `error` is one line
// that says why. To be freed in any case.
bool options_parse(struct options *options, enum option_user user, int count,
                   char **arguments, char *error, size_t room);
void options_free(struct options *options);
// Is the next word the value of this one: --timeout 5, like --timeout=5? A word
// that begins with a dash is not ('-' alone is); there may be none, NULL.
bool options_take_next(const char *word, const char *next);

static inline uint64_t option_number(const struct options *o, enum option id) {
    return o->at[id].number;
}

// Under a weak memory, auto is what knows it.
static inline enum algorithm options_algorithm(const struct options *o) {
    enum algorithm asked = (enum algorithm)option_number(o, OPTION_ALGORITHM);
    bool weak = option_number(o, OPTION_MEMORY) != MEMORY_SC;
    return weak && asked == ALGORITHM_AUTO ? ALGORITHM_GRAPH : asked;
}

static inline bool option_on(const struct options *o, enum option id) {
    return o->at[id].number != 0;
}

// Which bound of switches is a search of its own, and how many they are.
static inline enum bounding options_bounding(const struct options *o) {
    if (option_on(o, OPTION_PCT))
        return BOUND_PCT;
    if (option_on(o, OPTION_RANDOM))
        return BOUND_RANDOM;
    if (o->at[OPTION_PREEMPTIONS].given || option_on(o, OPTION_DEEPEN))
        return BOUND_PREEMPTIONS;
    return option_on(o, OPTION_MAX_CONTEXT_SWITCHES) &&
                   options_algorithm(o) == ALGORITHM_AUTO
               ? BOUND_SWITCHES
               : BOUND_NOTHING;
}
enum { USUAL_RUNS = 1000 }; // of --pct without --random
static inline uint64_t options_runs(const struct options *o) {
    return option_on(o, OPTION_RANDOM) ? option_number(o, OPTION_RANDOM)
                                       : USUAL_RUNS;
}
static inline uint64_t options_most_switches(const struct options *o) {
    return option_on(o, OPTION_DEEPEN) ? UINT64_MAX
           : option_on(o, OPTION_MAX_CONTEXT_SWITCHES)
               ? option_number(o, OPTION_MAX_CONTEXT_SWITCHES)
               : option_number(o, OPTION_PREEMPTIONS);
}

// Is the value this word?
bool option_is(const struct options *options, enum option id, const char *word);

// Another value than the default, because another option asks for it. False if
// the user has said otherwise.
bool option_adapt(struct options *options, enum option id, const char *word);

// Only these kinds of findings count, unless the user has said which do.
void option_count_only(struct options *options, const char *kinds);

// The kinds of findings that do not count, as bits (op/finding.h).
uint64_t options_ignored(const struct options *options);
// Has somebody taken responsibility for it?
struct outside;
bool options_trust(const struct options *options,
                   const struct outside *outside);

// The numbers of a range; false if none was given.
bool option_range(const struct options *options, enum option id,
                  int64_t *least, int64_t *most);
// The function after the number: N@FUNCTION; NULL if there is none.
const char *option_function(const struct options *options, enum option id);
// The file of an option, or NULL if it was not given.
const char *option_file(const struct options *options, enum option id);
// Which option sends something for programs to standard output, from this one
// on; OPTION_COUNT if none does.
enum option option_to_stdout(const struct options *options, enum option from);

// The values of all options that a command takes.
cJSON *options_json(const struct options *options, enum option_user user);
void options_print(const struct options *options, enum option_user user,
                   FILE *out);

const char *option_name(enum option id);
// Does this version's command take it?
bool option_is_taken(enum option id, enum option_user user);

// Among the words for a compiler, this is a source file.
static inline bool options_is_source(const char *word) {
    return word[0] != '-' && (text_ends(word, ".c") || text_ends(word, ".i"));
}

// MAZURKA_OPTIONS: a line of words, separated by blanks; a backslash keeps the
// character after it. A program that `mazurka cc` has built takes its options
// from there, whoever starts it: all that were given, as far as it takes them,
void options_line(struct text *line, const struct options *options);
// one more, which counts instead of an earlier one (value NULL: it has none),
void options_line_add(struct text *line, enum option id, const char *value);
// and, last of all, words that are no options.
void options_line_words(struct text *line, const char *const *words,
                        size_t count);
// The reverse: split in place. To be freed.
char **options_words(char *line, int *count);

// Help: a line or two for each option of these commands.
void options_help(FILE *out, enum option_user users);
// The names of those that this version knows but nobody takes yet.
void options_later(FILE *out);

#endif
