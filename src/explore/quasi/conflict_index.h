// SPDX-License-Identifier: Apache-2.0
// Where events of the unfolding hang, so that the rivals of one are found.
//
// Immediate conflicts come after the same last write of what both act on. A
// *place* is a range of bytes after a last write; events hang in one list for
// each place and thread:
//
//      (range, last write) ──▶ thread 0 ──▶ item ──▶ item ──▶ …
//                              thread 1 ──▶ item ──▶ …
//
// Most of these are of no use as long as the execution starts as it does now:
// something that they need is excluded by what happened at a position p of it.
// Whoever finds that out *parks* them there, and says which event was excluded:
// the *reason*. They are in no list until the execution goes back to p, so that
// nobody looks at them again in vain.
//
// Those that were parked for the same reason come back as one, a *bundle*: as
// long as its *key*, the event that all in it need, cannot happen, none of them
// can, and the bundle is parked as a whole. Bundles are in bundles:
//
//      list ──▶ event ──▶ bundle of a ──▶ …      a ≤ b ≤ …: what the events
//                            ├──▶ event           in there have in common
//                            └──▶ bundle of b ──▶ …
//
// Where many events share their histories this is what makes finding rivals
// cheap: whole branches of the unfolding are left out by one look at their key.
//
// Invariant: an item is in its list or bundle iff it is not parked and, being a
// bundle, has something in it.

#ifndef MAZURKA_EXPLORE_QUASI_CONFLICT_INDEX_H
#define MAZURKA_EXPLORE_QUASI_CONFLICT_INDEX_H

#include "base/memory.h"
#include "base/table.h"

#include <stdbool.h>
#include <stdint.h>

typedef VEC(uint32_t) event_list;

enum { NO_ITEM = 0, NO_RANGE = UINT32_MAX, NO_LIST = UINT32_MAX };

// A range of bytes that events act on.
struct place_range {
    uint64_t addr;
    uint32_t size;
    uint32_t overlaps;  // the first of its place_overlaps, or NO_RANGE
    uint32_t first;     // list of it, whatever the last write
    uint32_t untouched; // the first list before any write
    uint32_t next;      // range in the same word
    uint64_t bits;      // equal bits: the same word, perhaps
};

// A range has another one that overlaps with it.
struct place_overlap {
    uint32_t range, next;
};

struct place_list {
    uint32_t range, thread;
    uint32_t first;  // item
    uint32_t next;   // list after the same write, of any range
    uint32_t beside; // list of the same range, after any write
};

// A range after a last write, which has lists, or a range without any writes.
struct place_lists {
    uint32_t range; // or NO_RANGE: no place
    uint32_t first; // of the last write's lists, or of the range's untouched
};

struct place_item {
    uint32_t event;      // of a bundle: its key
    uint32_t list;       // a thread's
    uint32_t in;         // the bundle that it is in, or NO_ITEM
    uint32_t next, prev; // beside it; prev of a parked one: the next parked one
    uint32_t first;      // of a bundle: the first in it, or NO_ITEM
    uint32_t count;      // of a bundle: how many are in it, parked or not; or 0
    uint32_t reason;     // of a parked one; with PARKED
};
enum { NOT_PARKED = UINT32_MAX };

struct places {
    VEC(struct place_range) ranges;
    VEC(struct place_overlap) overlaps;
    event_list wide;    // ranges of many bytes
    TABLE(struct table_item) words; // the first range of each word
    VEC(struct place_list) lists;
    VEC(struct place_item) items; // the first one is NO_ITEM
    TABLE(struct table_item) bundles;         // by list, outer bundle and key
    event_list parked;            // at each position: the first, or NO_ITEM
    event_list found;             // scratch: ranges
};

void places_init(struct places *places);
void places_free(struct places *places);

static inline const struct place_item *places_item(const struct places *p,
                                                   uint32_t item) {
    return &p->items.at[item];
}

static inline bool places_is_bundle(const struct places *p, uint32_t item) {
    return places_item(p, item)->count > 0;
}

uint32_t places_range(struct places *places, uint64_t addr, uint32_t size);

// A new item for an event of `thread` that acts on a range. `first` belongs to
// the last write, and is NO_LIST at first; or it is the range's `untouched`.
uint32_t places_hang(struct places *places, uint32_t event, uint32_t thread,
                     uint32_t range, uint32_t *first);

// Is it certain that no other thread has anything in a place? What overlaps
// with it is asked for apart.
bool places_alone(const struct places *places, struct place_lists place,
                  uint32_t thread);
// The items of events that act on overlapping ranges, without parked ones, are
// added to a list.
void places_overlapping(const struct places *places, uint32_t range,
                        event_list *items);

// The item is of no use until the execution goes back to this position, or
// ever, because of `reason`: an event that it needs, or itself.
enum { NEVER = UINT32_MAX };
void places_park(struct places *places, uint32_t item, uint32_t position,
                 uint32_t reason);
// The execution goes back to `position`: what is parked from there on returns.
void places_return(struct places *places, uint32_t position);
// Debug: does the invariant hold? (More than a few thousand items are taken on
// trust.)
bool places_are_sound(const struct places *places);

// A walk along items that are not parked: those that act on the same place as
// an event, or overlap with it. Items may be parked meanwhile, but not come
// back, be added or collected.
enum { ALL_THREADS = UINT32_MAX };

struct rivals {
    struct place_lists places[2]; // what is left of them
    uint32_t without;             // this thread, or ALL_THREADS
    uint32_t at;                  // the item that was found last, or NO_ITEM
    bool enter;                   // go on in that bundle
    event_list others;            // of ranges that overlap: still to come
};
// Along two places at most, leaving out what a thread does itself if `without`
// says so.
void rivals_start(struct rivals *rivals, const struct places *places,
                  const struct place_lists at[2], uint32_t without);
// The next item, or NO_ITEM. What is in a bundle comes after it if the walk was
// told to enter it, and is left out otherwise.
uint32_t rivals_next(struct rivals *rivals, const struct places *places);
static inline void rivals_enter(struct rivals *rivals) {
    rivals->enter = true;
}
void rivals_free(struct rivals *rivals);

// Start again without anything that hangs: the items are moved to `old`.
void places_clear(struct places *places, struct places *old);
// Bundles as they were: events have new numbers, `renamed`, and those that are
// kept hang again, as the items `again` says for each old one (or NO_ITEM).
void places_bundle_again(struct places *places, const struct places *old,
                         const uint32_t *renamed, event_list *again);

#endif
