// SPDX-License-Identifier: Apache-2.0
// A number for the set of classes that a search has explored, which does not
// depend on the order in which it has, nor on the algorithm: two searches that
// have the same number have explored the same classes, each equally often, up
// to collisions of a 128-bit hash.
//
// A class is told by its events: thread, index, label, and what each reads from
// or comes after (a write: in the order of writes; an operation on an object:
// those that it depends on). Who is read is not told by what comes after.
//
//  - A thread is named by its spawn path, an event by its number among those of
//    its thread that count. Where it acts follows from what it has read.
//  - Only those events count that act on bytes which two threads act on, in
//  this
//    execution: whether the others are steps is the search's own affair
//    (machine_hide). What main does while it is alone does not count, but for
//    choices, and bytes may be others' after that. Neither do creations, joins
//    and fences.

#ifndef MAZURKA_EXPLORE_TRACE_CLASS_DIGEST_H
#define MAZURKA_EXPLORE_TRACE_CLASS_DIGEST_H

#include "explore/trace/trace.h"

struct digest {
    uint64_t low, high;
};

struct class_digester; // keeps its memory from one execution to the next
struct class_digester *class_digester_new(void);
void class_digester_free(struct class_digester *digester);

// The class of an execution that is over; the machine stands at its end.
struct digest class_digest(struct class_digester *digester,
                           const struct trace *trace);

// The sum, modulo 2^128: classes count as often as they were explored.
static inline void digest_add(struct digest *sum, struct digest one) {
    uint64_t low = sum->low + one.low;
    sum->high += one.high + (low < one.low);
    sum->low = low;
}

static inline bool digest_equals(struct digest a, struct digest b) {
    return a.low == b.low && a.high == b.high;
}

// With the terminating 0.
enum { DIGEST_TEXT = 33 };
void digest_text(struct digest digest, char text[DIGEST_TEXT]);

#endif
