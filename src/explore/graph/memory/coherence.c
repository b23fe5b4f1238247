// SPDX-License-Identifier: Apache-2.0

#include "explore/graph/memory/coherence.h"

#include "explore/memory_model.h"

// Does a write, or a read of it, happen before the event with this clock?
static bool is_known(const struct graph *g, const uint32_t *clock,
                     uint32_t write, uint32_t event) {
    if (write != event && graph_sees(g, clock, write))
        return true;
    uint32_t r = g->events.at[write].readers;
    for (; r != NO_EVENT; r = g->events.at[r].next_reader)
        if (r != event && graph_sees(g, clock, r))
            return true;
    return false;
}

// Is nothing known that is newer than what it reads from, or than itself?
static bool is_fresh(const struct graph *g, uint32_t event,
                     enum graph_clock happens_before) {
    const struct graph_event *e = &g->events.at[event];
    const uint32_t *clock = graph_clock(g, event, happens_before);
    uint32_t from = e->reads ? e->source : event;
    uint32_t w = graph_newer(g, e->link.place, from);
    for (; w != NO_EVENT; w = g->events.at[w].link.newer)
        if (is_known(g, clock, w, event))
            return false;
    return true;
}

bool is_coherent(const struct graph *g, uint32_t first,
                 enum graph_clock happens_before) {
    for (uint32_t x = first; x < g->events.count; x++)
        if ((g->events.at[x].reads || g->events.at[x].writes) &&
            !is_fresh(g, x, happens_before))
            return false;
    return true;
}

// Coherence alone: nobody comes before a write that it knows of.
uint32_t known_oldest(struct cycle *c, const struct graph *g, uint32_t first) {
    (void)c;
    uint32_t w = graph_newest(g, g->events.at[first].link.place);
    for (; w != NO_EVENT; w = g->events.at[w].link.older)
        for (uint32_t x = first; x < g->events.count; x++)
            if (is_known(g, graph_clock(g, x, CLOCK_HAPPENS), w, x))
                return w;
    return NO_EVENT;
}
