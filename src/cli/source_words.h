// SPDX-License-Identifier: Apache-2.0
// What the commands over C programs share: whom the words of a command line are
// for, and what the compiler is given.

#ifndef MAZURKA_CLI_SOURCE_WORDS_H
#define MAZURKA_CLI_SOURCE_WORDS_H

#include "base/memory.h"
#include "check/options.h"
#include "cli/launch.h"

// The words of a command line, sorted by whom they are for.
struct words {
    VEC(char *) ours;               // options of mazurka
    VEC(const char *) for_compiler; // sources and flags
    VEC(char *) for_program;        // after --
};

// Sort and parse them, and go on, unless there is only help to be given.
int with_words(int count, char **arguments, enum option_user user,
               const char *topic_name,
               int (*go)(const struct words *, const struct options *));

// Said in one line, where the compiler would need several.
bool sources_are_there(const struct words *words,
                       struct launch_failure *failure);

// What the compiler is given: also what becomes of loops, which is decided when
// the program is built.
struct build {
    const char **at;
    size_t count, room;
    char loops[32], purity[32];
};

void build_open(struct build *build, const struct words *words,
                const struct options *options);

#endif
