// SPDX-License-Identifier: Apache-2.0
// Memory models: which execution graphs are consistent. Each is a file of
// graph/memory that reads like its definition.
//
// Events are added to a graph one after the other, and nothing comes after a
// new one yet, so that only what it makes older is to be looked at: a read of
// what is not the newest, a write that is not, a read that is new to a write.
//
// In every model the write of an update comes right after what it reads from;
// whoever builds the graph sees to that, and to that program order and rf
// together have no cycle.

#ifndef MAZURKA_EXPLORE_MEMORY_MODEL_H
#define MAZURKA_EXPLORE_MEMORY_MODEL_H

#include <stdbool.h>
#include <stdint.h>

struct cycle;
struct graph;

// The happens-before that a model needs (happens_before.h).
enum happens {
    HAPPENS_NONE,
    HAPPENS_BY_ALL, // program order, reading from, and all dependencies
    HAPPENS_IN_C,   // what synchronises by C's rules
};

// clang-format off
//    id    name    consistent       oldest     exact  happens-before  fences: knows seq_cst ones
#define MEMORIES(X)                                                    \
    X(SC,   "sc",   sc_consistent,   sc_oldest,    true,  NONE,   true)  \
    X(TSO,  "tso",  tso_consistent,  known_oldest, false, BY_ALL, true)  \
    X(RA,   "ra",   ra_consistent,   known_oldest, true,  BY_ALL, false) \
    X(RC11, "rc11", rc11_consistent, known_oldest, false, IN_C,   true)
// clang-format on

enum memory {
#define X(id, ...) MEMORY_##id,
    MEMORIES(X)
#undef X
        MEMORY_COUNT
};

// The events from `first` on are new: one, or a write and after it the only
// event that reads it. Is the graph consistent, given that it was without them?
typedef bool consistency(struct cycle *cycle, const struct graph *graph,
                         uint32_t first);

// The same events, of which the first is in no mo yet, and reads nothing, unless
// it is an update's; the second, if there is one, reads nothing. Of the writes
// to their place, newest first: from which one on can none come right before
// the first event, or be read by it? This one is the last that can, if the test
// is exact: then all newer ones can, too. NO_EVENT: it is the initial one.
typedef uint32_t oldest_choice(struct cycle *cycle, const struct graph *graph,
                               uint32_t first);

struct memory_model {
    const char *name;
    consistency *consistent;
    oldest_choice *oldest;
    bool exact;
    enum happens happens;
    bool fences;
};

const struct memory_model *memory_model(enum memory memory);

#define X(id, name, consistent, ...) consistency consistent;
MEMORIES(X)
#undef X
oldest_choice sc_oldest, known_oldest;

#endif
