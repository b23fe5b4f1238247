// SPDX-License-Identifier: Apache-2.0
// Wakeup trees [JACM, Definition 6.1]: what is still to be run, and in which
// order, so that no execution is ever cut off by the sleep set.
//
//   tree (a list of children, left to right)
//     ├─ p ─┬─ q ── r          a leaf: a sequence that was promised
//     │     └─ r
//     └─ q ── p                explored after all that is left of it
//
// Invariants, for a tree at the prefix E with sleep set S:
//   (1) no leaf w has a weak initial in S;
//   (2) for siblings p left of q and every leaf u.q.w: p is no weak initial
//       of q.w after E.u.
// So whatever a leaf leads to has not been explored before, and can always be
// continued.
//   (3) every node is in one tree or among the free ones, and no tree is longer
//       than the number of those that are in use.
//
// Of the sequence of a reversal, no more is promised than both invariants need:
// what must come before its second event, that event, and of the rest as much
// as it takes to wake all who sleep. From there on the order is free.

#ifndef MAZURKA_EXPLORE_OPTIMAL_WAKEUP_TREE_H
#define MAZURKA_EXPLORE_OPTIMAL_WAKEUP_TREE_H

#include "explore/trace/race.h"

enum { NO_NODE = UINT32_MAX };

struct wakeup_node {
    uint32_t child, sibling; // nodes, or NO_NODE
    uint32_t thread;
    struct op op;
};

// A step that is explored elsewhere.
struct sleeping {
    uint32_t thread;
    const struct op *op;
};

// All trees of a search share one pool of nodes.
struct wakeup_pool {
    VEC(struct wakeup_node) nodes;
    uint32_t free; // list through `sibling`
    uint32_t live, most;
    VEC(uint32_t) clocks; // scratch
    VEC(uint32_t) path;   // scratch: what is promised
    VEC(struct sleeping) asleep;
    VEC(uint32_t) stack;
};

void wakeup_init(struct wakeup_pool *pool);
void wakeup_free(struct wakeup_pool *pool);

// A tree with the single child p.
uint32_t wakeup_leaf(struct wakeup_pool *pool, uint32_t thread,
                     const struct op *op);
// Remove the leftmost child with all below it; the rest of the list.
uint32_t wakeup_drop_first(struct wakeup_pool *pool, uint32_t tree);

// Insert [JACM §6.2; Await Alg. 1] the sequence of a reversal into
// the tree at E[0..first), where these sleep, unless a leaf there covers it
// already. True if the tree has grown.
struct sleeper;
bool wakeup_insert(struct wakeup_pool *pool, uint32_t *tree,
                   const struct trace *trace, const struct reversal *reversal,
                   const struct sleeper *sleepers, uint32_t count);

// Debug: do both invariants hold for the tree, given who sleeps at its prefix?
// (Trees of more than a few hundred nodes are taken on trust.)
bool wakeup_is_valid(const struct wakeup_pool *pool, uint32_t tree,
                     const struct sleeper *sleepers, uint32_t count);
// Debug: does (3) hold, as far as one can tell without all trees?
bool wakeup_pool_is_sound(const struct wakeup_pool *pool);

#endif
