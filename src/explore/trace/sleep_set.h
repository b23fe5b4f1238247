// SPDX-License-Identifier: Apache-2.0
// Sleep sets, one for each position of the execution, kept as a stack.
//
//   sleeper[]:  | of position 0 | of position 1 | … | of the current position |
//
// A step sleeps at a position if all executions that begin with it there have
// been explored already. It wakes up when something that it depends on is
// executed. Sleepers carry their operation: a compare-exchange whose outcome
// changes was woken by the write that changed it.
//
// Invariant: only the topmost position's set can grow.

#ifndef MAZURKA_EXPLORE_TRACE_SLEEP_SET_H
#define MAZURKA_EXPLORE_TRACE_SLEEP_SET_H

#include "explore/trace/trace.h"

struct sleeper {
    uint32_t thread;
    struct op op;
};

struct sleep {
    VEC(struct sleeper) sleepers;
    VEC(uint32_t) starts; // of each position
};

// Sleeping at a position: [*count] of them.
static inline const struct sleeper *
sleep_at(const struct sleep *s, uint32_t position, uint32_t *count) {
    uint32_t start = s->starts.at[position];
    size_t end = position + 1 < s->starts.count ? s->starts.at[position + 1]
                                                : s->sleepers.count;
    *count = (uint32_t)end - start;
    return *count ? s->sleepers.at + start : NULL;
}

bool sleep_has(const struct sleep *sleep, uint32_t position, uint32_t thread,
               uint32_t choice);
// The next position, reached by the event at the topmost one: who does not
// depend on it sleeps on. The very first position starts with nobody.
void sleep_push(struct sleep *sleep, const struct event *event);
// Drop the positions after `position`, and let one more sleep there.
void sleep_back(struct sleep *sleep, uint32_t position);
void sleep_add(struct sleep *sleep, uint32_t thread, const struct op *op);
// At the topmost position only these threads sleep on, given as bits.
void sleep_restrict(struct sleep *sleep, uint64_t threads);
void sleep_free(struct sleep *sleep);
// Debug: do the sets lie one after the other, and does nobody sleep twice in
// the topmost one?
bool sleep_is_sound(const struct sleep *sleep);

#endif
