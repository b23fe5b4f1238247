// SPDX-License-Identifier: Apache-2.0
// Total store order, which is x86 with the usual mapping of C's atomics:
//
//   (po to the same place) ∪ rf ∪ mo ∪ fr has no cycle, and
//   kept ∪ rfe ∪ mo ∪ fr has none.
//
// A write waits in a buffer, and later reads of its thread overtake it: *kept*
// is po without the pairs (write, later read), except where a full fence lies
// between them or is one of the two. Full fences are seq_cst fences, updates, a
// compare-exchange that fails (it locks the bus all the same), seq_cst writes,
// operations on objects, and what creates and joins threads. Other fences are
// no instructions at all. rfe is rf between threads.

#include "explore/graph/happens_before.h"
#include "explore/graph/cycle.h"
#include "explore/memory_model.h"

// What an event is in this model.
enum kind { NOTHING, READ, WRITE, FULL };

static enum kind kind_of(const struct graph_event *e) {
    bool sc = event_order(e) == ORDER_SEQ_CST;
    if (e->op.kind == OP_CHOOSE || (e->op.kind == OP_FENCE && !sc))
        return NOTHING;
    if (e->reads)
        return e->op.kind == OP_READ || e->op.kind == OP_AWAIT ? READ : FULL;
    return e->writes && !sc ? WRITE : FULL;
}

// The nearest event of the thread before another one that is no `skipped`; the
// one that has created the thread if there is none.
static uint32_t previous(const struct graph *g, uint32_t event,
                         enum kind skipped) {
    const struct graph_event *e = &g->events.at[event];
    for (; e->before != NO_EVENT; e = &g->events.at[e->before]) {
        enum kind kind = kind_of(&g->events.at[e->before]);
        if (kind != NOTHING && kind != skipped)
            return e->before;
    }
    return e->enabler_count ? g->enablers.at[e->enablers] : NO_EVENT;
}

// A thread's end is a full fence, too: who joins it comes after all its writes.
static void from_end(struct cycle *c, const struct graph *g,
                     const struct graph_event *join) {
    for (uint32_t i = 0; i < join->enabler_count; i++) {
        uint32_t last = g->enablers.at[join->enablers + i];
        cycle_edge(c, previous(g, last, NOTHING));
        cycle_edge(c, previous(g, last, READ));
    }
}

static void kept(struct cycle *c, const struct graph *g, uint32_t event) {
    const struct graph_event *e = &g->events.at[event];
    enum kind kind = kind_of(e);
    if (kind == READ) {
        cycle_edge(c, previous(g, event, WRITE));
    } else {
        cycle_edge(c, previous(g, event, NOTHING));
        cycle_edge(c, previous(g, event, READ));
    }
    if (e->reads && e->source != NO_EVENT &&
        g->events.at[e->source].thread != e->thread)
        cycle_edge(c, e->source);
    if (e->op.kind == OP_JOIN)
        from_end(c, g, e);
    cycle_common_edges(c, g, event);
}

static void same_place(struct cycle *c, const struct graph *g, uint32_t event) {
    const struct graph_event *e = &g->events.at[event];
    if (!e->reads && !e->writes)
        return;
    uint32_t place = e->link.place, at = e->before;
    while (at != NO_EVENT && g->events.at[at].link.place != place)
        at = g->events.at[at].before;
    cycle_edge(c, at);
    if (e->reads)
        cycle_edge(c, e->source);
    cycle_common_edges(c, g, event);
}

bool tso_consistent(struct cycle *c, const struct graph *g, uint32_t first) {
    return cycle_is_at_end(g, first) ||
           (!cycle_through(c, g, first, same_place) &&
            !cycle_through(c, g, first, kept));
}
