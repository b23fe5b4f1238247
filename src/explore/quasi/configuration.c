// SPDX-License-Identifier: Apache-2.0

#include "explore/quasi/configuration.h"

#include "base/fault.h"

#include <string.h>

void configuration_free(struct configuration *c) {
    for (uint32_t t = 0; t < c->width; t++)
        vec_free(&c->lines[t]);
    memory_free(c->lines);
    vec_free(&c->ids);
    vec_free(&c->cone);
    vec_free(&c->frontier);
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

// The last event of a frontier that writes all that `op` acts on. All such
// events depend on each other: the last is the same in every order of
// execution.
static uint32_t last_write(const struct configuration *c, const struct op *op,
                           const uint32_t *frontier) {
    const struct trace *t = c->trace;
    uint32_t link = trace_chain(t, op->addr);
    for (; link != NOWHERE; link = t->links.at[link].prev) {
        uint32_t at = t->links.at[link].event;
        const struct event *e = trace_event(t, at);
        if (clock_sees(frontier, e) && op_shadows(&e->op, op))
            return c->ids.at[at];
    }
    return NO_EVENT;
}

// Is the frontier what its thread's previous event needs, and that event?
static bool goes_on(const struct configuration *c, const uint32_t *frontier,
                    uint32_t before) {
    const struct trace *t = c->trace;
    if (before == NO_EVENT)
        return clock_empty(frontier, t->width);
    return clock_equal(trace_clock(t, c->positions.at[before]), frontier,
                       t->width);
}

static struct unfolding_name name_of(struct configuration *c, uint32_t thread,
                                     const struct op *op,
                                     const uint32_t *frontier) {
    uint32_t before =
        frontier[thread] ? c->lines[thread].at[frontier[thread] - 1] : NO_EVENT;
    if (goes_on(c, frontier, before))
        return unfolding_name_on(c->unfolding, thread, op, before);
    uint32_t width = c->trace->machine->threads; // nobody else has events
    vec_reserve(&c->cone, width);
    uint32_t *cone = c->cone.at;
    for (uint32_t t = 0; t < width; t++)
        cone[t] = frontier[t] ? c->lines[t].at[frontier[t] - 1] : NO_EVENT;
    return unfolding_name(c->unfolding, thread, op, before, cone, width);
}

uint32_t configuration_event(struct configuration *c, uint32_t thread,
                             const struct op *op, const uint32_t *frontier) {
    invariant(thread < c->trace->width);
    make_wider(c);
    struct unfolding_name name = name_of(c, thread, op, frontier);
    uint32_t id = unfolding_find(c->unfolding, &name);
    if (id != NO_EVENT)
        return id;
    uint32_t shadows[2] = {NO_EVENT, NO_EVENT};
    if (op->mode != OP_IGNORES)
        shadows[0] = last_write(c, op, frontier);
    if (op->addr2)
        shadows[1] = last_write(
            c, &(struct op){.addr = op->addr2, .size = 1, .mode = OP_WRITES},
            frontier);
    return unfolding_add(c->unfolding, &name, shadows);
}

static void note_position(struct configuration *c, uint32_t id, uint32_t at) {
    invariant(id != NO_EVENT && id < c->unfolding->events.count);
    if (c->positions.count <= id) {
        size_t count = c->positions.count;
        c->positions.count = c->unfolding->events.count;
        vec_reserve(&c->positions, c->positions.count);
        memset(c->positions.at + count, 0,
               (c->positions.count - count) * sizeof *c->positions.at);
    }
    c->positions.at[id] = at;
}

// The event of the unfolding at a position.
static uint32_t event_at(struct configuration *c, uint32_t at) {
    const struct trace *t = c->trace;
    const struct event *e = trace_event(t, at);
    vec_reserve(&c->frontier, t->width);
    clock_copy(c->frontier.at, trace_clock(t, at), t->width);
    c->frontier.at[e->thread]--; // its history is without itself
    return configuration_event(c, e->thread, &e->op, c->frontier.at);
}

void configuration_follow(struct configuration *c) {
    const struct trace *t = c->trace;
    make_wider(c);
    while (c->ids.count < t->length) {
        uint32_t at = (uint32_t)c->ids.count;
        const struct event *e = trace_event(t, at);
        uint32_t id = c->planned != NO_EVENT ? c->planned : event_at(c, at);
        expensive(id == event_at(c, at));
        c->planned = NO_EVENT;
        vec_push(&c->ids, id);
        vec_push(&c->lines[e->thread], id);
        note_position(c, id, at);
        expensive(configuration_is_sound(c, at));
    }
}

void configuration_drop(struct configuration *c, uint32_t length) {
    require(length <= c->trace->length);
    c->planned = NO_EVENT;
    while (c->ids.count > length) {
        uint32_t id = c->ids.at[--c->ids.count];
        invariant(c->lines[unfolding_at(c->unfolding, id)->thread].count);
        c->lines[unfolding_at(c->unfolding, id)->thread].count--;
    }
    trace_drop(c->trace, length);
    places_return(&c->unfolding->places, length);
}

void configuration_rename(struct configuration *c, const event_list *renamed) {
    c->positions.count = 0;
    for (uint32_t i = 0; i < c->ids.count; i++) {
        c->ids.at[i] = renamed->at[c->ids.at[i]];
        invariant(c->ids.at[i] != NO_EVENT); // all of it is kept
        note_position(c, c->ids.at[i], i);
    }
    for (uint32_t t = 0; t < c->width; t++)
        for (size_t i = 0; i < c->lines[t].count; i++)
            c->lines[t].at[i] = renamed->at[c->lines[t].at[i]];
}

bool configuration_is_sound(const struct configuration *c, uint32_t position) {
    uint32_t id = c->ids.at[position];
    const struct unfolding_event *e = unfolding_at(c->unfolding, id);
    const event_list *line = &c->lines[e->thread];
    bool sound = c->positions.at[id] == position && e->index <= line->count &&
                 line->at[e->index - 1] == id &&
                 (e->index == 1 ? e->before == NO_EVENT
                                : line->at[e->index - 2] == e->before);
    for (uint32_t t = 0; sound && t < e->width; t++) {
        uint32_t last = unfolding_last(c->unfolding, id, t);
        sound =
            last == NO_EVENT || last == id ||
            (configuration_has(c, last) && c->positions.at[last] < position);
    }
    return sound;
}

// --------------------------------------------------------------- conflicts

// An event of the configuration, by its position, and one that is in conflict
// with it.
struct clash {
    uint32_t at, with;
};

static void earlier(struct clash *first, struct clash other) {
    if (other.at < first->at)
        *first = other;
}

// Where the line of a thread leaves the branch of the thread's tree that ends
// with `id`, which is not in it; NOWHERE if the branch goes on where it ends.
static struct clash fork_of(const struct configuration *c, uint32_t id) {
    const struct unfolding *u = c->unfolding;
    const struct unfolding_event *e = unfolding_at(u, id);
    const event_list *line = &c->lines[e->thread];
    invariant(id != NO_EVENT && e->index > 0);
    if (line->count == 0)
        return (struct clash){NOWHERE, NO_EVENT};
    if (e->index > line->count) {
        id = unfolding_ancestor(u, id, (uint32_t)line->count);
        if (configuration_has(c, id))
            return (struct clash){NOWHERE, NO_EVENT};
        e = unfolding_at(u, id);
    }
    // Down to the first event of the branch that is not in the line.
    while (e->before != NO_EVENT && !configuration_has(c, e->before)) {
        bool jump = e->jump != NO_EVENT && !configuration_has(c, e->jump);
        id = jump ? e->jump : e->before;
        e = unfolding_at(u, id);
    }
    return (struct clash){c->positions.at[line->at[e->index - 1]], id};
}

// The first event in one chain that `x`, an event of [of] and not of the
// configuration, depends on and that is not in [of].
static uint32_t rival_in(const struct configuration *c, uint64_t addr,
                         const struct unfolding_label *x, uint32_t of) {
    const struct trace *t = c->trace;
    uint32_t first = NOWHERE;
    for (uint32_t link = trace_chain(t, addr); link != NOWHERE;
         link = t->links.at[link].prev) {
        const struct event *e = trace_event(t, t->links.at[link].event);
        uint32_t last = unfolding_last(c->unfolding, of, e->thread);
        bool inside = unfolding_at(c->unfolding, last)->index >= e->index;
        if (!inside && e->thread != x->thread && op_depends(&e->op, &x->op))
            first = t->links.at[link].event;
        // All before it that depends on x is in its history, so in [of] too.
        if (inside && op_shadows(&e->op, &x->op) && !x->op.addr2)
            break;
    }
    return first;
}

static uint32_t rival_of(const struct configuration *c, uint32_t id,
                         uint32_t of) {
    const struct unfolding_label *x = unfolding_label(c->unfolding, id);
    uint32_t first = NOWHERE;
    if (x->op.mode != OP_IGNORES) {
        uint64_t end = x->op.addr + x->op.size;
        for (uint64_t addr = x->op.addr & ~7ull; addr < end; addr += 8) {
            uint32_t at = rival_in(c, addr, x, of);
            first = at < first ? at : first;
        }
    }
    if (x->op.addr2) {
        uint32_t at = rival_in(c, x->op.addr2, x, of);
        first = at < first ? at : first;
    }
    return first;
}

// The events of a thread's branch from `id` on that the configuration does not
// have, and that it could go on with.
static void add_more(struct configuration *c, uint32_t id) {
    const struct unfolding_event *e = unfolding_at(c->unfolding, id);
    size_t have = c->lines[e->thread].count;
    for (; e->index > have; e = unfolding_at(c->unfolding, id)) {
        vec_push(&c->more, id);
        id = e->before;
    }
}

// The first fork in any thread. If there is none: what [id] has more is in
// `more`.
static struct clash first_fork(struct configuration *c, uint32_t id) {
    const struct unfolding *u = c->unfolding;
    const struct unfolding_event *e = unfolding_at(u, id);
    const uint32_t *cone = u->cones.at + e->cone;
    struct clash first = fork_of(c, id);
    c->more.count = 0;
    if (first.at == NOWHERE)
        add_more(c, id);
    for (uint32_t t = 0; t < e->width; t++) {
        if (cone[t] == NO_EVENT || t == e->thread ||
            configuration_has(c, cone[t]))
            continue;
        struct clash fork = fork_of(c, cone[t]);
        earlier(&first, fork);
        if (first.at == NOWHERE)
            add_more(c, cone[t]);
    }
    return first;
}

// Of the events that it comes after, write for write, the first one that is in
// conflict with the same event of the configuration: many others need it, too.
static uint32_t root_of(const struct configuration *c, struct clash clash) {
    const struct unfolding *u = c->unfolding;
    const struct op *op = &trace_event(c->trace, clash.at)->op;
    uint32_t root = clash.with;
    for (;;) {
        uint32_t last = unfolding_at(u, root)->shadows[0];
        if (last == NO_EVENT || configuration_has(c, last) ||
            !op_depends(unfolding_op(u, last), op))
            return root;
        root = last;
    }
}

uint32_t configuration_conflict(struct configuration *c, uint32_t id,
                                uint32_t *reason) {
    if (configuration_has(c, id))
        return NOWHERE;
    struct clash first = first_fork(c, id);
    bool forks = first.at != NOWHERE;
    for (size_t i = 0; !forks && i < c->more.count; i++)
        earlier(&first,
                (struct clash){rival_of(c, c->more.at[i], id), c->more.at[i]});
    if (first.at != NOWHERE)
        *reason = root_of(c, first);
    return first.at;
}
