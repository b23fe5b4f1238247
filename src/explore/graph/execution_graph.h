// SPDX-License-Identifier: Apache-2.0
// Execution graphs: the events of an execution, what each read reads from (rf),
// the order of the writes to each place (mo), and for each synchronisation
// object the chain of the operations on it.
//
//     place x     initial ──mo──▶ W ──mo──▶ U ──mo──▶ W     U: an update,
//                    │             │                        which reads and
//                    ▼ rf          ▼ rf                     writes in one event
//                    R             U
//     mutex m     lock ──▶ unlock ──▶ lock …
//
// A chain is a total order, in which neighbours may be independent: of two
// objects, or both only look. What an event really depends on is told by
// chain_walk.
//
// An event's number is its position in the schedule: the numbers go up along
// program order, rf, chains and enabling edges, so that the events in their
// order are steps that a machine can take. *When* an event was added is another
// thing (`stamp`): a read that was revisited by a later write stands after it
// in the schedule, but keeps its stamp.
//
// Each event has clocks (an entry a thread: how many of its events are seen):
//
//   base     what comes before it by program order and enabling edges, itself
//            included, with all that comes before that
//   before   the same and, in addition, by what it reads from or follows in its
//            chains
//   happens  what happens before it, and three that are needed for those that
//            come later, under a memory that has a happens-before of its own
//            (memory/happens_before.h)
//
// Invariants: the events of a thread have the indices 1, 2, …, and their
// numbers go up; what comes before an event stands in the graph; a chain goes
// up in numbers and in stamps; `order` has each event once, by its stamp.
// Events are added and taken off at the end only; graph_restrict makes another
// graph.

#ifndef MAZURKA_EXPLORE_GRAPH_EXECUTION_GRAPH_H
#define MAZURKA_EXPLORE_GRAPH_EXECUTION_GRAPH_H

#include "explore/graph/graph_places.h"
#include "explore/memory_model.h"
#include "explore/trace/trace.h"

// Instead of an event: nobody, or the initial write of a place.
enum { NO_EVENT = INITIAL_WRITE };

// The clocks of an event.
enum graph_clock {
    CLOCK_BASE,
    CLOCK_BEFORE,
    CLOCK_HAPPENS,
    CLOCK_RELEASED, // by this write, or on this object so far
    CLOCK_FENCED,   // by its thread's latest release fence
    CLOCK_READ,     // what acquire fences of its thread acquire from here on
    GRAPH_CLOCKS,
};

// Its place in the chain of an object, or in mo.
struct chain_link {
    uint32_t place; // NO_PLACE: it is in none
    uint32_t older, newer;
};

struct graph_event {
    struct op op; // as it happened
    uint32_t thread, index;
    uint32_t before; // its thread's previous event, or NO_EVENT
    uint32_t stamp;
    uint32_t source;      // of what reads
    uint32_t readers;     // of a write: the newest of those that read it
    uint32_t next_reader; // of the same write
    struct chain_link link;
    uint32_t enablers, enabler_count; // in the graph's list
    struct step step;                 // of the schedule
    bool reads, writes, chained;      // an update reads and writes
    bool pinned;                      // it has overtaken what stood there
};

// Of a place, in one graph.
struct graph_writes {
    uint32_t newest, oldest; // of mo or the chain
    uint32_t readers;        // of the initial write
    uint64_t initial;        // the value of that
};

struct graph {
    VEC(struct graph_event) events;
    position_list order;             // by stamps
    position_list last;              // of each thread
    struct graph_places *places;     // shared by all graphs of a search
    VEC(struct graph_writes) writes; // of each place
    position_list enablers;
    VEC(uint32_t) clocks; // `rows` of `width` for each event
    unsigned width;
    unsigned rows; // as many clocks as the memory model needs
    // Events that could change places with the one before them in their chain.
    uint32_t loose;
    enum happens happens; // keep the clocks from CLOCK_HAPPENS on
};

void graph_init(struct graph *graph, struct graph_places *places,
                unsigned width, enum happens happens);
void graph_free(struct graph *graph);
void graph_copy(struct graph *to, const struct graph *from);
// Clocks of more threads.
void graph_widen(struct graph *graph, unsigned width);

static inline uint32_t *graph_clock(const struct graph *g, uint32_t event,
                                    enum graph_clock which) {
    return g->clocks.at + ((size_t)event * g->rows + which) * g->width;
}

static inline bool graph_sees(const struct graph *g, const uint32_t *clock,
                              uint32_t event) {
    const struct graph_event *e = &g->events.at[event];
    return clock[e->thread] >= e->index;
}

// Does an event come before another?
static inline bool graph_before(const struct graph *g, uint32_t event,
                                uint32_t other) {
    return graph_sees(g, graph_clock(g, other, CLOCK_BEFORE), event);
}

// Add the next event of a thread, which is in no order yet: mo and rf come
// after that, by the functions below, as does the label of one that reads.
// `enablers` are events. An operation of a chain goes to its end.
uint32_t graph_add(struct graph *graph, uint32_t thread, const struct op *op,
                   const position_list *enablers);
// Take off the last event, which is out of mo and rf.
void graph_remove(struct graph *graph);

// Let an event read from a write of its place (NO_EVENT: the initial one):
// whether and what it writes is decided by that. And back.
void graph_read(struct graph *graph, uint32_t event, uint32_t source);
void graph_unread(struct graph *graph, uint32_t event);
// Put a write into mo, right after another. And back.
void graph_put(struct graph *graph, uint32_t event, uint32_t older);
void graph_take(struct graph *graph, uint32_t event);
// Its clocks and its step, when what it reads from and where it goes is known.
void graph_settle(struct graph *graph, uint32_t event);

// In mo: the newest write of a place is where a walk to older ones begins.
static inline uint32_t graph_newest(const struct graph *g, uint32_t place) {
    return g->writes.at[place].newest;
}
// The write after an event's source, or after a write: NO_EVENT if none is
// newer. `place` is that of both.
static inline uint32_t graph_newer(const struct graph *g, uint32_t place,
                                   uint32_t write) {
    if (write == NO_EVENT)
        return g->writes.at[place].oldest;
    return g->events.at[write].link.newer;
}
// Who reads a write, newest first.
static inline uint32_t graph_readers(const struct graph *g, uint32_t place,
                                     uint32_t write) {
    return write == NO_EVENT ? g->writes.at[place].readers
                             : g->events.at[write].readers;
}
// Is there an update that reads from this write, and so stands right after it?
bool graph_is_taken(const struct graph *graph, uint32_t place, uint32_t write);

// `to` becomes `from` without the events that are marked in `leave`, with the
// event `last` (NO_EVENT: none) at the end of the schedule, out of rf and mo.
// `number` says what the events are called there.
void graph_restrict(struct graph *to, const struct graph *from,
                    const bool *leave, uint32_t last, uint32_t *number);

// What an event of a chain depends on directly: walk = chain_walk(g, event);
// while ((older = chain_walk_next(&walk)) != NO_EVENT) …
struct chain_walk {
    const struct graph *graph;
    const struct op *op;
    uint32_t at;
    bool first, second; // nothing older matters for its objects
};
struct chain_walk chain_walk(const struct graph *graph, uint32_t event);
uint32_t chain_walk_next(struct chain_walk *walk);
// Could an event change places with the one before it in its chain?
bool chain_is_loose(const struct graph *graph, uint32_t event);
// Do two neighbours of a chain depend on each other?
bool chain_depends(const struct graph *graph, uint32_t older, uint32_t newer);

// Debug: do the invariants hold?
bool graph_is_sound(const struct graph *graph);

#endif
