// SPDX-License-Identifier: Apache-2.0

#include "check/replay_trace.h"

#include "check/console.h"
#include "check/messages.h"
#include "report/report.h"

int replay_trace(const struct options *o, struct machine *m,
                 const struct trace_file *trace) {
    struct console console = console_for(o);
    console.everything = true; // this is what the command is for
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
        struct place place = machine_place(m, mishap->site);
        struct printed_finding finding = {
            .kind = trace->kind,
            .message = mishap->message,
            .thread = trace->thread,
            .file = place.file,
            .line = trace->line,
            .execution = trace->executions,
        };
        if (!option_on(o, OPTION_QUIET))
            print_replayed(&console, m, &finding, &story);
        report_last_line_unsafe(stdout, trace->kind, place.file, trace->line,
                                trace->executions);
        code = (int)option_number(o, OPTION_ERROR_EXITCODE);
    }
    story_free(&story);
    return code;
}
