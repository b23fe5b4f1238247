// SPDX-License-Identifier: Apache-2.0
// Who has had enough of a turn, where the order is free.
//
// A thread that polls, tries again or waits with a time limit could go on for
// ever while those whom it waits for stand by: the execution would not end. So
// a thread is *tired* when it comes to the same operation again and has only
// looked since, when its waiting has timed out, or when it has made very many
// steps in a row. It rests until all who are enabled are tired.
//
// The order decides nothing about what is found; but every execution ends that
// ends under a fair scheduler.

#ifndef MAZURKA_EXPLORE_FAIRNESS_H
#define MAZURKA_EXPLORE_FAIRNESS_H

#include "machine/machine.h"

struct fairness {
    uint64_t tired;            // a set of threads
    uint32_t thread, patience; // who made the last steps, and how many more may
    uint32_t looks;            // the last of these that have changed nothing
    // One of them, and when the next one is remembered: after twice as many.
    uint64_t addr;
    uint32_t site, kind, next;
};

// An execution goes on from here, and nobody is tired.
void fairness_begin(struct fairness *fairness);
void fairness_step(struct fairness *fairness, uint32_t thread,
                   const struct op *op);
// Among whom to choose, as a set: some of them enabled if anybody is.
uint64_t fairness_rested(struct fairness *fairness, struct machine *machine);

static inline bool fairness_among(uint64_t threads, uint32_t thread) {
    return threads >> (thread & 63) & 1;
}

#endif
