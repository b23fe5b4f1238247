// SPDX-License-Identifier: Apache-2.0
// How happens-before is computed.
//
// A thread has an epoch, which it leaves whenever it releases, and a clock: for
// each other thread, the newest epoch of that thread which happens before now.
//
//               thread 0         thread 1
//    epoch 4    x = 1
//               release s  ─┐                       the pair (clock, epoch) is
//    epoch 5    y = 1       └──▶ acquire s          a snapshot of the thread
//                                clock[0] = 4
//                                x: 4 <= 4, ordered
//                                y: 5 >  4, a race
//
// A thread takes at most one snapshot in each epoch. So whoever sees an epoch
// of a thread sees all that the thread saw when it left that epoch: one
// comparison tells whether a snapshot brings anything new.

#ifndef MAZURKA_MACHINE_NATIVE_RACES_CLOCKS_H
#define MAZURKA_MACHINE_NATIVE_RACES_CLOCKS_H

#include "base/memory.h"
#include "machine/native/native.h"
#include "machine/native/races/c11.h"
#include "machine/native/races/history.h"
#include "machine/native/races/race_candidates.h"

struct clocks_snapshot {
    uint32_t clock; // which; 0 is the one that is all zero
    uint32_t epoch; // 0: there is none
};

struct clocks_thread {
    struct clocks_snapshot now;
    struct clocks_snapshot fence; // at its latest release fence
    uint32_t pending; // clock: what an acquire fence would make it see
    uint32_t first;   // epoch: before, its number was another's
};

struct clocks_saved {
    struct clocks_thread state;
    uint32_t thread;
    uint32_t clocks; // how many there were
};

// An earlier access that races, and its first run of racing bytes.
struct found_race {
    struct history_cell earlier;
    uint64_t address;
    uint32_t size;
};

struct c11 {
    struct history *history;
    struct race_candidates
        *candidates;              // what needs a history; NULL: everything does
    struct race_rivals *rivals;   // NULL, unless states are told
    VEC(struct found_race) found; // then: races that are not told yet,
    uint64_t found_by;            // of the access at this time
    uint64_t time;                // of the latest access; never goes back
    bool left_out; // a blind update has not synchronised with another one
    struct clocks_thread threads[NATIVE_MOST_THREADS];
    VEC(struct clocks_saved) saved;
    uint32_t *clocks; // a stack of rows of `width`; they never change
    uint32_t clock_count, clock_room;
    unsigned width;
};

static inline uint32_t *clocks_row(const struct c11 *c11, uint32_t clock) {
    expensive(clock < c11->clock_room);
    return c11->clocks + (size_t)clock * c11->width;
}

// Nothing could be in a race so far.
static inline bool clocks_are_idle(const struct c11 *c11) {
    return c11->candidates && !c11->candidates->any;
}

static inline bool clocks_sees(const struct c11 *c11, unsigned thread,
                               unsigned of, uint32_t epoch) {
    return thread == of ||
           clocks_row(c11, c11->threads[thread].now.clock)[of] >= epoch;
}

static inline bool clocks_acquires(enum mz_order order) {
    return order != MZ_RELAXED && order != MZ_RELEASE;
}

static inline bool clocks_releases(enum mz_order order) {
    return order >= MZ_RELEASE;
}

// Rows get wider, for so many threads.
void clocks_make_wider(struct c11 *c11, unsigned threads);
// The width suffices for this thread.
static inline void clocks_meet(struct c11 *c11, unsigned thread) {
    require(thread < NATIVE_MOST_THREADS);
    if (thread >= c11->width)
        clocks_make_wider(c11, thread + 1);
}
uint32_t clocks_copy(struct c11 *c11, uint32_t from);

static inline void clocks_save(struct c11 *c11, unsigned thread) {
    expensive(thread < NATIVE_MOST_THREADS);
    vec_push(&c11->saved, (struct clocks_saved){c11->threads[thread], thread,
                                                c11->clock_count});
}

// A thread leaves its epoch.
static inline void clocks_next_epoch(struct c11 *c11, unsigned thread) {
    clocks_save(c11, thread);
    c11->threads[thread].now.epoch++;
}
// Another has this number from now on: it has made no fences, read nothing, and
// released nothing. All that the last one did happens before it.
void clocks_change_hands(struct c11 *c11, unsigned thread);
// The thread sees a snapshot of another: at once, or after an acquire fence.
void clocks_absorb(struct c11 *c11, unsigned thread, unsigned of,
                   struct clocks_snapshot snapshot, bool at_once);
// An acquire fence.
void clocks_absorb_pending(struct c11 *c11, unsigned thread);

#endif
