// SPDX-License-Identifier: Apache-2.0

#include "explore/graph/execution_graph.h"

#include "explore/graph/happens_before.h"

#include <string.h>

void graph_init(struct graph *g, struct graph_places *places, unsigned width,
                enum happens happens) {
    static const unsigned rows[] = {[HAPPENS_NONE] = CLOCK_HAPPENS,
                                    [HAPPENS_BY_ALL] = CLOCK_HAPPENS + 1,
                                    [HAPPENS_IN_C] = GRAPH_CLOCKS};
    *g = (struct graph){.places = places,
                        .width = width,
                        .rows = rows[happens],
                        .happens = happens};
}

void graph_free(struct graph *g) {
    vec_free(&g->events);
    vec_free(&g->order);
    vec_free(&g->last);
    vec_free(&g->writes);
    vec_free(&g->enablers);
    vec_free(&g->clocks);
}

static const struct graph_writes no_writes = {NO_EVENT, NO_EVENT, NO_EVENT, 0};

#define COPY(to, from)                                                      \
    do {                                                                    \
        vec_reserve(to, (from)->count);                                     \
        (to)->count = (from)->count;                                        \
        if ((from)->count)                                                  \
            memcpy((to)->at, (from)->at, (from)->count * sizeof *(to)->at); \
    } while (0)

void graph_copy(struct graph *to, const struct graph *from) {
    COPY(&to->events, &from->events);
    COPY(&to->order, &from->order);
    COPY(&to->last, &from->last);
    COPY(&to->writes, &from->writes);
    COPY(&to->enablers, &from->enablers);
    COPY(&to->clocks, &from->clocks);
    to->places = from->places;
    to->width = from->width;
    to->rows = from->rows;
    to->loose = from->loose;
    to->happens = from->happens;
}

void graph_widen(struct graph *g, unsigned width) {
    size_t rows = g->events.count * g->rows;
    uint32_t *wide = memory_new((rows + 1) * width, sizeof *wide);
    for (size_t i = 0; i < rows; i++)
        memcpy(wide + i * width, g->clocks.at + i * g->width,
               g->width * sizeof *wide);
    memory_free(g->clocks.at);
    g->clocks.at = wide;
    g->clocks.room = (rows + 1) * width;
    g->clocks.count = rows * width;
    g->width = width;
}

// ------------------------------------------------------------- mo and rf

static struct chain_link *link_at(struct graph *g, uint32_t event,
                                  uint32_t place) {
    expensive(g->events.at[event].link.place == place);
    return &g->events.at[event].link;
}

static void put_after(struct graph *g, struct chain_link *link, uint32_t event,
                      uint32_t older) {
    link->older = older;
    link->newer = graph_newer(g, link->place, older);
    if (link->newer == NO_EVENT)
        g->writes.at[link->place].newest = event;
    else
        link_at(g, link->newer, link->place)->older = event;
    if (older == NO_EVENT)
        g->writes.at[link->place].oldest = event;
    else
        link_at(g, older, link->place)->newer = event;
}

static void take_out(struct graph *g, const struct chain_link *link) {
    if (link->newer == NO_EVENT)
        g->writes.at[link->place].newest = link->older;
    else
        link_at(g, link->newer, link->place)->older = link->older;
    if (link->older == NO_EVENT)
        g->writes.at[link->place].oldest = link->newer;
    else
        link_at(g, link->older, link->place)->newer = link->newer;
}

void graph_put(struct graph *g, uint32_t event, uint32_t older) {
    struct graph_event *e = &g->events.at[event];
    expensive(e->writes);
    put_after(g, &e->link, event, older);
}

void graph_take(struct graph *g, uint32_t event) {
    take_out(g, &g->events.at[event].link);
}

static uint32_t *readers_of(struct graph *g, uint32_t place, uint32_t write) {
    return write == NO_EVENT ? &g->writes.at[place].readers
                             : &g->events.at[write].readers;
}

static uint64_t written(const struct graph *g, uint32_t place, uint32_t write) {
    if (write == NO_EVENT)
        return g->writes.at[place].initial;
    const struct op *op = &g->events.at[write].op;
    return op_result(op, op_value(op, op->old));
}

void graph_read(struct graph *g, uint32_t event, uint32_t source) {
    struct graph_event *e = &g->events.at[event];
    uint32_t *readers = readers_of(g, e->link.place, source);
    uint64_t value = written(g, e->link.place, source);
    unsigned shift = e->op.flags & OP_HASHED ? 0 : 8 * (e->op.addr & 7);
    op_decide(&e->op, value << shift);
    e->writes = op_writes_memory(&e->op);
    e->source = source;
    e->next_reader = *readers;
    *readers = event;
}

void graph_unread(struct graph *g, uint32_t event) {
    struct graph_event *e = &g->events.at[event];
    uint32_t *readers = readers_of(g, e->link.place, e->source);
    expensive(*readers == event);
    *readers = e->next_reader;
    e->writes = false;
}

bool graph_is_taken(const struct graph *g, uint32_t place, uint32_t write) {
    uint32_t newer = graph_newer(g, place, write);
    return newer != NO_EVENT && g->events.at[newer].reads;
}

// ----------------------------------------------------------------- events

static bool is_chained(const struct op *op) {
    return op->addr && op->mode != OP_IGNORES && !op_is_access(op);
}

// Where its event hangs: of an object, what stands for its chain.
static uint32_t known_place(struct graph *g, const struct op *op, uint64_t addr,
                            uint32_t size) {
    uint32_t other,
        place = graph_places_find(g->places, op, addr, size, &other);
    require(place != NO_PLACE); // whoever adds has looked
    if (!op_is_access(op))
        place = g->places->all.at[place].chain;
    while (g->writes.count <= place)
        vec_push(&g->writes, no_writes);
    return place;
}

// While nothing is written to a place, what is found there was always there.
static void note_initial(struct graph *g, uint32_t place, const struct op *op) {
    if (g->writes.at[place].newest == NO_EVENT)
        g->writes.at[place].initial = op_value(op, op->old);
}

static void begin_clock(struct graph *g, uint32_t event) {
    const struct graph_event *e = &g->events.at[event];
    uint32_t *base = graph_clock(g, event, CLOCK_BASE);
    if (e->before == NO_EVENT)
        clock_fill(base, 0, g->width);
    else
        clock_copy(base, graph_clock(g, e->before, CLOCK_BEFORE), g->width);
    for (uint32_t i = 0; i < e->enabler_count; i++)
        clock_join(
            base, graph_clock(g, g->enablers.at[e->enablers + i], CLOCK_BEFORE),
            g->width);
    base[e->thread] = e->index;
}

static void new_event(struct graph *g, uint32_t thread, const struct op *op,
                      const position_list *enablers) {
    while (g->last.count <= thread)
        vec_push(&g->last, NO_EVENT);
    uint32_t before = g->last.at[thread], at = (uint32_t)g->events.count;
    struct graph_event e = {
        .op = *op,
        .thread = thread,
        .index = before == NO_EVENT ? 1 : g->events.at[before].index + 1,
        .before = before,
        .stamp = (uint32_t)g->order.count,
        .source = NO_EVENT,
        .readers = NO_EVENT,
        .next_reader = NO_EVENT,
        .link = {NO_PLACE, NO_EVENT, NO_EVENT},
        .enablers = (uint32_t)g->enablers.count,
        .enabler_count = (uint32_t)enablers->count};
    for (size_t i = 0; i < enablers->count; i++)
        vec_push(&g->enablers, enablers->at[i]);
    vec_push(&g->events, e);
    vec_push(&g->order, at);
    vec_reserve(&g->clocks, (size_t)(at + 1) * g->rows * g->width);
    g->clocks.count = (size_t)(at + 1) * g->rows * g->width;
    g->last.at[thread] = at;
}

uint32_t graph_add(struct graph *g, uint32_t thread, const struct op *op,
                   const position_list *enablers) {
    uint32_t at = (uint32_t)g->events.count;
    new_event(g, thread, op, enablers);
    struct graph_event *e = &g->events.at[at];
    if (op_is_access(op)) {
        e->link.place = known_place(g, op, op->addr, op->size);
        note_initial(g, e->link.place, op);
        e->reads = op_reads_memory(op);
        e->writes = !e->reads;
    } else if (is_chained(op)) {
        e->chained = true;
        e->link.place = known_place(g, op, op->addr, 1);
        put_after(g, &e->link, at, graph_newest(g, e->link.place));
        g->loose += chain_is_loose(g, at);
    }
    begin_clock(g, at);
    return at;
}

void graph_remove(struct graph *g) {
    uint32_t at = (uint32_t)--g->events.count;
    const struct graph_event *e = &g->events.at[at];
    invariant(g->order.at[g->order.count - 1] == at && e->readers == NO_EVENT);
    g->order.count--;
    if (e->chained) {
        g->loose -= chain_is_loose(g, at);
        take_out(g, &e->link);
    }
    g->last.at[e->thread] = e->before;
    g->enablers.count = e->enablers;
    g->clocks.count = (size_t)at * g->rows * g->width;
}

// ------------------------------------------------------------ the schedule

// Was a write, or the initial one, the newest of those that an event finds?
static bool is_newest_for(const struct graph *g, uint32_t event,
                          uint32_t write) {
    uint32_t place = g->events.at[event].link.place;
    uint32_t w = graph_newer(g, place, write);
    while (w != NO_EVENT && w >= event)
        w = graph_newer(g, place, w);
    return w == NO_EVENT;
}

static struct step step_of(const struct graph *g, uint32_t event) {
    const struct graph_event *e = &g->events.at[event];
    if (!e->reads && !e->writes)
        return (struct step){e->thread, e->op.choice};
    uint32_t write = e->reads ? e->source : e->link.older;
    while (write != NO_EVENT && write > event) // it has come in between since
        write = g->events.at[write].link.older;
    return (struct step){e->thread,
                         graph_choice(write, is_newest_for(g, event, write))};
}

void graph_settle(struct graph *g, uint32_t event) {
    struct graph_event *e = &g->events.at[event];
    uint32_t *before = graph_clock(g, event, CLOCK_BEFORE);
    clock_copy(before, graph_clock(g, event, CLOCK_BASE), g->width);
    if (e->reads && e->source != NO_EVENT)
        clock_join(before, graph_clock(g, e->source, CLOCK_BEFORE), g->width);
    if (e->chained && e->link.older != NO_EVENT)
        clock_join(before, graph_clock(g, e->link.older, CLOCK_BEFORE),
                   g->width);
    e->step = step_of(g, event);
    if (g->happens)
        happens_before_settle(g, event);
}

// --------------------------------------------------------------- restriction

static uint32_t renamed(const uint32_t *number, uint32_t event) {
    return event == NO_EVENT ? NO_EVENT : number[event];
}

// The event and its clocks, which do not change: threads keep their first
// events, and what comes before those.
static void move_event(struct graph *to, const struct graph *from, uint32_t at,
                       const uint32_t *number) {
    struct graph_event e = from->events.at[at];
    uint32_t now = (uint32_t)to->events.count, enablers = e.enablers;
    e.before = renamed(number, e.before);
    e.source = renamed(number, e.source);
    e.readers = e.next_reader = NO_EVENT;
    e.link.older = e.link.newer = NO_EVENT;
    e.enablers = (uint32_t)to->enablers.count;
    for (uint32_t i = 0; i < e.enabler_count; i++)
        vec_push(&to->enablers,
                 renamed(number, from->enablers.at[enablers + i]));
    vec_push(&to->events, e);
    to->last.at[e.thread] = now;
    size_t row = (size_t)to->rows * to->width;
    vec_reserve(&to->clocks, (now + 1) * row);
    to->clocks.count = (now + 1) * row;
    memcpy(to->clocks.at + now * row, from->clocks.at + at * row,
           row * sizeof *to->clocks.at);
}

// mo or the chain of a place, of the events that are left but for `last`.
static void move_chain(struct graph *to, const struct graph *from,
                       uint32_t place, const uint32_t *number, uint32_t last) {
    uint32_t w = from->writes.at[place].newest, newer = NO_EVENT;
    while (w != NO_EVENT) {
        const struct graph_event *e = &from->events.at[w];
        uint32_t now = w == last ? NO_EVENT : number[w];
        if (now != NO_EVENT) {
            struct chain_link *link = link_at(to, now, place);
            *link = (struct chain_link){place, NO_EVENT, newer};
            if (newer == NO_EVENT)
                to->writes.at[place].newest = now;
            else
                link_at(to, newer, place)->older = now;
            to->writes.at[place].oldest = newer = now;
        }
        w = e->link.older;
    }
}

static void move_readers(struct graph *to, uint32_t end) {
    for (uint32_t i = 0; i < end; i++) {
        struct graph_event *e = &to->events.at[i];
        if (!e->reads)
            continue;
        uint32_t *readers = readers_of(to, e->link.place, e->source);
        e->next_reader = *readers;
        *readers = i;
    }
}

static void move_order(struct graph *to, const struct graph *from,
                       const uint32_t *number) {
    for (size_t i = 0; i < from->order.count; i++) {
        uint32_t now = number[from->order.at[i]];
        if (now == NO_EVENT)
            continue;
        to->events.at[now].stamp = (uint32_t)to->order.count;
        vec_push(&to->order, now);
    }
}

void graph_restrict(struct graph *to, const struct graph *from,
                    const bool *leave, uint32_t last, uint32_t *number) {
    uint32_t count = (uint32_t)from->events.count, next = 0;
    for (uint32_t i = 0; i < count; i++)
        number[i] = leave[i] || i == last ? NO_EVENT : next++;
    if (last != NO_EVENT)
        number[last] = next++;
    to->places = from->places;
    to->width = from->width;
    to->rows = from->rows;
    to->happens = from->happens;
    to->events.count = to->order.count = to->enablers.count = 0;
    COPY(&to->last, &from->last);
    for (size_t i = 0; i < to->last.count; i++)
        to->last.at[i] = NO_EVENT;
    for (uint32_t i = 0; i < count; i++)
        if (number[i] != NO_EVENT && i != last)
            move_event(to, from, i, number);
    if (last != NO_EVENT)
        move_event(to, from, last, number);
    to->clocks.count = to->events.count * to->rows * to->width;
    to->writes.count = 0;
    for (uint32_t p = 0; p < from->writes.count; p++) {
        vec_push(&to->writes, no_writes);
        to->writes.at[p].initial = from->writes.at[p].initial;
    }
    for (uint32_t p = 0; p < from->writes.count; p++)
        move_chain(to, from, p, number, last);
    move_readers(to, next - (last != NO_EVENT));
    move_order(to, from, number);
    to->loose = 0;
    for (uint32_t i = 0; i < next && from->loose; i++)
        to->loose += chain_is_loose(to, i);
    // Of a read that is revisited, and the write before it, it is not known
    // yet.
    for (uint32_t i = 0; i < next - 2 * (last != NO_EVENT); i++)
        to->events.at[i].step = step_of(to, i);
    expensive(graph_is_sound(to));
}

// -------------------------------------------------------------------- chains

static bool acts_on(const struct op *op, uint64_t addr) {
    return op->addr == addr || op->addr2 == addr;
}

struct chain_walk chain_walk(const struct graph *g, uint32_t event) {
    const struct graph_event *e = &g->events.at[event];
    return (struct chain_walk){.graph = g,
                               .op = &e->op,
                               .at = e->chained ? e->link.older : NO_EVENT,
                               .second = !e->op.addr2};
}

uint32_t chain_walk_next(struct chain_walk *w) {
    while (w->at != NO_EVENT && !(w->first && w->second)) {
        uint32_t at = w->at;
        const struct op *op = &w->graph->events.at[at].op;
        bool first = !w->first && acts_on(op, w->op->addr);
        bool second = !w->second && acts_on(op, w->op->addr2);
        w->at = w->graph->events.at[at].link.older;
        if ((!first && !second) ||
            (op->mode == OP_READS && w->op->mode == OP_READS))
            continue;
        w->first |= first && op->mode == OP_WRITES;
        w->second |= second && op->mode == OP_WRITES;
        return at;
    }
    return NO_EVENT;
}

bool chain_is_loose(const struct graph *g, uint32_t event) {
    const struct graph_event *e = &g->events.at[event];
    return e->chained && e->link.older != NO_EVENT &&
           g->events.at[e->link.older].thread != e->thread &&
           !chain_depends(g, e->link.older, event);
}

bool chain_depends(const struct graph *g, uint32_t older, uint32_t newer) {
    const struct op *a = &g->events.at[older].op, *b = &g->events.at[newer].op;
    bool same = acts_on(a, b->addr) || (b->addr2 && acts_on(a, b->addr2));
    return same && !(a->mode == OP_READS && b->mode == OP_READS);
}

// ------------------------------------------------------------------ debugging

static bool event_is_sound(const struct graph *g, uint32_t at) {
    const struct graph_event *e = &g->events.at[at];
    const uint32_t *base = graph_clock(g, at, CLOCK_BASE);
    if (g->order.at[e->stamp] != at || base[e->thread] != e->index)
        return false;
    if (e->before != NO_EVENT &&
        (e->before >= at || g->events.at[e->before].index + 1 != e->index))
        return false;
    if (e->chained && e->link.older != NO_EVENT &&
        (e->link.older >= at || g->events.at[e->link.older].stamp >= e->stamp))
        return false;
    return true;
}

bool graph_is_sound(const struct graph *g) {
    for (uint32_t i = 0; i < g->events.count; i++)
        if (!event_is_sound(g, i))
            return false;
    return g->order.count == g->events.count;
}
