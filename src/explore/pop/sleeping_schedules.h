// SPDX-License-Identifier: Apache-2.0
// Sleeping schedules, one by one: the explicit variant of POP's sleep sets.
//
// A forest with one tree a schedule, and in it the events that are still to
// come:
//
//     TREE                 a schedule that was explored from here
//       EVENT p.3
//       EVENT q.1          its head: when all have happened, all that can
//                          follow has been explored elsewhere
//
// Invariant: every event of a tree could still happen as it is labelled, in
// that order, right after the current prefix. An event that conflicts with one
// of them ends that: the tree is cut out.
//
// Exact for every kind of operation, but there can be exponentially many.

#ifndef MAZURKA_EXPLORE_POP_SLEEPING_SCHEDULES_H
#define MAZURKA_EXPLORE_POP_SLEEPING_SCHEDULES_H

#include "explore/pop/forest.h"

// Would this event complete a schedule that sleeps?
bool schedule_sleep_blocks(const struct forest *asleep,
                           const struct passing *event);
// It happens. False if it is one that blocks; the forest is no use then.
bool schedule_sleep_pass(struct forest *asleep, const struct passing *event);

// Must a schedule with this head sleep once it was explored, where it has
// overtaken `first`? Not if all that conflicts with `first` conflicts with the
// head as well: then no other schedule from there can follow it.
bool schedule_sleep_needed(const struct op *head, const struct op *first);

// Where explored schedules are kept until the event that they have overtaken
// goes away: lists of entries, in one pool.
struct explored {
    struct twig twig;
    uint32_t next; // 1 + the next entry, or 0
};

struct explored_pool {
    VEC(struct explored) entries;
    uint32_t free; // list through `next`
};

// Push an entry to the front of a list: a schedule's head first, the rest of
// it backwards, then a TREE.
void explored_push(struct explored_pool *pool, uint32_t *list,
                   struct twig twig);
// Append all schedules of a list to a forest.
void explored_read(const struct explored_pool *pool, uint32_t list,
                   struct forest *forest);
void explored_release(struct explored_pool *pool, uint32_t *list);
void explored_free(struct explored_pool *pool);

#endif
