// SPDX-License-Identifier: Apache-2.0
// mazurka replay: see a finding again, from its trace file.

#include "cli/command.h"

#include "base/file.h"
#include "cli/options.h"
#include "cli/page.h"
#include "cli/refuse.h"
#include "report/trace_file.h"

#include <string.h>

enum { MOST_BYTES = 16 << 20 }; // of a program

// ---------------------------------------------------------- finding the
// program

struct source {
    char *text; // NULL: not found
    size_t length;
    bool changed; // there is such a file, but it is another program
};

static void try_path(struct source *s, const struct trace_file *trace,
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
static struct source find_program(const struct trace_file *trace,
                                  const char *trace_path) {
    struct source s = {0};
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

static int show(const struct options *o, struct machine *m,
                const struct trace_file *trace) {
    struct text page = page_for(o);
    page.everything = true; // this is what the command is for
    struct mishap start = m->mishap;
    struct story story;
    char error[160];
    int code;
    const struct mishap *mishap = NULL;
    if (!story_tell(m, &start, trace->schedule.at, trace->schedule.count,
                    &story, error, sizeof error)) {
        code = refuse(NULL, "the trace does not fit the program: %s", error);
    } else if (!(mishap = story_mishap(&story, m, trace->kind, trace->thread,
                                       trace->line))) {
        code = refuse(NULL, "the trace does not lead to its finding");
    } else {
        struct text_finding finding = {
            .kind = trace->kind,
            .message = mishap->message,
            .thread = trace->thread,
            .file = trace->program,
            .line = trace->line,
            .execution = trace->executions,
        };
        if (!option_on(o, OPTION_QUIET))
            text_replay(&page, m, &finding, &story);
        report_last_line_unsafe(stdout, trace->kind, trace->program,
                                trace->line, trace->executions);
        code = (int)option_number(o, OPTION_ERROR_EXITCODE);
    }
    story_free(&story);
    return code;
}

static int replay_program(const struct options *o,
                          const struct trace_file *trace,
                          const struct source *source) {
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
    int code = show(o, m, trace);
    machine_destroy(m);
    return code;
}

static int replay(const struct options *o, const char *path) {
    size_t length;
    const char *reason;
    char *text = file_read(path, TRACE_FILE_MOST_BYTES, &length, &reason);
    if (!text)
        return refuse(NULL, "cannot read %s: %s", path, reason);
    struct trace_file trace;
    char error[160];
    int code;
    if (!trace_file_parse(text, length, &trace, error, sizeof error)) {
        code = refuse(NULL, "cannot replay %s: %s", path, error);
    } else if (option_on(o, OPTION_GDB)) {
        code = refuse(NULL,
                      "--gdb is for traces of C programs; %s is of a "
                      "model",
                      path);
    } else {
        struct source source = find_program(&trace, path);
        code = replay_program(o, &trace, &source);
        memory_free(source.text);
    }
    trace_file_free(&trace);
    memory_free(text);
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
        code = replay(&o, o.files.at[0]);
    }
    options_free(&o);
    return code;
}
