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
    bool full_trace; // all steps and accesses, not those that matter
    bool locks;      // at each of them
    bool meanings;   // what the words mean, too
    unsigned width;  // columns of the page
};

#define CONSOLE_RED "\033[1;31m"
#define CONSOLE_BOLD "\033[1m"
#define CONSOLE_FAINT "\033[2m"
#define CONSOLE_UNDERLINED "\033[4m"
#define CONSOLE_PLAIN "\033[0m"

// One finding: what went wrong in a sentence, how that could be, and the steps
// that matter, one column a thread.
void print_finding(const struct console *console, const struct mishap *mishap,
                   const struct story *story);

// Which algorithm was taken, for which one, and why; as part of a line.
void print_algorithm(const struct console *console,
                     const struct report *report);
// Of a search that has left out executions: what is true all the same.
void print_bounds(const struct console *console, const struct report *report);
void print_statistics(const struct console *console,
                      const struct report *report);

// What checking under one memory model means for this program, if it matters.
void print_memory_model(const struct console *console,
                        const struct report *report);

// Which option helps from here, if any.
void print_hints(const struct console *console, const struct report *report,
                 bool keep_going);

#endif
