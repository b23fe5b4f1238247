// SPDX-License-Identifier: Apache-2.0
// Trees of events, written flat: what the sleep mechanisms of POP are made of.
//
// A forest is one array in preorder; each entry says how many entries it spans,
// itself included, so that copying a tree is copying bytes, and skipping one is
// one addition:
//
//     TREE x          span 7      a schedule whose first event acts on x
//       EVENT g       span 1      an event, and who has been met at it
//       HEAD h        span 4      the head of a schedule inside
//         TREE y      span 3        trees that it has inherited
//           EVENT g'  span 1
//           GONE      span 1        was removed; the span stays
//       EVENT g''     span 1
//     TREE …
//
// An entry can have a set of events that were met. What is ever asked of a set
// is whether one of its events happens before a given one; for that, the
// earliest of each thread is all that has to be kept. Sets are made when the
// first event enters: trees that nothing has passed yet have none, and can be
// moved from one forest to another.
//
// Invariant: the spans of the entries below a TREE or HEAD add up to its own
// span less one; only trees at the top are ever cut out of the array.
// What was met has a set that is there.

#ifndef MAZURKA_EXPLORE_POP_SLEEP_FOREST_H
#define MAZURKA_EXPLORE_POP_SLEEP_FOREST_H

#include "explore/trace/schedule.h"

enum twig_kind { TWIG_TREE, TWIG_HEAD, TWIG_EVENT, TWIG_GONE };

enum { NO_SET = UINT32_MAX, NOBODY_MET = INT32_MAX };

struct twig {
    uint8_t kind; // enum twig_kind
    uint32_t span;
    uint32_t thread, index; // EVENT, HEAD: which; TREE: its schedule's head
    uint32_t met;           // a set of the forest, or NO_SET
    struct op op;           // EVENT: its label; TREE: bytes and mode of peers
};

struct walk_level;

struct forest {
    VEC(struct twig) twigs;
    VEC(uint32_t) sets; // `width` entries each
    unsigned width;
    VEC(struct walk_level) levels; // scratch of those who walk it
};

static inline bool forest_empty(const struct forest *f) {
    return f->twigs.count == 0;
}

void forest_clear(struct forest *forest);
void forest_free(struct forest *forest);

// Room for clocks of that many entries.
void forest_make_wider(struct forest *forest, unsigned width);
static inline void forest_widen(struct forest *f, unsigned width) {
    if (f->width != width)
        forest_make_wider(f, width);
}

// Append an entry; spans are set when it is closed.
size_t forest_open(struct forest *forest, struct twig twig);
void forest_close(struct forest *forest, size_t at);
// Append untouched trees, [from, to) of another forest.
void forest_copy(struct forest *forest, const struct forest *source,
                 size_t from, size_t to);
// Make it the same as another one, sets included.
void forest_assign(struct forest *forest, const struct forest *source);
// Take a tree at the top out of the array.
void forest_remove(struct forest *forest, size_t tree);

// Has an event of the entry's set happened before the one that passes?
static inline bool forest_met(const struct forest *f, const struct twig *twig,
                              const struct passing *e) {
    if (twig->met == NO_SET)
        return false;
    return clock_sees_any(e->clock, f->sets.at + (size_t)twig->met * f->width,
                          f->width);
}

void forest_meet(struct forest *forest, size_t at, const struct passing *e);

// Debug: does the invariant hold?
bool forest_is_valid(const struct forest *forest);

#endif
