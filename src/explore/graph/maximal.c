// SPDX-License-Identifier: Apache-2.0

#include "explore/graph/maximal.h"

struct looking {
    const struct graph *graph;
    const uint32_t *past;
    uint32_t event, self;
};

static bool stood(const struct looking *l, uint32_t other) {
    const struct graph *g = l->graph;
    return graph_sees(g, l->past, other) ||
           g->events.at[other].stamp <= g->events.at[l->event].stamp;
}

// Did something stand there that is newer than a write, in mo or in a chain?
static bool newer_stood(const struct looking *l, uint32_t place,
                        uint32_t write) {
    uint32_t w = graph_newer(l->graph, place, write);
    for (; w != NO_EVENT; w = graph_newer(l->graph, place, w))
        if (w != l->event && w != l->self && stood(l, w))
            return true;
    return false;
}

static bool reader_stood(const struct looking *l) {
    uint32_t r = l->graph->events.at[l->event].readers;
    for (; r != NO_EVENT; r = l->graph->events.at[r].next_reader)
        if (r != l->self && stood(l, r))
            return true;
    return false;
}

bool graph_is_maximal(const struct graph *g, uint32_t event,
                      const uint32_t *past, uint32_t self) {
    const struct graph_event *e = &g->events.at[event];
    struct looking l = {g, past, event, self};
    if (e->pinned)
        return false;
    if (op_rows[e->op.kind].chooses && e->op.choice != op_choice(&e->op, 0))
        return false;
    if (e->reads && e->source != NO_EVENT && !stood(&l, e->source))
        return false;
    if (e->writes && reader_stood(&l))
        return false;
    return e->link.place == NO_PLACE ||
           !newer_stood(&l, e->link.place, e->reads ? e->source : event);
}
