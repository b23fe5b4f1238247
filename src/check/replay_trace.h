// SPDX-License-Identifier: Apache-2.0
// A schedule from a trace file, told step by step on its machine.

#ifndef MAZURKA_CHECK_REPLAY_TRACE_H
#define MAZURKA_CHECK_REPLAY_TRACE_H

#include "check/console.h"
#include "report/trace_file.h"

// False if that is no trace file, which is said. To be freed in any case.
bool read_trace(const char *path, struct trace_file *trace);

// Returns the exit code: that of the finding, or 3 if the trace does not fit.
int replay_trace(const struct options *options, struct console console,
                 struct machine *machine, const struct trace_file *trace);

#endif
