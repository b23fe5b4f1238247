// SPDX-License-Identifier: Apache-2.0
// What a person reads: findings, statistics, and what to try next.

#ifndef MAZURKA_REPORT_REPORT_TEXT_H
#define MAZURKA_REPORT_REPORT_TEXT_H

#include "report/report.h"
#include "report/story.h"

// How to write, and where to.
struct text {
    FILE *out;
    bool colour;
    bool everything; // long schedules in full
    bool meanings;   // what the words mean, too
    unsigned width;  // columns of the page
};

// One finding: what, where, the schedule that shows it with one column a
// thread. `thread` is its thread's name.
struct text_finding {
    enum finding_kind kind;
    const char *message, *thread, *file;
    unsigned line;
    uint64_t execution;
};
void text_finding(const struct text *text, struct machine *machine,
                  const struct text_finding *finding,
                  const struct story *story);
// The same, but in the order in which it happens: the finding comes last.
void text_replay(const struct text *text, struct machine *machine,
                 const struct text_finding *finding, const struct story *story);

// Which algorithm was taken, for which one, and why; as part of a line.
void text_algorithm(const struct text *text, const struct report *report);
void text_statistics(const struct text *text, const struct report *report);

// Which option helps from here, if any.
void text_hints(const struct text *text, const struct report *report,
                bool keep_going);

#endif
