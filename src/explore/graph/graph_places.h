// SPDX-License-Identifier: Apache-2.0
// The places of a search: bytes of memory that are read and written as a whole,
// and synchronisation objects. They are numbered in the order in which they are
// met first, in any execution.
//
// Who waits for a condition variable acts on it and on a mutex in one event. So
// both are in one *chain*, in which the operations on either have one order.
//
// Invariant: no two places overlap.

#ifndef MAZURKA_EXPLORE_GRAPH_GRAPH_PLACES_H
#define MAZURKA_EXPLORE_GRAPH_GRAPH_PLACES_H

#include "base/memory.h"
#include "base/table.h"
#include "op/op.h"

enum { NO_PLACE = UINT32_MAX };

struct graph_place {
    uint64_t addr;
    uint32_t size;
    uint32_t site;  // of the first operation
    uint32_t chain; // the place that stands for all of its chain
};

struct graph_place_row {
    uint64_t key; // the address
    uint32_t place;
};

struct graph_places {
    VEC(struct graph_place) all;
    TABLE(struct graph_place_row) table;
};

void graph_places_free(struct graph_places *places);

// The place of `size` bytes at `addr`, where `op` acts; a new one if it was
// never met. NO_PLACE: it overlaps in part with another one, `*other`.
uint32_t graph_places_find(struct graph_places *places, const struct op *op,
                           uint64_t addr, uint32_t size, uint32_t *other);

// Let two places be in one chain. False if they are already.
bool graph_places_unite(struct graph_places *places, uint32_t one,
                        uint32_t other);

#endif
