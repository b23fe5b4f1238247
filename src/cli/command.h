// SPDX-License-Identifier: Apache-2.0
// The commands. Each is one function in its own file; it is given what comes
// after its name, and returns the exit code. A new command is one row here.

#ifndef MAZURKA_CLI_COMMAND_H
#define MAZURKA_CLI_COMMAND_H

#include <stdbool.h>

// clang-format off
//     name       function           usage                                             what it does
#define COMMANDS(X)                                                                                                                                     \
    X("model",   command_model,   "model [OPTIONS] FILE.model",                        "check an abstract program ('mazurka help model')", true)           \
    X("replay",  command_replay,  "replay [OPTIONS] TRACE.json",                       "show the schedule of a finding again, step by step", true)         \
    X("list",    command_list,    "list",                                              "algorithms and options", true)                                     \
    X("help",    command_help,    "help [TOPIC]",                                      "more help; the topics are listed below", true)                     \
    X("check",   command_check,   "[check] [OPTIONS] FILE.c… [COMPILER OPTIONS] [-- ARGUMENTS]", "check a C program", true)                               \
    X("run",     command_run,     "run [OPTIONS] BINARY [-- ARGUMENTS]",               "check a program built by 'mazurka cc'", true)                     \
    X("cc",      command_cc,      "cc CLANG-ARGUMENTS…",                               "compile a C program for 'mazurka run'", true)                     \
    X("compare", command_compare, "compare [OPTIONS] FILE.c…",                         "every algorithm on one C program, as a table", true)
// clang-format on

#define X(name, function, ...) int function(int count, char **arguments);
COMMANDS(X)
#undef X

#endif
