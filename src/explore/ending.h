// SPDX-License-Identifier: Apache-2.0
// How an execution ended.

#ifndef MAZURKA_EXPLORE_ENDING_H
#define MAZURKA_EXPLORE_ENDING_H

#include "explore/trace/trace.h"

// Most telling first.
enum ending {
    ENDED_ASLEEP, // somebody could go on, but that is explored elsewhere
    // Cut by --max-steps or --max-context-switches, or a thread by --unroll.
    ENDED_BOUNDED,
    ENDED_ASSUME,   // a thread stopped at a false assume
    ENDED_AWAIT,    // a thread waits for ever at an await
    ENDED_DEADLOCK, // somebody waits for ever
    ENDED_COMPLETE,
    ENDINGS
};

// The machine stands at the end of the trace.
enum ending ending_of(struct trace *trace);

// Does somebody wait for ever?
static inline bool ending_waits(enum ending ending) {
    return ending == ENDED_AWAIT || ending == ENDED_DEADLOCK;
}

#endif
