// SPDX-License-Identifier: Apache-2.0
// The scheduling order: who goes next where an algorithm leaves that free.
//
// The order decides nothing about what is found, but much about how many steps
// that takes. An execution shares with the one it branches off from what comes
// before the first event of the reversed race, and all that follows is run
// again. So what nobody races for should come early, and what is raced for
// late and together. Three orders do this, each for one algorithm:
//
//   pop/pop_order          by who has raced with whom so far
//   optimal/optimal_order  by which bytes were raced for in the first execution
//   quasi/quasi_order      by how many are about to act on the same place
//
// A random order (--seed) is the explorers' own affair.
//
// An order is told when an execution begins, and of races if its explorer does
// that; it sees the trace, and is asked for one of the enabled threads that are
// not tired (fairness.h).

#ifndef MAZURKA_EXPLORE_ORDER_H
#define MAZURKA_EXPLORE_ORDER_H

#include "explore/fairness.h"
#include "explore/trace/trace.h"

struct order;

struct order_class {
    // An enabled thread of a set, or NOWHERE if there is none.
    uint32_t (*next)(struct order *, const struct trace *, uint64_t among);
    // The rest may be NULL. An execution begins, perhaps with planned steps,
    void (*begin)(struct order *);
    // and two threads have raced for what is at an address.
    void (*race)(struct order *, uint32_t one, uint32_t other, uint64_t addr);
    void (*destroy)(struct order *);
};

struct order {
    const struct order_class *class;
    struct fairness fairness;
};

// The enabled thread with the smallest number.
struct order *order_by_number(void);

void order_free(struct order *order);
void order_begin(struct order *order);

static inline void order_race(struct order *o, uint32_t one, uint32_t other,
                              uint64_t addr) {
    if (o->class->race)
        o->class->race(o, one, other, addr);
}

static inline uint32_t order_next(struct order *o, const struct trace *trace,
                                  uint64_t among) {
    return o->class->next(o, trace, among);
}

#endif
