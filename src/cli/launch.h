// SPDX-License-Identifier: Apache-2.0
// Programs that check themselves: building one in a place of its own, running
// one with options.

#ifndef MAZURKA_CLI_LAUNCH_H
#define MAZURKA_CLI_LAUNCH_H

#include "base/text.h"

#include <stdbool.h>

// Build a program from `words` (sources and compiler flags) in a new folder.
// NULL if that failed or was interrupted, which was said; `code` is the exit
// code then. The path is to be given to launch_remove.
char *launch_build(const char *const *words, int count, int *code);
void launch_remove(char *executable);

// Is this a program that was built by `mazurka cc` of this version?
bool launch_is_ours(const char *program);

enum launch_manner {
    LAUNCH_PLAIN,
    LAUNCH_LAST,   // its files go as soon as it runs: nobody needs them again
    LAUNCH_SILENT, // what it prints is not shown
    LAUNCH_GDB,    // inside gdb, stopped before the last step of the replay
};

enum { LAUNCH_NO_VERDICT = -1 };

// Run it and wait: its exit code, or LAUNCH_NO_VERDICT if it ended before it
// could report. `options` is a line for MAZURKA_OPTIONS (check/options.h).
int launch_run(const char *executable, char **arguments, int count,
               const struct text *options, enum launch_manner manner);

#endif
