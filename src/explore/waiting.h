// SPDX-License-Identifier: Apache-2.0
// Who waits for what, held by whom: the story of a deadlock or a livelock.

#ifndef MAZURKA_EXPLORE_WAITING_H
#define MAZURKA_EXPLORE_WAITING_H

#include "explore/trace/trace.h"

// The machine stands at the end of an execution in which somebody waits for
// ever: say so, in one line.
void waiting_mishap(struct machine *machine, const struct trace *trace,
                    struct mishap *mishap);

// Would all threads that go round a loop for nothing (THREAD_SPINS) do so for
// ever? They would if nobody has changed, since, what they have seen. The
// program itself must not have ended.
bool waiting_spins(struct machine *machine, const struct trace *trace);

// What one waiting thread waits for, in words. Empty if it does not wait.
void waiting_describe(struct machine *machine, const struct trace *trace,
                      unsigned thread, char *text, size_t room);

#endif
