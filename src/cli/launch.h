// SPDX-License-Identifier: Apache-2.0
// Programs that check themselves: building one in a place of its own, running
// one with options.

#ifndef MAZURKA_CLI_LAUNCH_H
#define MAZURKA_CLI_LAUNCH_H

#include "base/text.h"

// Build a program from `words` (sources and compiler flags) in a new folder.
// NULL if that failed; the compiler's messages went to standard error. The path
// is to be given to launch_remove.
char *launch_build(const char *const *words, int count);
void launch_remove(char *executable);

enum launch_manner {
    LAUNCH_PLAIN,
    LAUNCH_LAST,   // its files go as soon as it runs: nobody needs them again
    LAUNCH_SILENT, // what it prints is not shown
    LAUNCH_GDB,    // inside gdb, stopped before the last step of the replay
};

// Run it and wait: its exit code, or 4 if it died. `options` is a line for
// MAZURKA_OPTIONS (check/options.h).
int launch_run(const char *executable, char **arguments, int count,
               const struct text *options, enum launch_manner manner);

#endif
