// SPDX-License-Identifier: Apache-2.0

#include "explore/graph/cycle.h"

void cycle_free(struct cycle *c) {
    vec_free(&c->stack);
    vec_free(&c->seen);
    vec_free(&c->bits);
}

void cycle_begin(struct cycle *c, const struct graph *g) {
    size_t had = c->seen.count;
    if (had < g->events.count) {
        vec_reserve(&c->seen, g->events.count);
        c->seen.count = g->events.count;
        for (size_t i = had; i < c->seen.count; i++)
            c->seen.at[i] = 0;
    }
    if (++c->walk == 0) {
        for (size_t i = 0; i < c->seen.count; i++)
            c->seen.at[i] = 0;
        c->walk = 1;
    }
    c->stack.count = 0;
}

bool cycle_through(struct cycle *c, const struct graph *g, uint32_t first,
                   edges_into *edges) {
    for (uint32_t x = first; x < g->events.count; x++) {
        cycle_begin(c, g);
        edges(c, g, x);
        while (c->stack.count) {
            uint32_t at = c->stack.at[--c->stack.count];
            if (at == x)
                return true;
            edges(c, g, at);
        }
    }
    return false;
}

static void from_readers(struct cycle *c, const struct graph *g, uint32_t place,
                         uint32_t older, uint32_t write) {
    uint32_t r = graph_readers(g, place, older);
    for (; r != NO_EVENT; r = g->events.at[r].next_reader)
        if (r != write)
            cycle_edge(c, r);
}

void cycle_common_edges(struct cycle *c, const struct graph *g,
                        uint32_t event) {
    const struct graph_event *e = &g->events.at[event];
    if (e->writes) {
        cycle_edge(c, e->link.older);
        from_readers(c, g, e->link.place, e->link.older, event);
    }
    struct chain_walk walk = chain_walk(g, event);
    for (uint32_t w; (w = chain_walk_next(&walk)) != NO_EVENT;)
        cycle_edge(c, w);
    for (uint32_t i = 0; i < e->enabler_count; i++)
        cycle_edge(c, g->enablers.at[e->enablers + i]);
}

bool cycle_is_at_end(const struct graph *g, uint32_t first) {
    for (uint32_t x = first; x < g->events.count; x++) {
        const struct graph_event *e = &g->events.at[x];
        if (!e->reads && !e->writes)
            continue;
        uint32_t newer =
            graph_newer(g, e->link.place, e->writes ? x : e->source);
        if (newer != NO_EVENT && newer < first)
            return false;
    }
    return true;
}
