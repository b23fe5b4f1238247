// SPDX-License-Identifier: Apache-2.0
// The execution so far: a sequence of events with their clocks.
//
// Events are named by their position. Each has two vector clocks (an entry a
// thread: how many of its events are seen):
//
//   clock   what happens before the event, itself included
//   above   what must come before it in *every* execution that has it: its
//           thread's earlier events and its enabling edges, with all that
//           happens before those
//
// so that  i happens before j  iff  clock(j)[thread of i] >= index of i,
// one load and one comparison. What is in clock but not in above got there by
// a dependency, which another schedule can turn round.
//
// Every event hangs in one chain for each aligned 8-byte word that it acts on
// (synchronisation objects have words too):
//
//    head of word ──▶ link of newest event ──prev──▶ … ──prev──▶ oldest
//                              └────────changer───▶ newest that is no read
//
// A new event finds what it depends on by walking its chains back to the first
// event that hides all earlier ones. Going back pops events and their links:
// everything here is a stack, and nothing is allocated in the steady state.
//
// Invariants: a thread's events have the indices 1, 2, 3, …; what is in `above`
// is in `clock`, and both end in the event itself; a chain goes back in time,
// and begins with the newest event that acts on its word; races lie in the
// past.

#ifndef MAZURKA_EXPLORE_TRACE_TRACE_H
#define MAZURKA_EXPLORE_TRACE_TRACE_H

#include "base/clock.h"
#include "base/fault.h"
#include "base/memory.h"
#include "machine/machine.h"

#include <stdbool.h>
#include <stdint.h>

// No position.
enum { NOWHERE = UINT32_MAX, UNDECIDED = NOWHERE - 1, SETTLED = NOWHERE - 2 };

// What an explorer notes of an event; the trace only carries it along. It is
// POP that does: which events its schedules have placed (pop.h).
enum mark_flag {
    IN_SCHEDULE = 1,
    HEAD = 2,   // the last of its schedule
    ASLEEP = 4, // before this event something may sleep
};

struct mark {
    uint32_t flags;
    uint32_t head;      // position of the last head up to here, or NOWHERE
    uint32_t execution; // HEAD: the one whose schedule it ends
    uint32_t explored;  // schedules that have overtaken it
};

struct event {
    struct op op; // as it happened
    uint32_t thread;
    uint32_t index;  // 1 for its thread's first event
    uint32_t before; // position of its thread's previous event, or NOWHERE
    uint32_t after;  // of what it comes after in any case (before_next)
    uint32_t links;  // its first link; all are adjacent
    uint32_t link_count;
    uint32_t races; // first of race_count entries in `racing`
    uint32_t race_count;
    // If it may wait: the one event that it can overtake, or NOWHERE. It
    // depends only on what came before, so race.c finds it once. UNDECIDED: not
    // yet, or there are several. SETTLED, of any event: it has no reversal that
    // is not known, as long as it stands here.
    uint32_t overtakes;
    struct mark mark;
};

_Static_assert(sizeof(struct event) == 128, "two cache lines");

struct link {
    uint32_t event;   // position
    uint32_t word;    // whose chain it is in
    uint32_t prev;    // link, or NOWHERE
    uint32_t changer; // nearest link from prev on whose event is no read
};

struct word {
    uint64_t key;     // address / 8
    uint32_t head;    // newest link, or NOWHERE
    uint32_t changer; // newest link whose event is no read, or NOWHERE
    // Its bytes that some events of some execution have been in a race for.
    uint8_t contended;
    // Between which of its bytes accesses began or ended, and which went
    // across, in any execution: bit i stands for the place before byte i.
    uint8_t edges, bridges;
};

// How many events each thread has before a position, found when somebody asks
// for it (not all searches do), which changes nothing of the trace.
struct frontiers {
    uint32_t known; // so many first ones
    uint32_t *at;
};

// How the machine's threads stand.
struct standing {
    bool known;
    unsigned statuses; // of the living: a set of enum thread_status
    uint64_t alive;    // the threads that have a pending operation
};

// An event that has spawned a thread, the one before that did, or NOWHERE, and
// what `after` of the thread was.
struct birth {
    uint32_t at, before, after;
};

struct trace {
    struct machine *machine;
    uint32_t length;
    uint32_t with_machine; // so many first events are the machine's, at least
    unsigned width;        // entries of a clock
    // `length` of each:
    VEC(struct event) events;
    VEC(struct step) steps; // the schedule that led here
    uint32_t *clocks, *aboves;
    struct frontiers *frontiers;
    uint32_t room;   // for so many events
    uint32_t *last;  // of each thread: position of its last event
    uint32_t *after; // of each thread: what its next one must come after
    // Of each thread: position of the event that spawned it, the last one if
    // several have had its number; and all of these events.
    uint32_t *birth;
    VEC(struct birth) births;
    VEC(struct link) links;
    VEC(struct word) words;
    uint32_t *word_slots; // hash of words: 1 + index, or 0
    uint32_t word_slot_count;
    struct standing standing;
    bool partly;          // some accesses may overlap in part only
    uint32_t busy;        // the contended word of the latest event that has one
    bool settled;         // no more is learnt of what is contended
    VEC(uint32_t) racing; // positions: first events of races
    // Positions of events that may have reversals (race.h), ascending; others
    // cannot, so that what is long and has no races costs nothing.
    VEC(uint32_t) reversible;
    VEC(uint32_t) candidates; // scratch
};

struct trace *trace_new(struct machine *machine);
void trace_free(struct trace *trace);

// Let a step happen in the machine, and append its event.
void trace_step(struct trace *trace, struct step step);
// Back to the first `length` events, with the machine.
void trace_back(struct trace *trace, uint32_t length);

// The same without the machine, for searches that put an execution aside and
// come back to it: drop events, and append one that happened before. The
// machine stays where it is; trace_back takes it to where the trace is.
void trace_drop(struct trace *trace, uint32_t length);
void trace_append(struct trace *trace, uint32_t thread, const struct op *op);

// How the threads stand after the last event, if the machine is there. They are
// asked once, whoever wants to know.
const struct standing *trace_standing(struct trace *trace);

static inline const struct event *trace_event(const struct trace *t,
                                              uint32_t at) {
    expensive(at < t->length);
    return &t->events.at[at];
}

static inline const uint32_t *trace_clock(const struct trace *t, uint32_t at) {
    expensive(at < t->length);
    return t->clocks + (size_t)at * t->width;
}

static inline const uint32_t *trace_above(const struct trace *t, uint32_t at) {
    expensive(at < t->length);
    return t->aboves + (size_t)at * t->width;
}

// How many events each thread has in E[0..at): the frontier before a position.
void trace_find_frontiers(const struct trace *trace, uint32_t end); // for trace_frontier
static inline const uint32_t *trace_frontier(const struct trace *t, uint32_t at) {
    expensive(at <= t->length);
    if (at >= t->frontiers->known)
        trace_find_frontiers(t, at + 1);
    return t->frontiers->at + (size_t)at * t->width;
}

// The event that a thread's next one must come after in any case, or NOWHERE.
// Its last event, or its birth: who has the number of one that was joined is
// born after all that this one has done.
static inline uint32_t before_next(const struct trace *t, unsigned thread) {
    return t->after[thread];
}

static inline bool clock_sees(const uint32_t *clock, const struct event *e) {
    return clock[e->thread] >= e->index;
}

// Happens-before [JACM, Definition 3.2]: i < j are positions.
static inline bool trace_hb(const struct trace *t, uint32_t i, uint32_t j) {
    return clock_sees(trace_clock(t, j), trace_event(t, i));
}

// What would have to come before `op` of `thread`, were it the next event:
// its `above` clock. False if something that enables it is still missing (a
// wake-up without a signal).
bool trace_above_next(const struct trace *trace, unsigned thread,
                      const struct op *op, uint32_t *above);

// The same as positions of events: those that the enabling edges of `op` come
// from.
typedef VEC(uint32_t) position_list;
bool trace_enablers(const struct trace *trace, unsigned thread,
                    const struct op *op, position_list *list);

// Join to `clock` what `op` of `thread` depends on among E[0..end), without the
// event `without` (a position or NOWHERE) and all that happens after it.
void trace_join_dependencies(struct trace *trace, uint32_t thread,
                             const struct op *op, uint32_t end,
                             uint32_t without, uint32_t *clock);

// Which events would race with `op`, were it the next event of `thread` and
// `seen` all that must come before it? For operations that never wait. Their
// positions are in `candidates` after that.
void trace_find_racing(struct trace *trace, uint32_t thread,
                       const struct op *op, const uint32_t *seen);

// The newest link in the chain of an address, or NOWHERE.
uint32_t trace_chain(const struct trace *trace, uint64_t addr);

// How well is it to let this operation happen now, when the order is free? What
// nobody races with comes first, and then what acts on the place where others
// have just met: so the rest of an execution, which has to be run again for
// each way in which a race can end, stays short.
enum preference { CONTENDED, BUSY, UNCONTENDED };
enum preference trace_preference(const struct trace *trace,
                                 const struct op *op);

// The name of the thread of an event, whoever has its number now.
const char *trace_thread_name(const struct trace *trace, uint32_t at);

// The class of the execution [JACM, Section 3]: equal for two executions of one
// program iff they have the same events with the same labels and the same
// happens-before relation, up to collisions of a 128-bit hash.
struct trace_class {
    uint64_t low, high;
};
struct trace_class trace_class(const struct trace *trace);
// The sum over the events is that of the execution; an event's does not change
// while others are added that come after it.
struct trace_class trace_class_of_event(const struct trace *trace, uint32_t at);

// Debug: is the order of the clocks the transitive closure of the dependencies?
bool trace_is_valid(const struct trace *trace);
// Debug: do the invariants hold for the last event? (Earlier ones were looked
// at when they were the last.)
bool trace_is_sound(const struct trace *trace);

#endif
