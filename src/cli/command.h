// SPDX-License-Identifier: Apache-2.0
// The commands. Each is one function in its own file; it is given what comes
// after its name, and returns the exit code. A new command is one row here.

#ifndef MAZURKA_CLI_COMMAND_H
#define MAZURKA_CLI_COMMAND_H

#include <stdbool.h>

// clang-format off
//     name       function           usage                                                          what it does
#define COMMANDS(X)                                                                                                                                       \
    X("check",   command_check,   "[check] [OPTIONS] FILE.c… [COMPILER OPTIONS] [-- ARGUMENTS]",   "check a C program")                                   \
    X("cc",      command_cc,      "cc CLANG-ARGUMENTS…",                                           "compile a C program that explores itself when it is run") \
    X("run",     command_run,     "run [OPTIONS] BINARY [-- ARGUMENTS]",                           "check a program built by 'mazurka cc'")               \
    X("replay",  command_replay,  "replay [OPTIONS] TRACE.json",                                   "show the schedule of a finding again, step by step")  \
    X("compare", command_compare, "compare [OPTIONS] FILE.c… [COMPILER OPTIONS] [-- ARGUMENTS]",   "every algorithm on one C program, as a table")        \
    X("split",   command_split,   "split --into=N [OPTIONS] BINARY -o FOLDER [-- ARGUMENTS]",      "divide a search into units: files for 'mazurka run --unit=FILE'") \
    X("merge",   command_merge,   "merge FOLDER",                                                  "the verdict of all units of a search that was split") \
    X("audit",   command_audit,   "audit [OPTIONS] FILE.c… | FILE.model",                          "two unrelated algorithms on one program: they must agree") \
    X("model",   command_model,   "model [OPTIONS] FILE.model",                                    "check an abstract program")                           \
    X("litmus",  command_litmus,  "litmus [OPTIONS] FILE.litmus",                                  "the final states of a C litmus test of herd")         \
    X("list",    command_list,    "list",                                                          "algorithms and options")                              \
    X("completion", command_completion, "completion bash|zsh|fish",                                 "what makes a shell complete commands and options")    \
    X("help",    command_help,    "help [TOPIC]",                                                  "more help; the topics are listed below")
// clang-format on

#define X(name, function, ...) int function(int count, char **arguments);
COMMANDS(X)
#undef X

#endif
