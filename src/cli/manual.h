// SPDX-License-Identifier: Apache-2.0
// The manual page, in the language of man: made of the tables of commands and
// options and of the help topics, so that it says what they say.

#ifndef MAZURKA_CLI_MANUAL_H
#define MAZURKA_CLI_MANUAL_H

struct help_topic {
    const char *name;
    void (*print)(void);
};

// To standard output. The topics become sections of their own.
void manual_print(const struct help_topic *topics, int count);

#endif
