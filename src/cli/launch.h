// SPDX-License-Identifier: Apache-2.0
// Programs that check themselves: building one in a place of its own, running
// one with options.

#ifndef MAZURKA_CLI_LAUNCH_H
#define MAZURKA_CLI_LAUNCH_H

#include "base/text.h"

#include <stdbool.h>

// Why there is no program, and the exit code.
struct launch_failure {
    int code; // VERDICT_NOT_CHECKED, or VERDICT_INCOMPLETE
    char reason[300]; // "": it was interrupted
};

// Build a program from `words` (sources and compiler flags) in a new folder.
// NULL if that failed or was interrupted. The path is to be given to
// launch_remove.
char *launch_build(const char *const *words, int count,
                   struct launch_failure *failure);
void launch_remove(char *executable);
// To people, and as the last line: the exit code.
int launch_say(const struct launch_failure *failure);

// Is this a program that was built by `mazurka cc` of this version?
bool launch_is_ours(const char *program);

enum launch_manner {
    LAUNCH_PLAIN,
    LAUNCH_LAST,   // its files go as soon as it runs: nobody needs them again
    LAUNCH_SILENT, // what it prints is not shown
    LAUNCH_GDB,    // inside gdb, stopped before the last step of the replay
};

enum { LAUNCH_NO_VERDICT = -1, LAUNCH_KILLED = -2 };

// Run it and wait: its exit code, or LAUNCH_NO_VERDICT if it ended before it
// could report, LAUNCH_KILLED if that was by SIGKILL, which is somebody else's
// will. `options` is a line for MAZURKA_OPTIONS (check/options.h).
int launch_run(const char *executable, char **arguments, int count,
               const struct text *options, enum launch_manner manner);

#endif
