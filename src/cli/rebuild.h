// SPDX-License-Identifier: Apache-2.0
// Building a program again because a trace file says how. The file may come from
// a stranger: the compiler gets no word that could make it run or write
// anything, the sources are those that the trace was made of, and the user has
// agreed.

#ifndef MAZURKA_CLI_REBUILD_H
#define MAZURKA_CLI_REBUILD_H

#include "check/options.h"
#include "report/trace_file.h"

// The executable, to be removed by launch_remove; or NULL, with the exit code,
// and why is said.
char *rebuild(const struct options *options, const struct trace_file *trace,
              const char *const *words, int count, int *code);

// The first word that the compiler must not get from a stranger, or NULL.
const char *rebuild_suspicious(const char *const *words, int count);

#endif
