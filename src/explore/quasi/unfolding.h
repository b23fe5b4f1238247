// SPDX-License-Identifier: Apache-2.0
// Events of the unfolding [QPOR, Section 3]: what can happen in a program, each
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
// Many events need no more than their thread's previous event: they *go on*
// after it, share its cone and are found from there.
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
// branch are known in O(log n) steps, too. ([QPOR] has a tree for each lock and
// a map from locks to their last events for each event; this needs neither.)
//
// *Rivals* are two events that depend on each other and are not ordered: they
// cannot be in one execution. Immediate conflicts are rivals whose histories
// agree: both then come after the same last write of what they both act on,
// which is how they are found (conflict_index.h).
//
// Invariants: histories are closed (what is in the history of an event of [e]
// is in [e]) and free of conflicts; a # b iff b # a; nothing is in conflict
// with itself.
//
// Many events have the same label; what depends on the label alone is kept with
// that, so that events are small.

#ifndef MAZURKA_EXPLORE_QUASI_UNFOLDING_H
#define MAZURKA_EXPLORE_QUASI_UNFOLDING_H

#include "explore/quasi/conflict_index.h"
#include "op/op.h"

#include "base/fault.h"

enum { NO_EVENT = 0 }; // no number of an event

// What a thread does: of the operation only what belongs to the event and what
// dependency needs. Not the values, which follow from the history.
struct unfolding_label {
    struct op op;
    uint64_t key[4];    // the same, to be compared
    uint32_t ranges[2]; // that it acts on, and its second object: or NO_RANGE
    uint64_t own;       // the objects that it acts on, as bits
    uint32_t thread;
};

struct unfolding_event {
    uint32_t label;
    uint32_t thread, index;
    uint32_t before;       // its thread's previous event
    uint32_t jump;         // an earlier one
    uint32_t cone;         // where its cone starts; without its own thread
    uint32_t width : 30;   // of the cone; threads beyond have no event in it
    uint32_t goes_on : 1;  // it shares its cone with `before`
    uint32_t marked : 1;   // to be kept
    uint32_t first_on;     // the first event that goes on after it
    uint32_t other_on;     // another one that goes on after the same
    uint32_t shadows[2];   // last write of its range, and of its second object
    uint32_t places;       // after it as the last write: the first list
    uint64_t acts, writes; // objects that it and those before it down to its
                           // jump (without that) act on, and write: as bits
    uint32_t item;         // where it hangs first, or NO_ITEM
};

struct unfolding {
    VEC(struct unfolding_event) events; // the first one is NO_EVENT
    VEC(struct unfolding_label) labels;
    VEC(uint32_t) cones;
    TABLE(struct table_item) known;    // events
    TABLE(struct table_item) labelled; // labels
    struct places places;
    event_list overlapping; // scratch: items
};

void unfolding_init(struct unfolding *unfolding);
void unfolding_free(struct unfolding *unfolding);

static inline const struct unfolding_event *
unfolding_at(const struct unfolding *u, uint32_t id) {
    expensive(id < u->events.count);
    return &u->events.at[id];
}

static inline const struct unfolding_label *
unfolding_label(const struct unfolding *u, uint32_t id) {
    return &u->labels.at[unfolding_at(u, id)->label];
}

static inline const struct op *unfolding_op(const struct unfolding *u,
                                            uint32_t id) {
    return &unfolding_label(u, id)->op;
}

// What an event is known by. `cone` has an entry a thread, which nobody looks
// at for its own thread.
struct unfolding_name {
    uint32_t thread, label, before;
    bool goes_on; // `cone` is that of `before`
    const uint32_t *cone;
    uint32_t width, hash;
};
struct unfolding_name unfolding_name(struct unfolding *unfolding,
                                     uint32_t thread, const struct op *op,
                                     uint32_t before, uint32_t *cone,
                                     uint32_t width);
// Its history is that of its thread's previous event, and that event.
struct unfolding_name unfolding_name_on(struct unfolding *unfolding,
                                        uint32_t thread, const struct op *op,
                                        uint32_t before);
// The event, or NO_EVENT if nobody has met it.
uint32_t unfolding_find(const struct unfolding *unfolding,
                        const struct unfolding_name *name);
// A new one. Shadows: the last event in its history that writes all that it
// acts on, and the same for its second object.
uint32_t unfolding_add(struct unfolding *unfolding,
                       const struct unfolding_name *name,
                       const uint32_t shadows[2]);

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

// Debug: do the invariants hold for an event?
bool unfolding_is_sound(const struct unfolding *unfolding, uint32_t id);

// Is it certain that nothing known, and not parked, is a rival of the event?
bool unfolding_alone(struct unfolding *unfolding, uint32_t id);

// Start a walk along known events (conflict_index.h): those among them that are
// rivals of this one are all that may be in immediate conflict with it.
void unfolding_walk(const struct unfolding *unfolding, uint32_t id,
                    struct rivals *rivals);

// Forget all events but the marked ones and their histories. The others get
// new numbers, in the same order: `renamed` has the new one of each old one.
void unfolding_mark(struct unfolding *unfolding, uint32_t id);
void unfolding_collect(struct unfolding *unfolding, event_list *renamed);

#endif
