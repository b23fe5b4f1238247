// SPDX-License-Identifier: Apache-2.0

#include "explore/quasi/quasi_order.h"

#include "base/fault.h"

// Instead of a place.
#define NO_PLACE 0ull
#define NO_OPERATION (UINT64_MAX - 1)
#define UNKNOWN UINT64_MAX

// How well it is to let a thread go on. Below: how many others are there.
#define GOES_ON (UINT32_MAX - 2)
#define SAME_PLACE (UINT32_MAX - 1)
#define BEST UINT32_MAX

struct quasi_order {
    struct order base;
    VEC(uint64_t) places; // what each thread is about to act on, if known
    uint32_t seen;        // so many events
};

static uint64_t place_of(const struct op *op) {
    if (!op)
        return NO_OPERATION;
    return op->mode == OP_IGNORES ? NO_PLACE : op->addr;
}

static void begin(struct order *order) {
    struct quasi_order *o = (struct quasi_order *)order;
    o->places.count = o->seen = 0;
}

static void forget(struct quasi_order *o, uint32_t thread) {
    if (thread < o->places.count)
        o->places.at[thread] = UNKNOWN;
}

// What has moved since is looked at again.
static void find_places(struct quasi_order *o, const struct trace *trace) {
    struct machine *m = trace->machine;
    for (; o->seen < trace->length; o->seen++) {
        const struct event *e = trace_event(trace, o->seen);
        forget(o, e->thread);
        if (e->op.kind == OP_SPAWN)
            forget(o, e->op.target);
    }
    while (o->places.count < m->threads)
        vec_push(&o->places, UNKNOWN);
    for (uint32_t t = 0; t < m->threads; t++)
        if (o->places.at[t] == UNKNOWN)
            o->places.at[t] = place_of(machine_pending(m, t));
}

static uint32_t how_many_at(const struct quasi_order *o, uint64_t place) {
    uint32_t count = 0;
    for (size_t t = 0; t < o->places.count; t++)
        count += o->places.at[t] == place;
    return count;
}

// At least so well; how many are there is not known yet.
static uint32_t rank(uint64_t place, const struct event *last, uint32_t t) {
    if (place == NO_PLACE)
        return BEST;
    if (last && place == place_of(&last->op))
        return SAME_PLACE;
    return last && t == last->thread ? GOES_ON : 0;
}

static bool may_go(struct machine *m, uint64_t among, uint32_t thread) {
    return fairness_among(among, thread) && machine_enabled(m, thread);
}

static uint32_t next(struct order *order, const struct trace *trace,
                     uint64_t among) {
    struct quasi_order *o = (struct quasi_order *)order;
    struct machine *m = trace->machine;
    const struct event *last =
        trace->length ? trace_event(trace, trace->length - 1) : NULL;
    if (last &&
        place_of(machine_pending(m, last->thread)) == place_of(&last->op) &&
        may_go(m, among, last->thread))
        return last->thread; // most often
    find_places(o, trace);
    uint32_t best = NOWHERE, most = 0;
    invariant(o->places.count >= m->threads && o->seen == trace->length);
    for (uint32_t t = m->threads; t-- > 0 && most < BEST;) {
        uint64_t place = o->places.at[t];
        if (place == NO_OPERATION)
            continue;
        uint32_t r = rank(place, last, t);
        if (!r && most < GOES_ON)
            r = how_many_at(o, place);
        if (r > most && may_go(m, among, t)) {
            best = t;
            most = r;
        }
    }
    return best;
}

static void destroy(struct order *order) {
    vec_free(&((struct quasi_order *)order)->places);
}

struct order *quasi_order(void) {
    static const struct order_class class = {
        .next = next, .begin = begin, .destroy = destroy};
    struct quasi_order *o = memory_new(1, sizeof *o);
    o->base.class = &class;
    return &o->base;
}
