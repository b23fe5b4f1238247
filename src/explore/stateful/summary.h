// SPDX-License-Identifier: Apache-2.0
// What may still happen after a state: a set of operations of threads.
//
// When a search meets a state again it does not go on, but what would follow
// races with what came before all the same. A *summary* says which operations
// those are, done later or left waiting for ever. Of an operation it keeps who
// does it, its kind and mode, what it acts on, and for an await the condition:
// not the values, which would make many out of one.
//
// A summary is a row of sets, one for each thread that has anything to do; sets
// are rows of operations. Both are interned, so that states in which the same
// is left to be done share their summary, and a summary is one number.
//
// Invariant: sets ascend and are not empty; the sets of a summary are of
// different threads, in their order.

#ifndef MAZURKA_EXPLORE_STATEFUL_SUMMARY_H
#define MAZURKA_EXPLORE_STATEFUL_SUMMARY_H

#include "base/intern.h"
#include "op/op.h"

struct later_op {
    uint32_t thread;
    struct op op; // without values
};

// All operations that were ever seen, by number.
struct operations {
    VEC(struct later_op) at;
    TABLE(struct table_item) table;
};

void operations_free(struct operations *operations);
uint32_t operation_number(struct operations *operations, uint32_t thread,
                          const struct op *op);

enum { NOTHING_LATER = 0, SUMMARY_CACHE = 4096 };

struct summaries {
    const struct operations *operations;
    struct interned sets, rows;
    struct {
        uint32_t a, b, result; // unions that were made lately; a is 1 + name
    } cache[SUMMARY_CACHE];
    VEC(uint32_t) row, set; // scratch
};

struct summaries *summaries_new(const struct operations *operations);
void summaries_free(struct summaries *summaries);

uint32_t summary_with(struct summaries *summaries, uint32_t summary,
                      uint32_t operation);
uint32_t summary_union(struct summaries *summaries, uint32_t a, uint32_t b);
// The same summary among others.
uint32_t summary_moved(const struct summaries *from, uint32_t summary,
                       struct summaries *to);

typedef VEC(uint32_t) operation_list;
// Append its operations, thread by thread.
void summary_list(const struct summaries *summaries, uint32_t summary,
                  operation_list *list);
size_t summaries_bytes(const struct summaries *summaries);
// Debug: does the invariant hold for a summary?
bool summary_is_sound(const struct summaries *summaries, uint32_t summary);

#endif
