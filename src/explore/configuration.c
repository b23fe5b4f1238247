// SPDX-License-Identifier: Apache-2.0

#include "explore/configuration.h"

#include <string.h>

void configuration_free(struct configuration *c) {
    for (uint32_t t = 0; t < c->width; t++)
        vec_free(&c->lines[t]);
    memory_free(c->lines);
    vec_free(&c->ids);
    vec_free(&c->cone);
    vec_free(&c->cut);
    vec_free(&c->more);
    vec_free(&c->positions);
}

static void make_wider(struct configuration *c) {
    uint32_t width = c->trace->width;
    if (c->width >= width)
        return;
    c->lines = memory_resize(c->lines, width, sizeof *c->lines);
    for (uint32_t t = c->width; t < width; t++)
        c->lines[t] = (event_list){0};
    c->width = width;
}

// The last event of a cut that writes all that `op` acts on. All such events
// depend on each other: the last is the same in every order of execution.
static uint32_t last_write(const struct configuration *c, const struct op *op,
                           const uint32_t *cut) {
    const struct trace *t = c->trace;
    uint32_t link = trace_chain(t, op->addr);
    for (; link != NOWHERE; link = t->links.at[link].prev) {
        uint32_t at = t->links.at[link].event;
        const struct event *e = trace_event(t, at);
        if (clock_sees(cut, e) && op_shadows(&e->op, op))
            return c->ids.at[at];
    }
    return NO_EVENT;
}

uint32_t configuration_event(struct configuration *c, uint32_t thread,
                             const struct op *op, const uint32_t *cut) {
    make_wider(c);
    uint32_t width = c->trace->width;
    c->cone.count = 0;
    vec_reserve(&c->cone, width);
    for (uint32_t t = 0; t < width; t++)
        c->cone.at[c->cone.count++] =
            cut[t] ? c->lines[t].at[cut[t] - 1] : NO_EVENT;
    uint32_t id = unfolding_find(c->unfolding, thread, op, c->cone.at, width);
    if (id != NO_EVENT)
        return id;
    uint32_t shadows[2] = {NO_EVENT, NO_EVENT};
    if (op->mode != OP_IGNORES)
        shadows[0] = last_write(c, op, cut);
    if (op->addr2)
        shadows[1] = last_write(
            c, &(struct op){.addr = op->addr2, .size = 1, .mode = OP_WRITES},
            cut);
    return unfolding_add(c->unfolding, thread, op, c->cone.at, width, shadows);
}

static void note_position(struct configuration *c, uint32_t id, uint32_t at) {
    if (c->positions.count <= id) {
        size_t count = c->positions.count;
        c->positions.count = c->unfolding->events.count;
        vec_reserve(&c->positions, c->positions.count);
        memset(c->positions.at + count, 0,
               (c->positions.count - count) * sizeof *c->positions.at);
    }
    c->positions.at[id] = at;
}

void configuration_follow(struct configuration *c) {
    const struct trace *t = c->trace;
    make_wider(c);
    while (c->ids.count < t->length) {
        uint32_t at = (uint32_t)c->ids.count;
        const struct event *e = trace_event(t, at);
        vec_reserve(&c->cut, t->width);
        memcpy(c->cut.at, trace_clock(t, at), t->width * sizeof *c->cut.at);
        c->cut.at[e->thread]--; // its history is without itself
        uint32_t id = configuration_event(c, e->thread, &e->op, c->cut.at);
        vec_push(&c->ids, id);
        vec_push(&c->lines[e->thread], id);
        note_position(c, id, at);
    }
}

void configuration_drop(struct configuration *c, uint32_t length) {
    while (c->ids.count > length) {
        uint32_t id = c->ids.at[--c->ids.count];
        c->lines[unfolding_at(c->unfolding, id)->thread].count--;
    }
    trace_drop(c->trace, length);
    unfolding_return(c->unfolding, length);
}

void configuration_rename(struct configuration *c, const event_list *renamed) {
    c->positions.count = 0;
    for (uint32_t i = 0; i < c->ids.count; i++) {
        c->ids.at[i] = renamed->at[c->ids.at[i]];
        note_position(c, c->ids.at[i], i);
    }
    for (uint32_t t = 0; t < c->width; t++)
        for (size_t i = 0; i < c->lines[t].count; i++)
            c->lines[t].at[i] = renamed->at[c->lines[t].at[i]];
}

// --------------------------------------------------------------- conflicts

// Where the line of a thread leaves the branch of the thread's tree that ends
// with `id`, which is not in it; NOWHERE if the branch goes on where it ends.
static uint32_t fork_of(const struct configuration *c, uint32_t id) {
    const struct unfolding *u = c->unfolding;
    const struct unfolding_event *e = unfolding_at(u, id);
    const event_list *line = &c->lines[e->thread];
    if (line->count == 0)
        return NOWHERE;
    if (e->index > line->count) {
        id = unfolding_ancestor(u, id, (uint32_t)line->count);
        if (configuration_has(c, id))
            return NOWHERE;
        e = unfolding_at(u, id);
    }
    // Down to the first event of the branch that is not in the line.
    while (e->before != NO_EVENT && !configuration_has(c, e->before)) {
        bool jump = e->jump != NO_EVENT && !configuration_has(c, e->jump);
        e = unfolding_at(u, jump ? e->jump : e->before);
    }
    return c->positions.at[line->at[e->index - 1]];
}

static uint32_t first_fork(const struct configuration *c, uint32_t id) {
    const struct unfolding *u = c->unfolding;
    const struct unfolding_event *e = unfolding_at(u, id);
    const uint32_t *cone = u->cones.at + e->cone;
    uint32_t first = fork_of(c, id);
    for (uint32_t t = 0; t < e->width; t++) {
        if (cone[t] == NO_EVENT || t == e->thread ||
            configuration_has(c, cone[t]))
            continue;
        uint32_t at = fork_of(c, cone[t]);
        first = at < first ? at : first;
    }
    return first;
}

// What in one chain `x`, an event of [of] and not of the configuration, depends
// on and is not in [of].
static uint32_t rival_in(const struct configuration *c, uint64_t addr,
                         const struct unfolding_event *x, uint32_t of) {
    const struct trace *t = c->trace;
    for (uint32_t link = trace_chain(t, addr); link != NOWHERE;
         link = t->links.at[link].prev) {
        const struct event *e = trace_event(t, t->links.at[link].event);
        uint32_t last = unfolding_last(c->unfolding, of, e->thread);
        bool inside = unfolding_at(c->unfolding, last)->index >= e->index;
        if (!inside && e->thread != x->thread && op_depends(&e->op, &x->op))
            return t->links.at[link].event;
        // All before it that depends on x is in its history, so in [of] too.
        if (inside && op_shadows(&e->op, &x->op) && !x->op.addr2)
            return NOWHERE;
    }
    return NOWHERE;
}

static uint32_t rival_of(const struct configuration *c, uint32_t id,
                         uint32_t of) {
    const struct unfolding_event *x = unfolding_at(c->unfolding, id);
    if (x->op.mode != OP_IGNORES) {
        uint64_t end = x->op.addr + x->op.size;
        for (uint64_t addr = x->op.addr & ~7ull; addr < end; addr += 8) {
            uint32_t at = rival_in(c, addr, x, of);
            if (at != NOWHERE)
                return at;
        }
    }
    return x->op.addr2 ? rival_in(c, x->op.addr2, x, of) : NOWHERE;
}

// The events of [id] that are not in the configuration, given that the two
// agree on each thread.
static void collect_more(struct configuration *c, uint32_t id) {
    const struct unfolding *u = c->unfolding;
    c->more.count = 0;
    for (uint32_t t = 0; t < c->width; t++) {
        uint32_t more = unfolding_last(u, id, t);
        const struct unfolding_event *e = unfolding_at(u, more);
        for (; e->index > c->lines[t].count; e = unfolding_at(u, more)) {
            vec_push(&c->more, more);
            more = e->before;
        }
    }
}

uint32_t configuration_conflict(struct configuration *c, uint32_t id) {
    uint32_t first = first_fork(c, id);
    if (first != NOWHERE)
        return first;
    collect_more(c, id);
    for (size_t i = 0; i < c->more.count; i++) {
        uint32_t at = rival_of(c, c->more.at[i], id);
        first = at < first ? at : first;
    }
    return first;
}
