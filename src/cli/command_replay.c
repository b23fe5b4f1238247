// SPDX-License-Identifier: Apache-2.0
// mazurka replay: see a finding again, from its trace file.

#include "cli/command.h"

#include "base/file.h"
#include "cli/launch.h"
#include "cli/rebuild.h"
#include "check/console.h"
#include "check/options.h"
#include "check/messages.h"
#include "check/replay_trace.h"
#include "report/report.h"
#include "report/trace_file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MOST_BYTES = 16 << 20, // of a model
    MOST_EXECUTABLE = 1 << 30,
};

// ---------------------------------------------------------- finding the
// program

struct model_text {
    char *text; // NULL: not found
    size_t length;
    bool changed; // there is such a file, but it is another program
};

static void try_path(struct model_text *s, const struct trace_file *trace,
                     const char *path) {
    const char *reason;
    size_t length;
    if (s->text || !file_is_regular(path))
        return;
    char *text = file_read(path, MOST_BYTES, &length, &reason);
    if (!text)
        return;
    struct program_hash hash = program_hash(text, length);
    if (strcmp(hash.text, trace->hash.text) == 0) {
        s->text = text;
        s->length = length;
    } else {
        s->changed = true;
        memory_free(text);
    }
}

// Where the trace says, where the trace itself is, where it was made.
static struct model_text find_program(const struct trace_file *trace,
                                      const char *trace_path) {
    struct model_text s = {0};
    char *beside = file_beside(trace_path, file_name(trace->program));
    try_path(&s, trace, trace->program);
    try_path(&s, trace, beside);
    if (trace->directory && trace->program[0] != '/') {
        size_t room = strlen(trace->directory) + strlen(trace->program) + 2;
        char *path = memory_new(room, 1);
        snprintf(path, room, "%s/%s", trace->directory, trace->program);
        try_path(&s, trace, path);
        memory_free(path);
    }
    memory_free(beside);
    return s;
}

// ------------------------------------------------------------------ the replay

static int replay_program(const struct options *o,
                          const struct trace_file *trace,
                          const struct model_text *source) {
    if (!source->text)
        return source->changed
                   ? refuse(NULL, "%s has changed since the trace was made",
                            trace->program)
                   : refuse("it is looked for where it was and beside the "
                            "trace",
                            "cannot find %s", trace->program);
    struct model_error error;
    struct model_program *program =
        model_parse(trace->program, source->text, source->length, &error);
    if (!program)
        return refuse(NULL, "%s:%u:%u: %s", trace->program, error.line,
                      error.column, error.message);
    struct machine *m = model_machine(program, trace->relation);
    int code = replay_trace(o, console_for(o), m, trace);
    machine_destroy(m);
    return code;
}

// -------------------------------------------------------- traces of programs

// The options of the check that matter again.
static void add_options_of_check(struct text *line,
                                 const struct trace_file *trace) {
    static const enum option ids[] = {
        OPTION_RACES, OPTION_INDEPENDENT_ADDS, OPTION_DYNAMIC_LOOPS,
        OPTION_REUSE, OPTION_ALGORITHM,        OPTION_ABORT,
        OPTION_CHECK, OPTION_NO_CHECK,         OPTION_MEMORY,
        OPTION_NONDET};
    const cJSON *were = cJSON_GetObjectItem(trace->root, "options");
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        const char *value = cJSON_GetStringValue(
            cJSON_GetObjectItem(were, option_name(ids[i])));
        if (value)
            options_line_add(line, ids[i], value);
    }
    if (cJSON_IsTrue(
            cJSON_GetObjectItem(were, option_name(OPTION_SPURIOUS_WAKEUPS))))
        options_line_add(line, OPTION_SPURIOUS_WAKEUPS, NULL);
}

typedef VEC(const char *) word_list;

static void add_words(const cJSON *list, word_list *words) {
    const cJSON *item;
    cJSON_ArrayForEach(item, list) if (cJSON_IsString(item))
        vec_push(words, item->valuestring);
}

static bool is_ours(const char *program) {
    bool ours = file_is_regular(program) && launch_is_ours(program);
    if (!ours)
        refuse(NULL, "%s is no program built by this version of mazurka",
               program);
    return ours;
}

// A trace comes from anywhere: what it names is run only if it is a program of
// ours, and the one that the trace was made for.
static bool is_the_program(const struct trace_file *trace,
                           const char *program) {
    const char *reason;
    size_t length;
    if (!is_ours(program))
        return false;
    char *bytes = file_read(program, MOST_EXECUTABLE, &length, &reason);
    bool same =
        bytes && !strcmp(program_hash(bytes, length).text, trace->hash.text);
    memory_free(bytes);
    if (!same)
        refuse(NULL, "%s: the trace was made for another build of the program",
               program);
    return same;
}

// As often as asked for, each time in a new process. Only the last one is seen;
// it is the first that fails, if one does.
static int run_repeatedly(const struct options *o, const char *program,
                          const word_list *arguments, const struct text *line) {
    uint64_t wanted = option_number(o, OPTION_REPEAT), same = 0;
    int found = (int)option_number(o, OPTION_ERROR_EXITCODE);
    while (same + 1 < wanted &&
           launch_run(program, (char **)arguments->at, (int)arguments->count,
                      line, LAUNCH_SILENT) == found)
        same++;
    int code =
        launch_run(program, (char **)arguments->at, (int)arguments->count, line,
                   option_on(o, OPTION_GDB) ? LAUNCH_GDB : LAUNCH_PLAIN);
    if (code < 0)
        code = refuse(NULL, "the program ended before it was replayed");
    if (wanted > 1)
        complain_line("%" PRIu64 " of %" PRIu64 " replays came to the finding",
                      same + (code == found), wanted);
    return same + 1 == wanted || code != found ? code : VERDICT_NOT_CHECKED;
}

static int run_it(const struct options *o, const struct trace_file *trace,
                  const char *path, const char *program,
                  const word_list *compiler) {
    word_list arguments = {0};
    struct text line = {0};
    add_words(cJSON_GetObjectItem(trace->root, "arguments"), &arguments);
    add_options_of_check(&line, trace);
    options_line(&line, o);
    options_line_add(&line, OPTION_REPLAY, path);
    if (option_on(o, OPTION_GDB))
        options_line_add(&line, OPTION_REPLAY_STOP, NULL);
    if (compiler->count) {
        options_line_add(&line, OPTION_COMPILED, "0");
        options_line_words(&line, compiler->at, compiler->count);
    }
    int code = run_repeatedly(o, program, &arguments, &line);
    text_free(&line);
    vec_free(&arguments);
    return code;
}

// The executable: the one of the trace, or built again from its sources.
static int run_again(const struct options *o, const struct trace_file *trace,
                     const char *path) {
    word_list compiler = {0};
    add_words(cJSON_GetObjectItem(trace->root, "compiler"), &compiler);
    int code = VERDICT_NOT_CHECKED;
    char *built = NULL, *there = NULL;
    if (compiler.count)
        built = rebuild(o, trace, compiler.at, (int)compiler.count, &code);
    else if (!(there = realpath(trace->program, NULL)))
        refuse(NULL, "cannot find %s", trace->program);
    const char *program = compiler.count ? built : there;
    // Built for a debugger it is another file: rebuild() compared the sources.
    if (program &&
        (built && option_on(o, OPTION_GDB) ? is_ours(program)
                                           : is_the_program(trace, program)))
        code = run_it(o, trace, path, program, &compiler);
    if (built)
        launch_remove(built);
    free(there);
    vec_free(&compiler);
    return code;
}

static int replay_native(const struct options *o,
                         const struct trace_file *trace, const char *path) {
    char *absolute = realpath(path, NULL);
    // Sources are named from where the check was run.
    if (trace->directory && chdir(trace->directory) != 0)
        complain_line("cannot go to %s, where the trace was made",
                      trace->directory);
    int code = run_again(o, trace, absolute ? absolute : path);
    free(absolute);
    return code;
}

static int replay_model(const struct options *o, const struct trace_file *trace,
                        const char *path) {
    const char *not_for_models = option_on(o, OPTION_GDB) ? "gdb"
                                 : option_number(o, OPTION_REPEAT) > 1
                                     ? "repeat"
                                     : NULL;
    if (not_for_models)
        return refuse(NULL,
                      "--%s is for traces of C programs; %s is of a model",
                      not_for_models, path);
    struct model_text text = find_program(trace, path);
    int code = replay_program(o, trace, &text);
    memory_free(text.text);
    return code;
}

static int replay_file(const struct options *o, const char *path) {
    struct trace_file trace;
    int code = VERDICT_NOT_CHECKED;
    if (read_trace(path, &trace))
        code = trace.native ? replay_native(o, &trace, path)
                            : replay_model(o, &trace, path);
    trace_file_free(&trace);
    return code;
}

int command_replay(int count, char **arguments) {
    struct options o;
    char error[400];
    int code;
    if (!options_parse(&o, FOR_REPLAY, count, arguments, error, sizeof error)) {
        code = refuse("see 'mazurka help replay'", "%s", error);
    } else if (o.help) {
        char *topic[] = {"replay"};
        code = command_help(1, topic);
    } else if (o.files.count != 1) {
        code = refuse("see 'mazurka help replay'", "one trace file is needed");
    } else {
        code = replay_file(&o, o.files.at[0]);
    }
    options_free(&o);
    return code;
}
