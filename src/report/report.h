// SPDX-License-Identifier: Apache-2.0
// What a check came to: the one thing that all reports tell, each in its way.
//
// The verdict and the last line follow from the result of the search alone
// (report_judge). They never depend on what else could be printed or written.

#ifndef MAZURKA_REPORT_REPORT_H
#define MAZURKA_REPORT_REPORT_H

#include "explore/search.h"
#include "op/outside.h"

#include <cjson/cJSON.h>

#include <stdio.h>

// The values are the exit codes.
enum verdict {
    VERDICT_SAFE = 0,        // the search is complete and found nothing
    VERDICT_UNSAFE = 1,      // something was found
    VERDICT_INCOMPLETE = 2,  // nothing found so far
    VERDICT_NOT_CHECKED = 3, // the search did not start
};

// A scenario of the program, as its search came to it.
struct scenario_report {
    struct scenario scenario;
    enum verdict verdict;
    char reason[400];
    bool complete;
    uint64_t executions[ENDINGS];
    double seconds;
};

struct report {
    const char *program;     // the file, as the user named it
    const cJSON *sources;    // all of them, if there are more; or NULL
    const cJSON *arguments;  // of the program, or NULL
    struct machine *machine; // NULL if the program could not be read
    enum algorithm asked;    // as the user said; the result has what was taken
    enum memory memory;
    struct search_result *result; // NULL if not checked
    char **traces;                // for each finding its trace file, or NULL
    cJSON **stories; // for each finding what is told of it (told.h), or NULL
    const cJSON *options; // all of them
    const char *graph;    // the tree of the search for graphviz, or NULL
    const char *tree;     // the same as JSON (dot.h), or NULL
    VEC(struct finding) unconfirmed; // what did not happen again
    VEC(struct scenario_report) scenarios; // none: the program is one
    // What was called and is not under control; what of it is trusted.
    VEC(struct outside) outside, trusted;
    // What the program has that another memory model than ours would say more of.
    bool weak_orders, volatiles;
    bool races_ignored; // no data race is told
    bool ignores;    // some kinds of findings: then a thread may stop unseen
    char ended[160]; // how the program's process ended, if not by our will
    bool complete; // everything was explored, whatever was found
    uint64_t peak_kib;            // of the process that has searched
    double compile_seconds;       // until the machine was there
    enum verdict verdict;
    char reason[400]; // of the verdicts incomplete and not checked
};

const char *verdict_name(enum verdict verdict);

// Set verdict and reason from the result.
void report_judge(struct report *report);

// The verdict is "not checked", and why.
void report_not_checked(struct report *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// The last line on standard output, whose form others rely on.
void report_last_line(const struct report *report, FILE *out);
void report_last_line_unsafe(FILE *out, enum finding_kind kind,
                             const char *file, unsigned line,
                             uint64_t executions);
void report_last_line_not_checked(FILE *out, const char *reason);

// Text from outside, with everything that would break a line made visible.
void print_clean(FILE *out, const char *text);

#endif
