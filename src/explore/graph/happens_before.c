// SPDX-License-Identifier: Apache-2.0

#include "explore/graph/happens_before.h"

bool order_acquires(enum op_order order) {
    static const bool acquires[ORDERS] = {
#define X(order, name, acquires, releases) [ORDER_##order] = acquires,
        MEMORY_ORDERS(X)
#undef X
    };
    return acquires[order];
}

bool order_releases(enum op_order order) {
    static const bool releases[ORDERS] = {
#define X(order, name, acquires, releases) [ORDER_##order] = releases,
        MEMORY_ORDERS(X)
#undef X
    };
    return releases[order];
}

static void join(struct graph *g, uint32_t event, enum graph_clock to,
                 uint32_t other, enum graph_clock from) {
    clock_join(graph_clock(g, event, to), graph_clock(g, other, from),
               g->width);
}

// What the thread brings along. A signal does not synchronise with whom it
// wakes: the mutex does.
static void begin(struct graph *g, uint32_t event) {
    const struct graph_event *e = &g->events.at[event];
    for (int c = CLOCK_HAPPENS; c < GRAPH_CLOCKS; c++)
        clock_fill(graph_clock(g, event, (enum graph_clock)c), 0, g->width);
    if (e->before != NO_EVENT) {
        join(g, event, CLOCK_HAPPENS, e->before, CLOCK_HAPPENS);
        join(g, event, CLOCK_FENCED, e->before, CLOCK_FENCED);
        join(g, event, CLOCK_READ, e->before, CLOCK_READ);
    }
    for (uint32_t i = 0; i < e->enabler_count; i++) {
        uint32_t by = g->enablers.at[e->enablers + i];
        if (g->events.at[by].op.kind != OP_SIGNAL &&
            g->events.at[by].op.kind != OP_BROADCAST)
            join(g, event, CLOCK_HAPPENS, by, CLOCK_HAPPENS);
    }
    graph_clock(g, event, CLOCK_HAPPENS)[e->thread] = e->index;
}

static void settle_read(struct graph *g, uint32_t event, enum op_order order) {
    uint32_t source = g->events.at[event].source;
    if (source == NO_EVENT)
        return;
    join(g, event, CLOCK_READ, source, CLOCK_RELEASED);
    if (order_acquires(order))
        join(g, event, CLOCK_HAPPENS, source, CLOCK_RELEASED);
}

static void settle_write(struct graph *g, uint32_t event, enum op_order order) {
    const struct graph_event *e = &g->events.at[event];
    join(g, event, CLOCK_RELEASED, event,
         order_releases(order) ? CLOCK_HAPPENS : CLOCK_FENCED);
    if (e->reads && e->source != NO_EVENT)
        join(g, event, CLOCK_RELEASED, e->source, CLOCK_RELEASED);
}

static void settle_fence(struct graph *g, uint32_t event, enum op_order order) {
    if (order_acquires(order))
        join(g, event, CLOCK_HAPPENS, event, CLOCK_READ);
    if (order_releases(order))
        join(g, event, CLOCK_FENCED, event, CLOCK_HAPPENS);
}

// The last operation on the same object: a condition variable releases nothing.
static uint32_t same_object(const struct graph *g, uint32_t event) {
    uint64_t addr = g->events.at[event].op.addr;
    uint32_t at = g->events.at[event].link.older;
    while (at != NO_EVENT && g->events.at[at].op.addr != addr)
        at = g->events.at[at].link.older;
    return at;
}

static void settle_chained(struct graph *g, uint32_t event) {
    const struct graph_event *e = &g->events.at[event];
    uint32_t older = same_object(g, event);
    if (older != NO_EVENT) {
        if (op_acquires(&e->op))
            join(g, event, CLOCK_HAPPENS, older, CLOCK_RELEASED);
        join(g, event, CLOCK_RELEASED, older, CLOCK_RELEASED);
    }
    if (op_releases(&e->op))
        join(g, event, CLOCK_RELEASED, event, CLOCK_HAPPENS);
}

static void settle_all(struct graph *g, uint32_t event) {
    const struct graph_event *e = &g->events.at[event];
    uint32_t *clock = graph_clock(g, event, CLOCK_HAPPENS), older;
    clock_fill(clock, 0, g->width);
    if (e->before != NO_EVENT)
        join(g, event, CLOCK_HAPPENS, e->before, CLOCK_HAPPENS);
    if (e->reads && e->source != NO_EVENT)
        join(g, event, CLOCK_HAPPENS, e->source, CLOCK_HAPPENS);
    for (uint32_t i = 0; i < e->enabler_count; i++)
        join(g, event, CLOCK_HAPPENS, g->enablers.at[e->enablers + i],
             CLOCK_HAPPENS);
    struct chain_walk walk = chain_walk(g, event);
    while ((older = chain_walk_next(&walk)) != NO_EVENT)
        join(g, event, CLOCK_HAPPENS, older, CLOCK_HAPPENS);
    clock[e->thread] = e->index;
}

void happens_before_settle(struct graph *g, uint32_t event) {
    const struct graph_event *e = &g->events.at[event];
    enum op_order order = event_order(e);
    if (g->happens == HAPPENS_BY_ALL) {
        settle_all(g, event);
        return;
    }
    begin(g, event);
    if (e->reads)
        settle_read(g, event, order);
    if (e->writes)
        settle_write(g, event, order);
    if (e->op.kind == OP_FENCE)
        settle_fence(g, event, order);
    if (e->chained)
        settle_chained(g, event);
}
