// SPDX-License-Identifier: Apache-2.0
// Running another program to its end.

#ifndef MAZURKA_CC_DRIVER_PROCESS_H
#define MAZURKA_CC_DRIVER_PROCESS_H

#include "base/text.h"

// A command line that grows. The words are copied.
struct command {
    char **at;
    size_t count, room;
};

void command_add(struct command *command, const char *word);
void command_add_all(struct command *command, const char *const *words,
                     size_t count);
void command_free(struct command *command);

// Runs it and waits. Standard output goes to `output`, standard error to
// `errors`, where these are not NULL; else to our own. Returns its exit status,
// 128 + the signal that ended it, or 127 if it could not be started.
int process_run(const struct command *command, struct text *output,
                struct text *errors);

// "mazurka: not checked: " what it is, and why. Returns CC_NOT_CHECKED.
int process_refuse(struct text *errors, const char *what, const char *why);
// A message to `errors`, or to standard error if that is NULL.
void process_say(struct text *errors, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
