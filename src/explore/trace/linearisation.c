// SPDX-License-Identifier: Apache-2.0

#include "explore/trace/linearisation.h"

#include "base/fault.h"

#include <stdlib.h>

// Events that happen before one another have these in ascending order, so that
// sorting by them, and by positions in E at last, is a linearisation.
struct placed {
    bool rest;      // it comes before no stage
    uint32_t level; // how many events of `last` come before it, or are it
    uint32_t stage; // the first one, from 0, that it comes before, or is
    uint32_t at;    // position
};

static int compare(const void *a, const void *b) {
    const struct placed *x = a, *y = b;
    if (x->rest != y->rest)
        return x->rest ? 1 : -1;
    if (x->level != y->level)
        return x->level < y->level ? -1 : 1;
    if (x->stage != y->stage)
        return x->stage < y->stage ? -1 : 1;
    return x->at < y->at ? -1 : 1;
}

// The stages are the events that are to come early: those of the thread, and
// the latest.
static uint32_t stages_of(const struct trace *t, unsigned first,
                          uint32_t *stages) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < t->length; i++)
        if (t->events.at[i].thread == first || i + 1 == t->length)
            stages[count++] = i;
    return count;
}

// Clocks of stages grow, but for the last one's, which may be another thread's.
static uint32_t stage_of(const struct trace *t, const uint32_t *stages,
                         uint32_t count, uint32_t at) {
    const struct event *e = trace_event(t, at);
    uint32_t low = 0, high = count - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (clock_sees(trace_clock(t, stages[middle]), e))
            high = middle;
        else
            low = middle + 1;
    }
    return low + !clock_sees(trace_clock(t, stages[low]), e);
}

struct step *linearisation(const struct trace *t, unsigned first,
                           unsigned last) {
    require(t->length && first < t->width && last < t->width);
    struct step *steps = memory_new(t->length, sizeof *steps);
    struct placed *placed = memory_new(t->length, sizeof *placed);
    uint32_t *stages = memory_new(t->length, sizeof *stages);
    uint32_t count = stages_of(t, first, stages);
    for (uint32_t i = 0; i < t->length; i++) {
        uint32_t stage = stage_of(t, stages, count, i);
        placed[i] =
            (struct placed){stage == count, trace_clock(t, i)[last], stage, i};
    }
    qsort(placed, t->length, sizeof *placed, compare);
    for (uint32_t i = 0; i < t->length; i++)
        steps[i] = t->steps.at[placed[i].at];
    memory_free(stages);
    memory_free(placed);
    return steps;
}
