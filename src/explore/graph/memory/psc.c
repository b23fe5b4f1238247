// SPDX-License-Identifier: Apache-2.0

#include "explore/graph/memory/psc.h"

#include "explore/graph/happens_before.h"

// What is computed of a graph, for each of its events.
struct psc {
    const struct graph *graph;
    uint32_t count;
    uint32_t *rank; // of a write in mo, or of what a read reads from
    // The first event of its thread after it, and the last one before it, that
    // acts elsewhere.
    uint32_t *after, *before;
    uint32_t *events; // the seq_cst ones
    uint32_t events_count;
    uint64_t *edges; // of each of these: a row of bits
    uint32_t words;  // of a row
};

static bool is_sc(const struct graph_event *e) {
    return (e->reads || e->writes || e->op.kind == OP_FENCE) &&
           event_order(e) == ORDER_SEQ_CST;
}

static bool is_fence(const struct psc *p, uint32_t event) {
    return p->graph->events.at[event].op.kind == OP_FENCE;
}

static bool same_place(const struct graph *g, uint32_t x, uint32_t y) {
    uint32_t place = g->events.at[x].link.place;
    return place != NO_PLACE && place == g->events.at[y].link.place;
}

// ------------------------------------------------------- what is computed once

static void find_ranks(struct psc *p) {
    const struct graph *g = p->graph;
    for (uint32_t place = 0; place < g->writes.count; place++) {
        uint32_t rank = 1, w = g->writes.at[place].oldest;
        if (w != NO_EVENT && g->events.at[w].chained)
            continue;
        for (; w != NO_EVENT; w = g->events.at[w].link.newer)
            p->rank[w] = rank++;
    }
    for (uint32_t i = 0; i < p->count; i++) {
        const struct graph_event *e = &g->events.at[i];
        if (e->reads && !e->writes)
            p->rank[i] = e->source == NO_EVENT ? 0 : p->rank[e->source];
    }
}

static void find_elsewhere(struct psc *p) {
    const struct graph *g = p->graph;
    for (uint32_t i = 0; i < p->count; i++) {
        uint32_t at = g->events.at[i].before;
        while (at != NO_EVENT && same_place(g, at, i))
            at = g->events.at[at].before;
        p->before[i] = at;
        p->after[i] = NO_EVENT;
    }
    for (uint32_t i = p->count; i-- > 0;) {
        uint32_t at = g->events.at[i].before;
        for (; at != NO_EVENT; at = g->events.at[at].before)
            if (!same_place(g, at, i))
                p->after[at] = i; // the first one comes last
    }
}

// ------------------------------------------------------------------ relations

static bool po(const struct graph *g, uint32_t x, uint32_t y) {
    return g->events.at[x].thread == g->events.at[y].thread &&
           g->events.at[x].index < g->events.at[y].index;
}

static bool hb(const struct graph *g, uint32_t x, uint32_t y) {
    return x != y && graph_sees(g, graph_clock(g, y, CLOCK_HAPPENS), x);
}

static bool both_memory(const struct graph *g, uint32_t x, uint32_t y) {
    return same_place(g, x, y) && !g->events.at[x].chained;
}

// mo ∪ fr
static bool is_older(const struct psc *p, uint32_t x, uint32_t y) {
    return p->graph->events.at[y].writes && both_memory(p->graph, x, y) &&
           p->rank[x] < p->rank[y];
}

static bool eco(const struct psc *p, uint32_t x, uint32_t y) {
    const struct graph_event *a = &p->graph->events.at[x];
    const struct graph_event *b = &p->graph->events.at[y];
    if (!both_memory(p->graph, x, y))
        return false;
    return p->rank[x] < p->rank[y] ||
           (p->rank[x] == p->rank[y] && a->writes && !b->writes);
}

static bool scb(const struct psc *p, uint32_t x, uint32_t y) {
    const struct graph *g = p->graph;
    uint32_t after = p->after[x], before = p->before[y];
    return po(g, x, y) || (same_place(g, x, y) && hb(g, x, y)) ||
           is_older(p, x, y) ||
           (after != NO_EVENT && before != NO_EVENT && hb(g, after, before));
}

// From an event x: is there an edge of psc that ends in the seq_cst event b?
// `after_fence`: x happens after the seq_cst fence where the edge begins.
static bool leads_to(const struct psc *p, uint32_t x, uint32_t b,
                     bool after_fence) {
    const struct graph *g = p->graph;
    if (scb(p, x, b))
        return true;
    if (!is_fence(p, b))
        return false;
    for (uint32_t y = 0; y < p->count; y++)
        if (hb(g, y, b) && (scb(p, x, y) || (after_fence && eco(p, x, y))))
            return true;
    return false;
}

static bool psc(const struct psc *p, uint32_t a, uint32_t b) {
    const struct graph *g = p->graph;
    if (leads_to(p, a, b, false))
        return true;
    if (!is_fence(p, a))
        return false;
    if (is_fence(p, b) && hb(g, a, b))
        return true;
    for (uint32_t x = 0; x < p->count; x++)
        if (hb(g, a, x) && leads_to(p, x, b, true))
            return true;
    return false;
}

// -------------------------------------------------------------------- cycles

// Take away, again and again, what has no edge to what is left.
static bool is_acyclic(struct psc *p) {
    uint32_t left = p->events_count, taken = 1;
    bool *gone = (bool *)p->before; // no longer needed
    for (uint32_t i = 0; i < left; i++)
        gone[i] = false;
    while (taken) {
        taken = 0;
        for (uint32_t i = 0; i < p->events_count; i++) {
            bool leads = gone[i];
            for (uint32_t k = 0; k < p->events_count && !leads; k++)
                leads =
                    !gone[k] && p->edges[i * p->words + k / 64] >> k % 64 & 1;
            if (leads)
                continue;
            gone[i] = true;
            taken++;
            left--;
        }
    }
    return left == 0;
}

static void find_edges(struct psc *p) {
    for (uint32_t i = 0; i < p->events_count; i++)
        for (uint32_t k = 0; k < p->events_count; k++)
            if (psc(p, p->events[i], p->events[k]))
                p->edges[i * p->words + k / 64] |= 1ull << k % 64;
}

bool psc_is_acyclic(struct cycle *c, const struct graph *g) {
    uint32_t n = (uint32_t)g->events.count, sc = 0;
    for (uint32_t i = 0; i < n; i++)
        sc += is_sc(&g->events.at[i]);
    if (!sc)
        return true;
    struct psc p = {.graph = g, .count = n, .words = (sc + 63) / 64};
    size_t words = 2 * (size_t)n + (size_t)sc * p.words;
    vec_reserve(&c->bits, words);
    for (size_t i = 0; i < words; i++)
        c->bits.at[i] = 0;
    p.edges = c->bits.at;
    p.rank = (uint32_t *)(void *)(c->bits.at + (size_t)sc * p.words);
    p.after = p.rank + n;
    p.before = p.after + n;
    p.events = p.before + n;
    for (uint32_t i = 0; i < n; i++)
        if (is_sc(&g->events.at[i]))
            p.events[p.events_count++] = i;
    find_ranks(&p);
    find_elsewhere(&p);
    find_edges(&p);
    return is_acyclic(&p);
}
