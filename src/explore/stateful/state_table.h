// SPDX-License-Identifier: Apache-2.0
// The states that a search has met.
//
// *Open* are the states of the current execution, and those that lie with one
// of them on a cycle whose exploration is not over. They are a stack and are
// never forgotten: meeting one of them again is how a cycle is seen.
//
//   open:    | s0 | s1 | s2 | …        chained by hash, newest first
//
// *Closed* are those from which everything is explored, as far as nobody slept
// there. With each comes who slept, and the summary of what may happen later.
// They are forgotten when there are too many, which costs time and nothing
// else: when the young generation is full, the old one is dropped and the young
// one becomes old; whatever is met again moves to the young one.
//
// Invariant: an open state is found by its chain, and stands there behind newer
// ones only; no state is open twice.

#ifndef MAZURKA_EXPLORE_STATEFUL_STATE_TABLE_H
#define MAZURKA_EXPLORE_STATEFUL_STATE_TABLE_H

#include "base/table.h"
#include "explore/stateful/summary.h"
#include "machine/state_hash.h"

struct closed_state {
    uint64_t key, rest; // the state; its first word is never 0 here
    uint64_t sleep;     // threads that slept
    uint32_t summary;   // its name
};

struct generation {
    TABLE(struct closed_state) states;
    struct summaries *summaries;
};

struct open_state {
    struct state state;
    uint32_t next; // in the chain: 1 + index, or 0
};

struct state_table {
    struct generation young, old;
    VEC(struct open_state) open;
    uint32_t *chain; // first of each: 1 + index, or 0
    uint32_t chains; // a power of two
    const struct operations *operations;
    size_t most_bytes;  // of the closed states; 0: no limit
    uint64_t forgotten; // closed states
    size_t bytes_most;  // that the table ever had
};

void state_table_init(struct state_table *table,
                      const struct operations *operations);
void state_table_free(struct state_table *table);

enum { NOT_OPEN = UINT32_MAX };

// The index of an open state, or NOT_OPEN.
uint32_t state_table_open_index(const struct state_table *table,
                                const struct state *state);
void state_table_open(struct state_table *table, const struct state *state);
// The newest open states are closed, down to `count`, all with the same.
void state_table_close(struct state_table *table, uint32_t count,
                       uint64_t sleep, uint32_t summary);

// Is the state closed? Then who slept and its summary, by its name in `young`.
bool state_table_find(struct state_table *table, const struct state *state,
                      uint64_t *sleep, uint32_t *summary);

// If the young generation is full, the old one is forgotten: then true, and all
// names of summaries have to be moved from old.summaries to young.summaries.
bool state_table_turn(struct state_table *table);

size_t state_table_bytes(const struct state_table *table);
// Debug: does the invariant hold for the newest open state?
bool state_table_is_sound(const struct state_table *table);

#endif
