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
    }
}

void configuration_drop(struct configuration *c, uint32_t length) {
    while (c->ids.count > length) {
        uint32_t id = c->ids.at[--c->ids.count];
        c->lines[unfolding_at(c->unfolding, id)->thread].count--;
    }
    trace_drop(c->trace, length);
}

void configuration_rename(struct configuration *c, const event_list *renamed) {
    for (size_t i = 0; i < c->ids.count; i++)
        c->ids.at[i] = renamed->at[c->ids.at[i]];
    for (uint32_t t = 0; t < c->width; t++)
        for (size_t i = 0; i < c->lines[t].count; i++)
            c->lines[t].at[i] = renamed->at[c->lines[t].at[i]];
}

static bool allows_in(const struct configuration *c, uint64_t addr,
                      const struct unfolding_event *x, uint32_t of) {
    const struct trace *t = c->trace;
    for (uint32_t link = trace_chain(t, addr); link != NOWHERE;
         link = t->links.at[link].prev) {
        const struct event *e = trace_event(t, t->links.at[link].event);
        uint32_t last = unfolding_last(c->unfolding, of, e->thread);
        bool inside = unfolding_at(c->unfolding, last)->index >= e->index;
        if (!inside && e->thread != x->thread && op_depends(&e->op, &x->op))
            return false;
        // All before it that depends on x is in its history, so in [of] too.
        if (inside && op_shadows(&e->op, &x->op) && !x->op.addr2)
            return true;
    }
    return true;
}

bool configuration_allows(const struct configuration *c, uint32_t id,
                          uint32_t of) {
    const struct unfolding_event *x = unfolding_at(c->unfolding, id);
    if (x->op.mode != OP_IGNORES) {
        uint64_t end = x->op.addr + x->op.size;
        for (uint64_t at = x->op.addr & ~7ull; at < end; at += 8)
            if (!allows_in(c, at, x, of))
                return false;
    }
    return !x->op.addr2 || allows_in(c, x->op.addr2, x, of);
}
