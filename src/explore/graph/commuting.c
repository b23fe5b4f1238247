// SPDX-License-Identifier: Apache-2.0

#include "explore/graph/commuting.h"

// While events are put into the order, `place` of those that are is their place
// in it, and NO_EVENT of the others.
struct ordering {
    const struct graph *graph;
    uint32_t *place;
};

static bool is_there(const struct ordering *o, uint32_t event) {
    return event == NO_EVENT || o->place[event] != NO_EVENT;
}

static bool is_due(const struct ordering *o, uint32_t event) {
    const struct graph *g = o->graph;
    const struct graph_event *e = &g->events.at[event];
    if (!is_there(o, e->before) || (e->reads && !is_there(o, e->source)))
        return false;
    for (uint32_t i = 0; i < e->enabler_count; i++)
        if (!is_there(o, g->enablers.at[e->enablers + i]))
            return false;
    struct chain_walk walk = chain_walk(g, event);
    for (uint32_t w; (w = chain_walk_next(&walk)) != NO_EVENT;)
        if (!is_there(o, w))
            return false;
    return true;
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
    invariant(best != NO_EVENT); // there is no cycle
    return best;
}

bool graph_is_canonical(const struct graph *g) {
    bool canonical = true;
    uint32_t count = (uint32_t)g->events.count;
    if (!g->loose)
        return true;
    struct ordering o = {g, memory_new(count, sizeof *o.place)};
    for (uint32_t i = 0; i < count; i++)
        o.place[i] = NO_EVENT;
    for (uint32_t i = 0; i < count; i++)
        o.place[next_event(&o)] = i;
    for (uint32_t i = 0; i < count; i++)
        canonical &= !chain_is_loose(g, i) ||
                     o.place[g->events.at[i].link.older] < o.place[i];
    memory_free(o.place);
    return canonical;
}
