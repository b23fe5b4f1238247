// SPDX-License-Identifier: Apache-2.0
// What mazurka cannot do for the user, said in one line: to people on standard
// error, to scripts as the last line on standard output.

#ifndef MAZURKA_CHECK_MESSAGES_H
#define MAZURKA_CHECK_MESSAGES_H

#include <stdio.h>

// The hint is for people only, and may be NULL. Returns the exit code.
int refuse(const char *hint, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// In a process whose standard error the program under test has: diagnostics go
// there from now on.
void messages_to(FILE *file);

// A line of diagnostics on standard error; nothing else is affected.
void complain_line(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

// Standard output is written completely now. Says so if that is not possible
// for another reason than that nobody reads it.
void finish_output(void);

#endif
