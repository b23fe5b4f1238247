// SPDX-License-Identifier: Apache-2.0
// Sequential consistency: po ∪ rf ∪ mo ∪ fr has no cycle.

#include "explore/graph/cycle.h"
#include "explore/memory_model.h"

static void edges(struct cycle *c, const struct graph *g, uint32_t event) {
    const struct graph_event *e = &g->events.at[event];
    cycle_edge(c, e->before);
    if (e->reads)
        cycle_edge(c, e->source);
    cycle_common_edges(c, g, event);
}

// What must come before the new events whatever they read: all that leads
// there.
static void roots(struct cycle *c, const struct graph *g, uint32_t event) {
    const struct graph_event *e = &g->events.at[event];
    cycle_edge(c, e->before);
    if (e->reads && e->writes) // an update's source is known
        cycle_edge(c, e->source);
    for (uint32_t i = 0; i < e->enabler_count; i++)
        cycle_edge(c, g->enablers.at[e->enablers + i]);
}

// A write that comes before them cannot be newer than what they read, or follow
// in mo. Where that is so by program order and rf alone, no walk is needed.
uint32_t sc_oldest(struct cycle *c, const struct graph *g, uint32_t first) {
    uint32_t place = g->events.at[first].link.place;
    uint32_t newest = graph_newest(g, place);
    if (newest == NO_EVENT)
        return NO_EVENT;
    if (!g->loose && graph_sees(g, graph_clock(g, first, CLOCK_BASE), newest))
        return newest;
    cycle_begin(c, g);
    for (uint32_t x = first; x < g->events.count; x++)
        roots(c, g, x);
    while (c->stack.count) {
        uint32_t at = c->stack.at[--c->stack.count];
        if (at == newest)
            return newest;
        edges(c, g, at);
    }
    uint32_t w = newest;
    while (w != NO_EVENT && !cycle_met(c, w))
        w = g->events.at[w].link.older;
    return w;
}

bool sc_consistent(struct cycle *c, const struct graph *g, uint32_t first) {
    return cycle_is_at_end(g, first) || !cycle_through(c, g, first, edges);
}
