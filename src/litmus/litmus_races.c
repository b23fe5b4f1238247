// SPDX-License-Identifier: Apache-2.0

#include "litmus/litmus_races.h"

#include "explore/graph/execution_graph.h"

static void add(struct graph *g, const struct event *e) {
    position_list nothing = {0};
    uint32_t at = graph_add(g, e->thread, &e->op, &nothing);
    uint32_t write = graph_choice_write(e->op.choice);
    if (g->events.at[at].reads)
        graph_read(g, at, write);
    if (g->events.at[at].writes)
        graph_put(g, at, write);
    graph_settle(g, at);
}

static bool conflict(const struct graph_event *a, const struct graph_event *b) {
    return a->thread != b->thread && a->link.place != NO_PLACE &&
           a->link.place == b->link.place && (a->writes || b->writes) &&
           (a->op.flags | b->op.flags) & OP_PLAIN;
}

static bool find(const struct graph *g, struct litmus_race *race) {
    for (uint32_t j = 0; j < g->events.count; j++)
        for (uint32_t i = 0; i < j; i++)
            if (conflict(&g->events.at[i], &g->events.at[j]) &&
                !graph_sees(g, graph_clock(g, j, CLOCK_HAPPENS), i)) {
                *race = (struct litmus_race){g->events.at[i].op.site,
                                             g->events.at[j].op.site};
                return true;
            }
    return false;
}

bool litmus_races(const struct trace *trace, struct litmus_race *race) {
    bool any = false;
    for (uint32_t i = 0; i < trace->length; i++)
        any |= trace_event(trace, i)->op.flags & OP_PLAIN;
    if (!any)
        return false;
    struct graph_places places = {0};
    struct graph g;
    graph_init(&g, &places, trace->width, HAPPENS_IN_C);
    for (uint32_t i = 0; i < trace->length; i++)
        add(&g, trace_event(trace, i));
    any = find(&g, race);
    graph_free(&g);
    graph_places_free(&places);
    return any;
}
