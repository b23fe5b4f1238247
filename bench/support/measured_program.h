// SPDX-License-Identifier: Apache-2.0
// The programs of the benchmarks: built by 'mazurka cc', each way of building
// once, and checked by 'mazurka run' in a process of their own.

#ifndef MAZURKA_BENCH_MEASURED_PROGRAM_H
#define MAZURKA_BENCH_MEASURED_PROGRAM_H

#include "paper_table.h"

struct binary {
    char *key; // how it was built
    char *path;
};

struct workshop {
    const char *mazurka, *programs; // the tool; the folder of the sources
    char folder[64];                // for what is built
    VEC(struct binary) binaries;
    VEC(char *) files; // others in the folder
    // Who removes the folder if this process is killed, and the end of a pipe by
    // which it knows.
    int guard, lifeline;
};

// What came out of a search.
struct outcome {
    uint64_t complete, blocked, sleep_set_blocked, steps, peak_kib;
    double seconds, cpu_seconds; // of the search alone
    bool finished;               // every execution was looked at
    bool limited;                // not finished because of time or memory
    char why[160];               // if it is not finished
};

bool workshop_open(struct workshop *shop, const char *mazurka,
                   const char *programs);
void workshop_close(struct workshop *shop); // removes what was built

// The path of a program built with these words, or NULL: `why` says why. It
// stays the workshop's.
const char *workshop_build(struct workshop *shop, const char *program,
                           const struct words *words, char *why, size_t room);

// Limits are in seconds and MiB. The search gets --timeout and --max-memory;
// a process that does not obey is killed.
struct outcome workshop_check(struct workshop *shop, const char *binary,
                              const struct words *options, double seconds,
                              unsigned mib);

// What the program costs without a search (machine/bare.h): one execution.
struct bare {
    double cpu_seconds, steps;
};

// False if it could not be measured.
bool workshop_bare(struct workshop *shop, const char *binary, double seconds,
                   struct bare *bare);

// A path in the workshop's folder, for a file that is removed with it; to be
// freed.
char *workshop_file(struct workshop *shop, const char *name);

// Run a command and wait: its exit code, or -1 if it was killed or could not
// be run. Where standard output and standard error go: files, or NULL for
// nowhere. No limit if `seconds` is 0. *cpu_seconds, if not NULL: what it and
// its children have used.
int command_run(const struct words *command, const char *output,
                const char *errors, double seconds, double *cpu_seconds);

#endif
