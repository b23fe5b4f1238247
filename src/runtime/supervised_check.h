// SPDX-License-Identifier: Apache-2.0
// A check whose program runs in other processes (supervisor.h): what they send
// becomes the report.

#ifndef MAZURKA_RUNTIME_SUPERVISED_CHECK_H
#define MAZURKA_RUNTIME_SUPERVISED_CHECK_H

#include "runtime/worker.h"

// The exit code. `worker` has no supervisor yet.
int supervised_check(struct worker *worker);
// The schedule of a trace file, told by worker->replay: its exit code.
int supervised_replay(struct worker *worker);

#endif
