// SPDX-License-Identifier: Apache-2.0
// Execution graphs by brute force: add events in every order and in every way,
// and see by the definitions, over whole relations, which graphs are
// consistent. Shares the machine with the search, and nothing of it.

#ifndef MAZURKA_TESTS_GRAPH_REFERENCE_H
#define MAZURKA_TESTS_GRAPH_REFERENCE_H

#include "explore/memory_model.h"
#include "explore/trace/trace.h"

struct graph_key {
    uint64_t low, high;
};

typedef VEC(struct graph_key) graph_keys;

enum { REFERENCE_MOST_EVENTS = 40 };

// Equal for two executions iff their graphs are: events with labels, what each
// reads from, the order of writes and of operations on objects.
struct graph_key reference_key(const struct trace *trace);

// All maximal consistent graphs of a program, sorted. False: too many graphs,
// or too large ones.
bool reference_graphs(struct machine *machine, enum memory memory, size_t most,
                      graph_keys *found);

void graph_keys_sort(graph_keys *keys);

#endif
