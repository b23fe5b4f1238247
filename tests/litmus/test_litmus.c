// SPDX-License-Identifier: Apache-2.0
// Every litmus test says, in comments, what must come out:
//
//   (* rc11: Sometimes 1 3 *)     the observation under this memory
//   (* ra: refused: text *)       the search refuses it, with this text
//   (* refused: text *)           the parser does, with "LINE:COLUMN: message"
//   (* state: 0:r0=1; *)          the states under rc11: these, no others
//   (* flag: data-race *)         the flag under rc11, or none
//   (* last: text *)              for litmus.sh

#include "base/file.h"
#include "base/text.h"
#include "explore/search.h"
#include "litmus/litmus_outcomes.h"
#include "machine/model/model.h"

#include <glob.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static unsigned failed, checked;

struct run {
    const char *file;
    char *text;
    size_t length;
    char *output; // of litmus_print, or why it was refused
};

__attribute__((format(printf, 2, 3))) static void
complain(const struct run *r, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    printf("%s: ", r->file);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n%s", r->output ? r->output : "");
    failed++;
}

static void on_execution(void *context, const struct trace *trace,
                         enum ending ending, uint64_t number) {
    if (ending == ENDED_COMPLETE)
        litmus_outcome(context, trace, number);
}

static void explore(struct run *r, struct litmus *litmus, enum memory memory) {
    struct machine *m = model_machine(
        litmus->program,
        (struct relation){.graphs = true, .readers_conflict = true});
    litmus->program = NULL;
    struct search_options how = {
        .algorithm = ALGORITHM_GRAPH, .memory = memory, .keep_going = true};
    struct litmus_outcomes outcomes = {.litmus = litmus,
                                       .races_count = memory == MEMORY_RC11};
    struct search_observer observer = {.execution = on_execution,
                                       .context = &outcomes};
    struct search_result result;
    search(m, &how, &observer, NULL, &result);
    size_t size;
    FILE *out = open_memstream(&r->output, &size);
    if (result.refusal[0])
        fprintf(out, "%s\n", result.refusal);
    else
        litmus_print(&outcomes, model_program(m), out);
    fclose(out);
    litmus_outcomes_free(&outcomes);
    search_result_free(&result);
    machine_destroy(m);
}

static void run(struct run *r, enum memory memory) {
    struct model_error error;
    free(r->output);
    struct litmus *litmus = litmus_parse(r->file, r->text, r->length, &error);
    r->output = NULL;
    if (litmus)
        explore(r, litmus, memory);
    else if (asprintf(&r->output, "%u:%u: %s\n", error.line, error.column,
                      error.message) < 0)
        abort();
    litmus_free(litmus);
}

// Is there a line that is this, or ends in it?
static bool has_line(const struct run *r, const char *start, const char *end) {
    const char *at = r->output;
    for (const char *stop; (stop = strchr(at, '\n')); at = stop + 1) {
        size_t length = (size_t)(stop - at), tail = strlen(end);
        if (strncmp(at, start, strlen(start)) == 0 && length >= tail &&
            memcmp(stop - tail, end, tail) == 0)
            return true;
    }
    return false;
}

static void expect_states(struct run *r, const char *state) {
    char count[40];
    unsigned states = 0;
    for (const char *at = r->text; (at = strstr(at, "(* state: ")); at++)
        states++;
    snprintf(count, sizeof count, "States %u", states);
    run(r, MEMORY_RC11);
    if (!has_line(r, state, state) || !has_line(r, count, count))
        complain(r, "%u states, one of them %s, expected", states, state);
}

static void expect_flag(struct run *r, const char *flag) {
    run(r, MEMORY_RC11);
    bool none = strcmp(flag, "none") == 0;
    if (none ? has_line(r, "Flag ", "") : !has_line(r, "Flag ", flag))
        complain(r, "flag %s expected", flag);
}

static void expect_under(struct run *r, enum memory memory, const char *text) {
    run(r, memory);
    const char *name = memory_model(memory)->name;
    if (text_starts(text, "refused: ")) {
        if (!strstr(r->output, text + strlen("refused: ")))
            complain(r, "under %s: %s", name, text);
    } else if (!has_line(r, "Observation ", text)) {
        complain(r, "under %s: %s expected", name, text);
    }
}

static void expect(struct run *r, const char *what, const char *text) {
    checked++;
    for (int i = 0; i < MEMORY_COUNT; i++)
        if (strcmp(what, memory_model((enum memory)i)->name) == 0) {
            expect_under(r, (enum memory)i, text);
            return;
        }
    if (strcmp(what, "state") == 0) {
        expect_states(r, text);
    } else if (strcmp(what, "flag") == 0) {
        expect_flag(r, text);
    } else if (strcmp(what, "refused") == 0) {
        run(r, MEMORY_RC11);
        if (!strstr(r->output, text))
            complain(r, "to be refused: %s", text);
    } else if (strcmp(what, "last") != 0) {
        complain(r, "what is '%s'?", what);
    }
}

static void check_file(const char *file) {
    const char *reason;
    struct run r = {.file = file};
    r.text = file_read(file, 1 << 20, &r.length, &reason);
    unsigned before = checked;
    char *lines = memory_text(r.text, r.length), *rest = lines, *line;
    while ((line = strsep(&rest, "\n"))) {
        char *colon = strstr(line, ": "), *end = strstr(line, " *)");
        if (!text_starts(line, "(* ") || !colon || !end || end < colon ||
            memchr(line + 3, ' ', (size_t)(colon - line - 3)))
            continue;
        *colon = *end = '\0';
        expect(&r, line + 3, colon + 2);
    }
    if (checked == before)
        complain(&r, "does not say what must come out");
    memory_free(lines);
    memory_free(r.text);
    free(r.output);
}

int main(void) {
    glob_t files;
    if (glob(LITMUS_TESTS "/*.litmus", 0, NULL, &files) != 0)
        return 1;
    for (size_t i = 0; i < files.gl_pathc; i++)
        check_file(files.gl_pathv[i]);
    globfree(&files);
    printf("%u checked, %u failed\n", checked, failed);
    return failed > 0;
}
