// SPDX-License-Identifier: Apache-2.0

#include "explore/quasi/quasi_order.h"

// Instead of a place.
#define NO_PLACE 0ull
#define NO_OPERATION (UINT64_MAX - 1)
#define UNKNOWN UINT64_MAX

// How well it is to let a thread go on. Below: how many others are there.
#define GOES_ON (UINT32_MAX - 2)
#define SAME_PLACE (UINT32_MAX - 1)
#define BEST UINT32_MAX

void crowds_free(struct crowds *c) {
    vec_free(&c->places);
}

static uint64_t place_of(const struct op *op) {
    if (!op)
        return NO_OPERATION;
    return op->mode == OP_IGNORES ? NO_PLACE : op->addr;
}

static void forget(struct crowds *c, uint32_t thread) {
    if (thread < c->places.count)
        c->places.at[thread] = UNKNOWN;
}

void crowds_moved(struct crowds *c, const struct event *e) {
    forget(c, e->thread);
    if (e->op.kind == OP_SPAWN)
        forget(c, e->op.target);
}

static void find_places(struct crowds *c, struct machine *m) {
    while (c->places.count < m->threads)
        vec_push(&c->places, UNKNOWN);
    c->places.count = m->threads;
    for (uint32_t t = 0; t < m->threads; t++)
        if (c->places.at[t] == UNKNOWN)
            c->places.at[t] = place_of(machine_pending(m, t));
}

static uint32_t crowd_at(const struct crowds *c, uint64_t place) {
    uint32_t crowd = 0;
    for (size_t t = 0; t < c->places.count; t++)
        crowd += c->places.at[t] == place;
    return crowd;
}

// At least so well; the size of a crowd is not known yet.
static uint32_t rank(uint64_t place, const struct event *last, uint32_t t) {
    if (place == NO_PLACE)
        return BEST;
    if (last && place == place_of(&last->op))
        return SAME_PLACE;
    return last && t == last->thread ? GOES_ON : 0;
}

uint32_t crowds_next(struct crowds *c, const struct trace *trace,
                     crowd_may_go *may_go, void *context) {
    struct machine *m = trace->machine;
    const struct event *last =
        trace->length ? trace_event(trace, trace->length - 1) : NULL;
    if (last &&
        place_of(machine_pending(m, last->thread)) == place_of(&last->op) &&
        may_go(context, last->thread))
        return last->thread; // most often
    find_places(c, m);
    uint32_t best = NOWHERE, most = 0;
    for (uint32_t t = m->threads; t-- > 0 && most < BEST;) {
        uint64_t place = c->places.at[t];
        if (place == NO_OPERATION)
            continue;
        uint32_t r = rank(place, last, t);
        if (!r && most < GOES_ON)
            r = crowd_at(c, place);
        if (r > most && may_go(context, t)) {
            best = t;
            most = r;
        }
    }
    return best;
}
