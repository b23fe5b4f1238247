// SPDX-License-Identifier: Apache-2.0

#include "check/replay_trace.h"

#include "base/file.h"
#include "check/messages.h"
#include "report/report.h"

bool read_trace(const char *path, struct trace_file *trace) {
    size_t length;
    const char *reason;
    char error[160];
    *trace = (struct trace_file){0};
    char *text = file_read(path, TRACE_FILE_MOST_BYTES, &length, &reason);
    if (!text) {
        refuse(NULL, "cannot read %s: %s", path, reason);
        return false;
    }
    bool read = trace_file_parse(text, length, trace, error, sizeof error);
    if (!read)
        refuse(NULL, "cannot replay %s: %s", path, error);
    memory_free(text);
    return read;
}

int replay_trace(const struct options *o, struct console console,
                 struct machine *m, const struct trace_file *trace) {
    struct mishaps start = m->mishaps;
    struct story story;
    char error[160];
    int code;
    const struct mishap *mishap = NULL;
    if (!story_tell(m, &start, &trace->schedule, &story, error,
                    sizeof error)) {
        code = refuse(NULL, "the trace does not fit the program: %s", error);
    } else if (!(mishap = story_mishap(&story, m, trace->kind, trace->thread,
                                       trace->line))) {
        code = refuse(NULL, "the trace does not lead to its finding");
    } else {
        story.scenario = trace->scenario.name;
        if (!option_on(o, OPTION_QUIET))
            print_finding(&console, mishap, &story);
        report_last_line_unsafe(console.out, trace->kind,
                                machine_place(m, mishap->site).file,
                                trace->line, trace->executions);
        code = (int)option_number(o, OPTION_ERROR_EXITCODE);
    }
    story_free(&story);
    return code;
}
