// SPDX-License-Identifier: Apache-2.0
// What a person reads: findings, statistics, and what to try next.

#ifndef MAZURKA_REPORT_REPORT_TEXT_H
#define MAZURKA_REPORT_REPORT_TEXT_H

#include "report/report.h"
#include "report/story.h"

// How to write, and where to.
struct console {
    FILE *out;
    bool colour;
    bool everything; // long schedules in full
    bool meanings;   // what the words mean, too
    unsigned width;  // columns of the page
};

// One finding, and which execution has shown it: what, where, the schedule with
// one column a thread.
void print_finding(const struct console *console, struct machine *machine,
                   const struct mishap *mishap, uint64_t execution,
                   const struct story *story);
// The same, but in the order in which it happens: the finding comes last.
void print_replayed(const struct console *console, struct machine *machine,
                    const struct mishap *mishap, uint64_t execution,
                    const struct story *story);

// Which algorithm was taken, for which one, and why; as part of a line.
void print_algorithm(const struct console *console,
                     const struct report *report);
void print_statistics(const struct console *console,
                      const struct report *report);

// What checking under one memory model means for this program, if it matters.
void print_memory_model(const struct console *console,
                        const struct report *report);

// Which option helps from here, if any.
void print_hints(const struct console *console, const struct report *report,
                 bool keep_going);

#endif
