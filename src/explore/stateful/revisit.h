// SPDX-License-Identifier: Apache-2.0
// What has to be explored further up because a state was met again.
//
// From there on nothing is executed, yet what would be races with the events E
// of the current execution. Of a later operation t of thread p is known what it
// acts on and that it comes after what p has done; not what comes in between.
// For an event i that t may race with, and N = notdep(i, E):
//
// * N is not empty: the reversal begins with N, so that any initial of N is an
//   initial of the reversal; one must be explored at i (source sets).
// * N is empty, and t is what p does next: p must be explored at i. (Others may do
//   something before t that t depends on and i does not: when p is explored at i,
//   that is a race, too. If p sleeps at i, it is not explored there, and what
//   others begin with is as unknown as in the next case.)
// * N is empty, and t comes some time later: the reversal begins with a thread
//   that has done nothing since i. It is not known which; all are explored that
//   are enabled at i. (p alone is what [SDPOR] takes. That goes with persistent
//   sets; with source sets it loses states.)
// * t waits for something that commutes, so that it is not known what of N must
//   be left out for it to be enabled: everything enabled at i is explored.
//
// What is added is always enough, and sometimes more than needed.

#ifndef MAZURKA_EXPLORE_STATEFUL_REVISIT_H
#define MAZURKA_EXPLORE_STATEFUL_REVISIT_H

#include "explore/basic/backtrack.h"
#include "explore/stateful/summary.h"

// A position of the execution.
struct revisit_place {
    step_list enabled;
    bool expanded;      // all of them are in the backtrack set
    bool marked, exact; // by the operations that are looked at
    uint64_t next;      // threads whose next operation races with the event
    uint64_t later;     // threads with a later operation that does
};

struct revisit {
    struct trace *trace;
    struct backtrack *backtrack;
    struct races *races;
    const struct operations *operations;
    bool classic;
    VEC(struct revisit_place) places;
    VEC(uint32_t) marked;
    // Of each thread: what comes before its next operation, and before those
    // after it.
    uint32_t *before_next, *before_later;
    uint32_t *unborn; // what comes before a thread that is not there yet
    unsigned width;
    uint32_t thread; // whose operation is being looked at
    bool is_next;
};

void revisit_init(struct revisit *revisit, struct trace *trace,
                  struct backtrack *backtrack, struct races *races,
                  const struct operations *operations);
void revisit_free(struct revisit *revisit);

// The execution has come to this position for the first time: note who is
// enabled there.
void revisit_enter(struct revisit *revisit, uint32_t position);
// Explore everything that is enabled at a position.
void revisit_expand(struct revisit *revisit, uint32_t position);
// Add to the backtrack sets what these operations ask for, after the end of the
// trace. `here`: the machine stands there, too.
void revisit_reverse(struct revisit *revisit, const operation_list *later,
                     bool here);

#endif
