// SPDX-License-Identifier: Apache-2.0
// Who will still do something that conflicts with an operation: told by what
// each thread was seen to do in any execution so far.
//
// What was never seen is not known: then a random walk misses some classes. So
// it learns from whatever is run, and what it has found before it learnt
// something new is worth less (random_walk.h).

#ifndef MAZURKA_EXPLORE_WALK_DEEDS_H
#define MAZURKA_EXPLORE_WALK_DEEDS_H

#include "base/table.h"
#include "explore/trace/trace.h"

// A set of threads. Those whose numbers differ by 64 are taken for one.
typedef uint64_t thread_set;

static inline thread_set thread_bit(uint32_t thread) {
    return 1ull << (thread & 63);
}

// What a thread was seen to do to a word.
struct deed {
    uint64_t key;    // 1 + address / 8
    uint32_t thread;
    uint32_t last;   // the latest of its events that did
    struct op op;    // one of them
};

struct deeds {
    TABLE(struct deed) rows;
    VEC(uint32_t) creators; // 1 + who creates each thread, or 0
    uint64_t news;          // how often something new was seen
};

void deeds_free(struct deeds *deeds);
void deeds_note(struct deeds *deeds, const struct event *event);
// Of the pending operation of a thread, as things stand after the trace.
thread_set deeds_rivals(struct deeds *deeds, const struct trace *trace,
                     uint32_t thread, const struct op *op);
// A persistent set with this thread: nobody else can do anything that conflicts
// with what one of them would do next, as far as is known. Who waits is there
// together with those who may let him go on.
thread_set deeds_closure(struct deeds *deeds, const struct trace *trace,
                          uint32_t thread);

#endif
