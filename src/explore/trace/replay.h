// SPDX-License-Identifier: Apache-2.0
// A schedule run again, step by step: the one loop for whoever looks at a
// finding once more.
//
// The schedule may come from anywhere, also from a file that somebody has
// edited: each step is checked before it is made. Nothing that is in a schedule
// can make the machine do what the program does not.

#ifndef MAZURKA_EXPLORE_TRACE_REPLAY_H
#define MAZURKA_EXPLORE_TRACE_REPLAY_H

#include "explore/trace/portable_schedule.h"

// Told after each step: the machine stands at the end of the trace.
typedef void replay_visitor(void *context, const struct trace *trace);

// From the start of the machine. The trace of the steps that were made, to be
// freed; the machine stays at its end. If the next one was not possible,
// `objection` says why, else it is NULL. The visitor may be NULL.
struct trace *replay(struct machine *machine,
                     const struct portable_schedule *schedule,
                     replay_visitor *visit, void *context,
                     const char **objection);

// Why a step is not possible now, or NULL.
const char *replay_objection(const struct trace *trace, struct step step);

// The same for steps in the machine's own numbers.
struct trace *replay_steps(struct machine *machine, const struct step *steps,
                           size_t length, replay_visitor *visit, void *context,
                           const char **objection);

#endif
