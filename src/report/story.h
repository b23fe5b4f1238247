// SPDX-License-Identifier: Apache-2.0
// A schedule told step by step: who did what, at which line.
//
// The first step that is not possible ends the story with a reason.

#ifndef MAZURKA_REPORT_STORY_H
#define MAZURKA_REPORT_STORY_H

#include "explore/trace/portable_schedule.h"

enum story_row_kind {
    ROW_STEP,   // an event
    ROW_MISHAP, // something went wrong in the step before
    ROW_WAITS,  // after the last step: a thread that waits for ever
};

struct story_row {
    enum story_row_kind kind;
    unsigned thread, line;
    char *text;
    char *name; // of the thread: another may have its number later
};

struct story {
    VEC(struct story_row) rows;
    // Everything that went wrong, in order. Threads that wait for ever at the
    // end come last.
    VEC(struct mishap) mishaps;
    VEC(char *) waiting; // who waits for what, a sentence each
    bool shared;         // several threads have had one number
};

// Run the schedule from the start of the machine. `start` is what went
// wrong when the machine was new, before any step. False if a step is not possible:
// `error` says which. The story is to be freed in any case.
bool story_tell(struct machine *machine, const struct mishaps *start,
                const struct portable_schedule *schedule, struct story *story,
                char *error, size_t room);
void story_free(struct story *story);

// What of this kind went wrong, with this thread at this line; NULL if nothing.
const struct mishap *story_mishap(const struct story *story,
                                  struct machine *machine,
                                  enum finding_kind kind, const char *thread,
                                  unsigned line);

#endif
