// SPDX-License-Identifier: Apache-2.0
// Events of the unfolding (002, Section 3): what can happen in a program, each
// event once, whichever executions it is in.
//
// An event is its thread, its label and its *history*, all that must happen
// before it. The history is kept as a *cone*: the last event of each thread in
// it, which stands for that event's own history too.
//
//      thread 0      thread 1      thread 2
//         a ───────────▶ c            e          cone of f: { a, d, e }
//                        │            │          [f] = { a, c, d, e, f }
//                        d ─────────▶ f
//
// Equal events are one: events are interned by thread, label and cone. Numbers
// grow along causality: an event's history has smaller numbers than itself.
//
// The events of one thread form a tree (an event's parent is its thread's
// previous event); with the cone, a ≤ b is one question in such a tree: is a
// an ancestor of the last event of a's thread in [b]? Each event has a pointer
// to its parent and one that skips further (skew-binary jumps), so that the
// answer takes O(log n) steps.
//
// Two events a # b are in conflict iff [a] and [b] leave each other in some
// thread's tree, or have events beyond their common part that act on the same
// object, one of them writing. Objects are told by bits; each event has those
// of all events that its jump skips, so that the objects of any stretch of a
// branch are known in O(log n) steps, too. (002 has a tree for each lock and a
// map from locks to their last events for each event; this needs neither.)
//
// *Rivals* are two events that depend on each other and are not ordered: they
// cannot be in one execution. Immediate conflicts are rivals whose histories
// agree: both then come after the same last write of what they both act on.
// Events hang in one list for each range that they act on and each last write:
//
//      (range, last write) ──▶ thread 0 ──▶ event ──▶ event ──▶ …
//                              thread 1 ──▶ event ──▶ …
//
// Most of these are of no use as long as the execution starts as it does now:
// they need another event at some position p of it. Whoever finds that out
// *parks* them there. They are in no list until the execution goes back to p,
// so that nobody looks at them again in vain.

#ifndef MAZURKA_EXPLORE_UNFOLDING_H
#define MAZURKA_EXPLORE_UNFOLDING_H

#include "base/memory.h"
#include "base/table.h"
#include "machine/op.h"

#include <stdbool.h>
#include <stdint.h>

enum { NO_EVENT = 0 }; // no number of an event

struct unfolding_event {
    struct op op; // the label; of its data only what dependency needs is used
    uint32_t thread, index;
    uint32_t before; // its thread's previous event
    uint32_t jump;   // an earlier one
    uint32_t cone;   // where its cone starts; its own thread's entry: `before`
    uint32_t width;  // of the cone; threads beyond have no event in it
    uint32_t hash;
    uint64_t own;          // objects that it acts on, as bits
    uint64_t acts, writes; // … that it and those before it down to its jump
                           // (without that) act on, and write
    uint32_t shadows[2];   // last write of its range, and of its second object
    uint32_t places;       // after it as the last write: the first one
    bool marked;           // to be kept
    bool parked;           // in no list
};

// A range of bytes that events act on.
struct unfolding_range {
    uint64_t addr;
    uint32_t size;
    bool shared;        // other ranges overlap with it
    uint32_t first;     // of its places: a list of all threads
    uint32_t untouched; // … before any write, or NO_LIST
    uint32_t next;      // range in the same word
};

// A place is a range after a last write: a list of lists, one for each thread
// that has events there.
enum { ALL_THREADS = UINT32_MAX };

struct unfolding_list {
    uint32_t range, thread;
    uint32_t first;  // link; of a list of all threads: the first thread's list
    uint32_t next;   // that of another thread; of all threads: the next place
    uint32_t beside; // of all threads: the next place after the same write
    uint32_t all;    // of a thread's list: that of all threads
};

// Where an event hangs: 2 * event for its range, + 1 for its second object.
struct unfolding_link {
    uint32_t list; // a thread's list, or NO_LIST
    uint32_t next, prev;
};

typedef VEC(uint32_t) event_list;

struct unfolding {
    VEC(struct unfolding_event) events; // the first one is NO_EVENT
    VEC(uint32_t) cones;
    struct table known;
    VEC(struct unfolding_range) ranges;
    VEC(uint32_t) wide; // ranges of many bytes
    struct table words; // the first range of each word
    VEC(struct unfolding_list) lists;
    VEC(struct unfolding_link) links;
    event_list parked;   // at each position: the first, or NO_EVENT
    event_list overlaps; // scratch: ranges
};

void unfolding_init(struct unfolding *unfolding);
void unfolding_free(struct unfolding *unfolding);

static inline const struct unfolding_event *
unfolding_at(const struct unfolding *u, uint32_t id) {
    return &u->events.at[id];
}

// The event with this history, or NO_EVENT if nobody has met it. `cone` has an
// entry a thread; that of its own thread is the thread's previous event.
uint32_t unfolding_find(const struct unfolding *unfolding, uint32_t thread,
                        const struct op *op, const uint32_t *cone,
                        uint32_t width);
// A new one. Shadows: the last event in its history that writes all that it
// acts on, and the same for its second object.
uint32_t unfolding_add(struct unfolding *unfolding, uint32_t thread,
                       const struct op *op, const uint32_t *cone,
                       uint32_t width, const uint32_t shadows[2]);

// The last event of a thread in [id], or NO_EVENT.
static inline uint32_t unfolding_last(const struct unfolding *u, uint32_t id,
                                      uint32_t thread) {
    const struct unfolding_event *e = unfolding_at(u, id);
    if (e->thread == thread)
        return id;
    return thread < e->width ? u->cones.at[e->cone + thread] : NO_EVENT;
}

// The event of the same thread with a smaller or equal index (0: NO_EVENT).
uint32_t unfolding_ancestor(const struct unfolding *unfolding, uint32_t id,
                            uint32_t index);
// Is a in [b]?
bool unfolding_contains(const struct unfolding *unfolding, uint32_t b,
                        uint32_t a);
bool unfolding_rivals(const struct unfolding *unfolding, uint32_t a,
                      uint32_t b);

// a # b: no execution has both.
bool unfolding_conflict(const struct unfolding *unfolding, uint32_t a,
                        uint32_t b);

// Is it certain that nothing known is a rival of the event?
bool unfolding_alone(const struct unfolding *unfolding, uint32_t id);

// A walk along known events that are not parked: those among them that are
// rivals of an event are all that may be in immediate conflict with it. Events
// may be parked meanwhile, but not come back, be added or collected.
struct rivals {
    uint32_t id;
    uint32_t lists[2]; // of a thread, in each of its places: the next ones
    uint32_t link;     // in the current one
    event_list others; // of ranges that overlap: still to come
};
void rivals_start(struct rivals *rivals, const struct unfolding *unfolding,
                  uint32_t id);
// The next one, or NO_EVENT.
uint32_t rivals_next(struct rivals *rivals, const struct unfolding *unfolding);
void rivals_free(struct rivals *rivals);

// The event is of no use until the execution goes back to this position, or
// ever.
enum { NEVER = UINT32_MAX };
void unfolding_park(struct unfolding *unfolding, uint32_t id,
                    uint32_t position);
// The execution goes back to `position`: what is parked from there on returns.
void unfolding_return(struct unfolding *unfolding, uint32_t position);

// Forget all events but the marked ones and their histories. The others get
// new numbers, in the same order: `renamed` has the new one of each old one.
void unfolding_mark(struct unfolding *unfolding, uint32_t id);
void unfolding_collect(struct unfolding *unfolding, event_list *renamed);

#endif
