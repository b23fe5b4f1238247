// SPDX-License-Identifier: Apache-2.0
// Who waits for what, held by whom: a deadlock or a livelock in words.

#ifndef MAZURKA_REPORT_DEADLOCK_H
#define MAZURKA_REPORT_DEADLOCK_H

#include "explore/trace/trace.h"

// The machine stands at the end of an execution in which somebody waits for
// ever: say so, in one line, beginning with the thread of the mishap.
void deadlock_message(const struct trace *trace, struct mishap *mishap);

// What one waiting thread waits for. Empty if it does not wait.
void deadlock_describe(const struct trace *trace, unsigned thread, char *text,
                       size_t room);

#endif
