// SPDX-License-Identifier: Apache-2.0
// A check from the machine to the verdict: search, findings with their trace
// files, statistics, JSON, the last line. The same for models and for programs;
// the caller makes the machine and says where it comes from.
//
//     check_prepare    console; nothing of the user's will be overwritten
//     check_search     needs the machine: counts, and finds
//     check_report     every finding is told, and confirmed by that; the verdict
//         check_tell       needs the machine: one finding, from its schedule
//     check_finish     JSON, the last line, the exit code
//
// A model's machine is in this process. A program's is in others, made for the
// search and for each finding anew (runtime/supervisor.h): this one only
// prepares, reports and finishes.

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
    // mz_run is called; NULL: nobody wants to know.
    void (*on_scenario)(const struct scenario *scenario, bool runs);
    void (*aside)(struct check *); // may tell something now; NULL: nothing
    const volatile sig_atomic_t *stop; // the wish to stop
    // The search begins, or begins anew; something was found: told at once. NULL:
    // nobody has to know.
    void (*begins)(struct check *);
    void (*found)(struct check *, const struct finding *);
    // Instead of check_tell, and of writing the file, in another process.
    bool (*tell)(struct check *, size_t n, char *objection, size_t room);
    void (*keep_trace)(struct check *, size_t n, const char *text);
    bool shortens;                // check_shorten is all that is wanted
    void (*keep_story)(struct check *, size_t n, const char *text);
    void *elsewhere;              // for these
    const struct search_sharing *sharing; // with other processes, or NULL
    const struct bytes *unit;             // to start from, or NULL
    bool portable;                        // parts go to other processes, too
    struct search_result *result; // where the search counts
    // Of the run.
    struct console console;
    double seconds;    // of --timeout that are left; 0: any number
    unsigned scenario; // of the program, that is to be run; 0: the first
    size_t told_before; // findings of the scenarios before it
    struct mishaps start; // before any step
    struct progress progress;
    bool watched; // somebody shows how far it is, here or elsewhere
    struct dot *dot;            // NULL: not wanted, or not here
    char *graph, *tree;         // as text, if it was drawn elsewhere
    VEC(struct mishap) mishaps; // of the execution that runs
    bool shows_executions;      // some output does
    uint64_t shown;             // executions seen so far
    bool begun;                 // with this algorithm:
    enum algorithm begun_with;
};

// False if nothing can be checked: the report says why.
bool check_prepare(struct check *check);
void check_search(struct check *check);
// Look for a schedule of the n-th finding with fewer changes of threads, for so
// many seconds at most. Needs the machine.
#define CHECK_SHORTENS_FOR 0.5
void check_shorten(struct check *check, size_t n);
// Tell of the n-th finding by running its schedule from the start. False if it
// does not happen again: nothing is told then but the objection.
bool check_tell(struct check *check, size_t n, char *objection, size_t room);
// Afterwards the report has a verdict.
void check_report(struct check *check);
// All of these, in this process.
void check_run(struct check *check);
// JSON and the last line; the exit code. Also when nothing was checked.
int check_finish(struct check *check);
// There is nothing to be checked: that is told in all forms, too. The hint is
// for people only, and may be NULL. Returns the exit code.
int check_refuse(struct check *check, const char *hint, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void check_free(struct check *check);

#endif
