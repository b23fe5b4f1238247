// SPDX-License-Identifier: Apache-2.0
// The events of a story that explain a finding: what it depends on, followed
// backwards.
//
//   assertion reads balance = 70
//     ◀─ from ── main/2 writes 40 → 70
//                  ◀─ overwrites ── main/1 writes 100 → 40
//                                     ◀─ the same thread had read = 100
//                  ◀─ the same thread had read = 100
//
// Which local value was computed from which read is not known: a write is taken
// to depend on its thread's last read of the same bytes, and on what the same
// line of the source has read. So a slice may have too much or too little; the
// whole is always there (--full-trace).
//
// Invariant: events are in the order in which they happened, each once, and no
// more than SLICE_MOST.

#ifndef MAZURKA_REPORT_SLICE_H
#define MAZURKA_REPORT_SLICE_H

#include "report/story.h"

enum { SLICE_MOST = 40 };

struct slice {
    VEC(uint32_t) events;
    VEC(uint32_t) seeds; // those of them that the finding itself is about
    bool cut;            // there would be more
};

// Of something that went wrong in the story. To be freed.
struct slice slice_of(const struct story *story, const struct mishap *mishap);
// All events but what is no row by itself: for --full-trace.
struct slice slice_all(const struct story *story, const struct mishap *mishap);
void slice_free(struct slice *slice);

// Is it that threads wait for ever?
bool slice_is_waiting(const struct mishap *mishap);

// The two accesses of a data race, the later one first; false if they are not
// in the story.
bool slice_race(const struct story *story, const struct mishap *mishap,
                const struct story_event *both[2]);

// The last event before this one, of the same thread; or STORY_ALWAYS.
uint32_t story_before(const struct story *story, uint32_t event);
// The last time before this event that its thread has read the same bytes,
// unless it has written them since; or STORY_ALWAYS.
uint32_t story_read_before(const struct story *story, uint32_t event);

// Of a thread that waits for a signal: where it began to wait, and the last
// signal that there was, before or after that.
void story_signal(const struct story *story, const struct story_event *waits,
                  uint32_t *wait, uint32_t *signal);

// Of one that waits for a semaphore: where a thread has taken a unit of it
// last, if it has taken more of them than it has given back; or STORY_ALWAYS.
// Of a semaphore by which threads tell each other something, that means
// nothing.
uint32_t slice_kept_unit(const struct story *story,
                         const struct story_event *waits, uint32_t thread);

#endif
