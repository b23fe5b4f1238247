// SPDX-License-Identifier: Apache-2.0

#include "explore/graph/commuting.h"

static bool looks(const struct graph *g, uint32_t event) {
    return g->events.at[event].op.mode == OP_READS;
}

// Does it come right after another one in its chain that only looks, too?
static bool commutes(const struct graph *g, uint32_t event) {
    const struct graph_event *e = &g->events.at[event];
    return e->chained && looks(g, event) && e->link.older != NO_EVENT &&
           looks(g, e->link.older) &&
           g->events.at[e->link.older].thread != e->thread;
}

// While events are put into the order, `place` of those that are is their place
// in it, and NO_EVENT of the others.
struct ordering {
    const struct graph *graph;
    uint32_t *place;
};

static bool is_there(const struct ordering *o, uint32_t event) {
    return event == NO_EVENT || o->place[event] != NO_EVENT;
}

// Is everything of its chain there that it does not commute with?
static bool chain_is_there(const struct ordering *o, uint32_t event,
                           const struct chain_link *link) {
    const struct graph *g = o->graph;
    uint32_t at = link->place == NO_PLACE ? NO_EVENT : link->older;
    while (at != NO_EVENT) {
        const struct graph_event *e = &g->events.at[at];
        if (!looks(g, at))
            return is_there(o, at);
        if (!looks(g, event) && !is_there(o, at))
            return false;
        at = e->link.place == link->place ? e->link.older : e->link2.older;
    }
    return true;
}

static bool write_is_due(const struct ordering *o, uint32_t event) {
    const struct graph *g = o->graph;
    const struct chain_link *link = &g->events.at[event].link;
    uint32_t r = graph_readers(g, link->place, link->older);
    for (; r != NO_EVENT; r = g->events.at[r].next_reader)
        if (r != event && !is_there(o, r))
            return false;
    return is_there(o, link->older);
}

static bool is_due(const struct ordering *o, uint32_t event) {
    const struct graph *g = o->graph;
    const struct graph_event *e = &g->events.at[event];
    if (!is_there(o, e->before) || (e->reads && !is_there(o, e->source)) ||
        (e->writes && !write_is_due(o, event)))
        return false;
    for (uint32_t i = 0; i < e->enabler_count; i++)
        if (!is_there(o, g->enablers.at[e->enablers + i]))
            return false;
    return !e->chained || (chain_is_there(o, event, &e->link) &&
                           chain_is_there(o, event, &e->link2));
}

// The event that comes next: of the first thread that has one.
static uint32_t next_event(const struct ordering *o) {
    const struct graph *g = o->graph;
    uint32_t best = NO_EVENT;
    for (uint32_t i = 0; i < g->events.count; i++)
        if (o->place[i] == NO_EVENT && is_due(o, i) &&
            (best == NO_EVENT ||
             g->events.at[i].thread < g->events.at[best].thread))
            best = i;
    invariant(best != NO_EVENT); // the graph has no cycle
    return best;
}

bool graph_is_canonical(const struct graph *g) {
    bool canonical = true, any = false;
    uint32_t count = (uint32_t)g->events.count;
    for (uint32_t i = 0; i < count && !any; i++)
        any = commutes(g, i);
    if (!any)
        return true;
    struct ordering o = {g, memory_new(count, sizeof *o.place)};
    for (uint32_t i = 0; i < count; i++)
        o.place[i] = NO_EVENT;
    for (uint32_t i = 0; i < count; i++)
        o.place[next_event(&o)] = i;
    for (uint32_t i = 0; i < count; i++)
        canonical &= !commutes(g, i) ||
                     o.place[g->events.at[i].link.older] < o.place[i];
    memory_free(o.place);
    return canonical;
}
