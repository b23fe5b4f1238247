// SPDX-License-Identifier: Apache-2.0
// A check from the machine to the verdict: search, findings with their trace
// files, statistics, JSON, the last line. The same for models and for programs;
// the caller makes the machine and says where it comes from.

#ifndef MAZURKA_CHECK_CHECK_H
#define MAZURKA_CHECK_CHECK_H

#include "check/options.h"
#include "check/progress.h"
#include "report/dot.h"
#include "report/report.h"
#include "report/report_text.h"
#include "report/trace_file.h"

struct check {
    // By the caller: options, who takes them, the report's program, machine and
    // algorithm, and what a trace file has to say.
    struct options options;
    enum option_user user;
    struct report report;
    struct trace_origin origin;
    void (*aside)(struct check *); // may tell something now; NULL: nothing
    // Of the run.
    struct console console;
    struct search_result result;
    struct mishap start; // before any step
    struct progress progress;
    struct dot *dot;            // NULL: not wanted
    VEC(struct mishap) mishaps; // of the execution that runs
    bool shows_executions;      // some output does
    uint64_t shown;             // executions seen so far
    bool begun;                 // with this algorithm:
    enum algorithm begun_with;
};

// Search, and report to people. Afterwards the report has a verdict.
void check_run(struct check *check);
// JSON and the last line; the exit code. Also when nothing was checked.
int check_finish(struct check *check);
void check_free(struct check *check);

#endif
