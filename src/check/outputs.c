// SPDX-License-Identifier: Apache-2.0

#include "check/outputs.h"

#include "base/file.h"
#include "check/advice.h"
#include "check/interrupt.h"
#include "check/messages.h"
#include "report/executions.h"
#include "report/json.h"
#include "report/told.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_TRACES = 100 }; // files; further findings are only reported

// --------------------------------------------------------------- trace files

// Where the schedule of the first finding goes; to be freed.
static char *trace_name(const struct check *c) {
    const char *wanted = option_file(&c->options, OPTION_TRACE);
    if (wanted)
        return memory_text(wanted, strlen(wanted));
    return trace_file_usual_name(c->report.program,
                                 !c->origin.native || c->report.sources);
}

static bool write_file(const char *what, const char *file, const char *text) {
    bool written = file_write(file, text, strlen(text));
    if (!written)
        complain_line("cannot write the %s to %s: %s", what, file,
                      strerror(errno));
    return written;
}

// /dev/null has no neighbours of similar names.
static bool is_device(const char *file) {
    struct stat status;
    return stat(file, &status) == 0 && !S_ISREG(status.st_mode) &&
           !S_ISDIR(status.st_mode);
}

void outputs_trace(struct check *c, size_t n, const char *text) {
    size_t file = c->told_before + n;
    if (file >= MOST_TRACES)
        return;
    char *first = trace_name(c);
    char *name = trace_file_name(first, is_device(first) ? 0 : file);
    memory_free(first);
    if (!write_file("trace", name, text)) {
        memory_free(name);
        return;
    }
    c->report.traces[n] = name;
    if (option_on(&c->options, OPTION_QUIET))
        return;
    fputs("trace: ", c->console.out);
    print_clean(c->console.out, name);
    fprintf(c->console.out, "\nagain: mazurka replay %s",
            c->origin.build.text[0] ? "--rebuild " : "");
    print_clean(c->console.out, name);
    fputs(c->origin.build.text[0] ? "   (--gdb: in gdb, backwards too)\n\n"
                                  : "\n\n",
          c->console.out);
}

static void trace_finding(struct check *c, size_t n,
                          const struct story *story) {
    c->origin.named_by_user = option_file(&c->options, OPTION_TRACE);
    char *text = trace_file_text(&c->origin, &c->result->findings.at[n], story);
    if (c->keep_trace)
        c->keep_trace(c, n, text);
    else
        outputs_trace(c, n, text);
    memory_free(text);
}

// Is this a trace that an earlier check of this program has left, and that
// nobody else has named?
static bool is_left_over(const struct check *c, const char *name) {
    struct stat status;
    struct trace_file trace;
    size_t length;
    const char *reason;
    char error[160];
    if (lstat(name, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    char *text = file_read(name, TRACE_FILE_MOST_BYTES, &length, &reason);
    if (!text)
        return false;
    bool ours = trace_file_parse(text, length, &trace, error, sizeof error) &&
                !trace.named_by_user && trace_file_is_of(&trace, &c->origin);
    trace_file_free(&trace);
    memory_free(text);
    return ours;
}

// What was found before is not there any more.
static void remove_left_over(const struct check *c) {
    char *first = trace_name(c);
    bool ours = true;
    for (size_t n = 0; ours && n < MOST_TRACES; n++) {
        char *name = trace_file_name(first, n);
        ours = is_left_over(c, name) && unlink(name) == 0;
        memory_free(name);
    }
    memory_free(first);
}

static void trace_end(struct check *c) {
    if (c->told_before + c->result->findings.count > MOST_TRACES)
        complain_line("only the first %d findings have a trace file",
                      MOST_TRACES);
}

// ---------------------------------------------------------------- for people

static void statistics_end(struct check *c) {
    print_statistics(&c->console, &c->report);
}

static void digest_end(struct check *c) {
    char text[DIGEST_TEXT];
    digest_text(c->result->digest, text);
    fprintf(c->console.out, "digest: %s\n", text);
}

// What the verdict does not speak of, because it was not asked to.
static void left_out(const struct check *c) {
    FILE *out = c->console.out;
    uint64_t ignored = options_ignored(&c->options);
    const char *before = "findings that do not count: ";
    for (int kind = NO_FINDING + 1; kind < FINDING_KINDS; kind++)
        if (ignored & finding_bit((enum finding_kind)kind)) {
            fprintf(out, "%s%s", before, finding_name((enum finding_kind)kind));
            before = ", ";
        }
    if (ignored)
        fputc('\n', out);
    if (option_is(&c->options, OPTION_ABORT, "assume"))
        fputs("abort() is an assumption: who calls it was not wanted\n", out);
}

static void heading(const struct check *c) {
    fputs("checking ", c->console.out);
    print_clean(c->console.out, c->report.program);
    if (!c->origin.native) // how many a program has shows when it runs
        fprintf(c->console.out, ": %u threads, algorithm ",
                c->report.machine->threads);
    else
        fputs(": algorithm ", c->console.out);
    print_algorithm(&c->console, &c->report);
    fputc('\n', c->console.out);
    if (option_on(&c->options, OPTION_VERBOSE))
        options_print(&c->options, c->user, c->console.out);
    left_out(c);
    print_memory_model(&c->console, &c->report);
    fputc('\n', c->console.out);
}

// The heading; or that it is another algorithm now, or that executions which
// were shown do not count.
static void text_begin(struct check *c) {
    if (!c->begun) {
        if (c->scenario < 2) // it is the same for the others
            heading(c);
    } else if (c->result->algorithm != c->begun_with) {
        fputs("algorithm ", c->console.out);
        print_algorithm(&c->console, &c->report);
        fputs("\n\n", c->console.out);
    }
    if (c->shown && option_on(&c->options, OPTION_SHOW_EXECUTIONS))
        fputs("the search starts again: the executions so far do not count\n\n",
              c->console.out);
    fflush(c->console.out); // it is what there is to see for a while
}

static void text_finding(struct check *c, size_t n, const struct story *story) {
    const struct finding *f = &c->result->findings.at[n];
    print_finding(&c->console, &f->mishap, story);
}

static void text_end(struct check *c) {
    if (!c->told_before) // or they were given
        print_hints(&c->console, &c->report,
                    option_on(&c->options, OPTION_KEEP_GOING));
    if (c->report.verdict == VERDICT_INCOMPLETE)
        advice_print(c);
}

static void show_execution(struct check *c, const struct trace *trace,
                           enum ending ending, uint64_t number) {
    progress_erase(&c->progress);
    execution_print(c->console.out, trace, ending, number, c->mishaps.at,
                    c->mishaps.count);
    if (ferror(c->console.out))
        interrupt_now(); // nobody reads on
}

// ------------------------------------------------------- for other programs

static void story_finding(struct check *c, size_t n,
                          const struct story *story) {
    char *text = json_print(told_story(story, &c->result->findings.at[n]));
    if (c->keep_story)
        c->keep_story(c, n, text);
    else
        outputs_story(c, n, text);
    memory_free(text);
}

void outputs_story(struct check *c, size_t n, const char *text) {
    if (!c->report.stories || n >= c->result->findings.count)
        return; // nobody has asked for it
    cJSON_Delete(c->report.stories[n]);
    c->report.stories[n] = NULL;
    if (strlen(text) <= TOLD_MOST_BYTES)
        c->report.stories[n] = cJSON_Parse(text);
    if (!cJSON_IsObject(c->report.stories[n]))
        complain_line("the steps of a finding are too many to be reported");
}

static void graph_begin(struct check *c) {
    dot_free(c->dot);
    c->dot = dot_new();
}

static void graph_execution(struct check *c, const struct trace *trace,
                            enum ending ending, uint64_t number) {
    dot_execution(c->dot, trace, ending, number);
}

static void graph_end(struct check *c) {
    for (size_t i = 0; i < c->result->findings.count; i++) {
        const struct finding *f = &c->result->findings.at[i];
        dot_finding(c->dot, f->execution, finding_name(f->mishap.kind));
    }
    if (dot_left_out(c->dot) && c->options.at[OPTION_DOT].given)
        complain_line("--dot: %" PRIu64
                      " executions are left out: more than %d states",
                      dot_left_out(c->dot), DOT_MOST_NODES);
}

void outputs_draw(struct check *c, char **graph, char **tree) {
    graph_end(c);
    *graph = c->options.at[OPTION_DOT].given
                 ? dot_text(c->dot, c->report.program)
                 : NULL;
    *tree = c->options.at[OPTION_HTML].given ? dot_tree(c->dot) : NULL;
}

// ----------------------------------------------------------------- the table

// In the order in which they are told of anything.
static const struct output {
    const char *what; // for messages
    enum option option;
    enum { IF_GIVEN, UNLESS_GIVEN, IF_TOLD, IF_DRAWN, ALWAYS } when;
    void (*begin)(struct check *);
    void (*execution)(struct check *, const struct trace *, enum ending,
                      uint64_t);
    void (*finding)(struct check *, size_t, const struct story *);
    void (*end)(struct check *);
    char *(*text)(const struct report *); // of the option's file; NULL: none
} outputs[] = {
    // clang-format off
    // what         option                  when           begin        execution        finding        end             text
    {"statistics",  OPTION_STATS,           IF_GIVEN,      NULL,        NULL,            NULL,          statistics_end, NULL},
    {"digest",      OPTION_DIGEST,          IF_GIVEN,      NULL,        NULL,            NULL,          digest_end,     NULL},
    {"report",      OPTION_QUIET,           UNLESS_GIVEN,  text_begin,  NULL,            text_finding,  text_end,       NULL},
    {"trace",       OPTION_TRACE,           ALWAYS,        NULL,        NULL,            trace_finding, trace_end,      NULL},
    {"executions",  OPTION_SHOW_EXECUTIONS, IF_GIVEN,      NULL,        show_execution,  NULL,          NULL,           NULL},
    {"tree",        OPTION_COUNT,           IF_DRAWN,      graph_begin, graph_execution, NULL,          NULL,           NULL},
    {"story",       OPTION_COUNT,           IF_TOLD,       NULL,        NULL,            story_finding, NULL,           NULL},
#define FORMAT_OUTPUT(X, id, name, users, tells, text, what, help) \
    {what, OPTION_##id, IF_GIVEN, NULL, NULL, NULL, NULL, text},
    FORMATS(FORMAT_OUTPUT, )
#undef FORMAT_OUTPUT
    // clang-format on
};

// Is there a format that tells of steps?
static bool tells(const struct options *o) {
#define FORMAT_TELLS(X, id, name, users, tells, ...) \
    || (tells == TELLS && o->at[OPTION_##id].given)
    return false FORMATS(FORMAT_TELLS, );
#undef FORMAT_TELLS
}

bool outputs_tell_estimates(const struct options *o) {
#define FORMAT_GIVEN(X, id, ...) || o->at[OPTION_##id].given
    return !option_on(o, OPTION_QUIET) FORMATS(FORMAT_GIVEN, );
#undef FORMAT_GIVEN
}

static bool wanted(const struct options *o, const struct output *output) {
    switch (output->when) {
    case ALWAYS:
        return true;
    case IF_TOLD:
        return tells(o);
    case IF_DRAWN:
        return o->at[OPTION_DOT].given || o->at[OPTION_HTML].given;
    case IF_GIVEN:
        return o->at[output->option].given;
    case UNLESS_GIVEN:
        return !o->at[output->option].given;
    }
    return false;
}

// Those that are wanted and have this function.
#define FOR_OUTPUTS(o, function)                                        \
    for (const struct output *output = outputs;                         \
         output < outputs + sizeof outputs / sizeof *outputs; output++) \
        if (output->function && wanted(o, output))

bool outputs_see_executions(const struct options *o) {
    FOR_OUTPUTS(o, execution) {
        return true;
    }
    return false;
}

bool outputs_show_executions(const struct options *o) {
    return o->at[OPTION_DOT].given || o->at[OPTION_SHOW_EXECUTIONS].given;
}

// Nobody wants to lose a program to a slip of the pen.
bool outputs_are_safe(struct check *c) {
    char *trace = trace_name(c);
    bool safe = !file_same(trace, c->report.program);
    FOR_OUTPUTS(&c->options, text) {
        safe &= !file_same(option_file(&c->options, output->option),
                           c->report.program);
    }
    if (!safe) {
        report_not_checked(&c->report, "%s would be overwritten",
                           c->report.program);
        complain_line("%s", c->report.reason);
    }
    memory_free(trace);
    return safe;
}

void outputs_begin(struct check *c) {
    FOR_OUTPUTS(&c->options, begin) {
        output->begin(c);
    }
}

void outputs_execution(struct check *c, const struct trace *trace,
                       enum ending ending, uint64_t number) {
    FOR_OUTPUTS(&c->options, execution) {
        output->execution(c, trace, ending, number);
    }
}

void outputs_finding(struct check *c, size_t n, const struct story *story) {
    FOR_OUTPUTS(&c->options, finding) {
        output->finding(c, n, story);
    }
}

void outputs_end(struct check *c) {
    FOR_OUTPUTS(&c->options, end) {
        output->end(c);
    }
}

void outputs_write(struct check *c) {
    if (c->report.verdict == VERDICT_SAFE &&
        !option_file(&c->options, OPTION_TRACE))
        remove_left_over(c);
    cJSON *options = options_json(&c->options, c->user);
    c->report.options = options;
    if (c->dot)
        outputs_draw(c, &c->graph, &c->tree);
    c->report.graph = c->graph;
    c->report.tree = c->tree;
    FOR_OUTPUTS(&c->options, text) {
        const char *file = option_file(&c->options, output->option);
        char *text = file_same(file, c->report.program)
                         ? NULL
                         : output->text(&c->report);
        if (text && strcmp(file, "-") == 0)
            fputs(text, stdout);
        else if (text)
            write_file(output->what, file, text);
        memory_free(text);
    }
    cJSON_Delete(options);
}
