// SPDX-License-Identifier: Apache-2.0
// A compiler's command line, taken apart as far as a wrapper around clang has
// to: what is to be done, to which files, and what clang must be told.

#ifndef MAZURKA_CC_DRIVER_ARGUMENTS_H
#define MAZURKA_CC_DRIVER_ARGUMENTS_H

#include "cc/ir/unit.h"

enum arguments_action {
    ARGUMENTS_LINK,     // to a program: the default
    ARGUMENTS_COMPILE,  // -c
    ARGUMENTS_ASSEMBLY, // -S
    ARGUMENTS_LOOPS,    // --explain-loops: no output but text
    ARGUMENTS_CLANG,    // clang alone does it: -E, -M, --version, …
};

enum arguments_language {
    LANGUAGE_BY_NAME, // the file's suffix says it
    LANGUAGE_C,
    LANGUAGE_IR,    // LLVM's, as text or bitcode
    LANGUAGE_OTHER, // clang knows what to do with it: assembly
    LANGUAGE_REFUSED,
};

// One input of the link, in order: a file, or a word for the linker (-lm).
struct arguments_input {
    const char *text;
    bool is_source; // to be compiled by us first
    enum arguments_language language;
};

struct arguments_list {
    const char **at;
    size_t count, room;
};

struct arguments {
    enum arguments_action action;
    const char *output; // -o, or NULL
    bool emit_llvm, shared, verbose;
    bool dependencies;             // -MD, -MMD
    bool dependency_file;          // -MF
    bool dependency_target;        // -MT, -MQ
    struct unit_options options;   // of -O, --loops=, --purity=, --states
    const char *wrong, *wrong_why; // an option with a wrong value, or NULL
    const char *not_supported;     // a word that is refused, or NULL
    struct arguments_list all;     // with response files read
    struct arguments_list flags;   // for clang, whatever it does
    struct arguments_list compile; // for compiling alone
    struct {
        struct arguments_input *at;
        size_t count, room;
    } inputs;
    size_t sources;              // how many of them
    struct arguments_list owned; // texts to free
};

// `argv` without the program's own name; it must outlive the arguments.
void arguments_read(struct arguments *arguments, int argc, char **argv);
void arguments_free(struct arguments *arguments);

#endif
