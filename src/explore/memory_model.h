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
//    id    name    consistent       happens-before  fences: knows seq_cst ones
#define MEMORIES(X)                                    \
    X(SC,   "sc",   sc_consistent,   NONE,   true)      \
    X(TSO,  "tso",  tso_consistent,  NONE,   true)      \
    X(RA,   "ra",   ra_consistent,   BY_ALL, false)     \
    X(RC11, "rc11", rc11_consistent, IN_C,   true)
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

struct memory_model {
    const char *name;
    consistency *consistent;
    enum happens happens;
    bool fences;
};

const struct memory_model *memory_model(enum memory memory);

#define X(id, name, consistent, happens, fences) consistency consistent;
MEMORIES(X)
#undef X

#endif
