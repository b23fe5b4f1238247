// SPDX-License-Identifier: Apache-2.0

#include "explore/trace/update_orders.h"

#include "base/fault.h"

#include <string.h>

struct update_orders {
    const struct trace *trace;
    VEC(uint32_t) updates; // positions, ascending
    uint32_t *order;       // indices of updates: the first `depth` places
    bool *used;            // by index
    uint32_t depth;
    bool begun;
    struct step *steps; // the whole trace
    bool *placed;       // by position
    uint32_t count;     // of steps that have a place
};

static bool comes_before(const struct trace *t, uint32_t i, uint32_t j) {
    return i == j || (i < j && trace_hb(t, i, j));
}

static bool overlap(const struct op *a, const struct op *b) {
    return a->addr < b->addr + b->size && b->addr < a->addr + a->size;
}

// Two updates before the latest event that have come in this order by chance.
static bool could_change_places(const struct trace *t, uint32_t i, uint32_t j) {
    const struct event *a = trace_event(t, i), *b = trace_event(t, j);
    return a->thread != b->thread && overlap(&a->op, &b->op) &&
           !trace_hb(t, i, j);
}

static void collect(struct update_orders *o) {
    const struct trace *t = o->trace;
    VEC(uint32_t) all = {0};
    for (uint32_t i = 0; i < t->length; i++)
        if (trace_event(t, i)->op.mode >= OP_COMMUTES &&
            comes_before(t, i, t->length - 1))
            vec_push(&all, i);
    for (size_t i = 0; i < all.count; i++) {
        bool moves = false;
        for (size_t j = 0; j < all.count && !moves; j++)
            moves =
                i < j ? could_change_places(t, all.at[i], all.at[j])
                      : i != j && could_change_places(t, all.at[j], all.at[i]);
        if (moves)
            vec_push(&o->updates, all.at[i]);
    }
    vec_free(&all);
}

struct update_orders *update_orders_new(const struct trace *trace) {
    require(trace->length);
    struct update_orders *o = memory_new(1, sizeof *o);
    o->trace = trace;
    collect(o);
    o->order = memory_new(o->updates.count + 1, sizeof *o->order);
    o->used = memory_new(o->updates.count + 1, sizeof *o->used);
    o->steps = memory_new(trace->length, sizeof *o->steps);
    o->placed = memory_new(trace->length, sizeof *o->placed);
    return o;
}

void update_orders_free(struct update_orders *o) {
    vec_free(&o->updates);
    memory_free(o->order);
    memory_free(o->used);
    memory_free(o->steps);
    memory_free(o->placed);
    memory_free(o);
}

// May this one have the next place? Of neighbours whose order does not matter
// the first comes first.
static bool fits(const struct update_orders *o, uint32_t index) {
    const struct trace *t = o->trace;
    uint32_t at = o->updates.at[index];
    for (uint32_t i = 0; i < index; i++)
        if (!o->used[i] && trace_hb(t, o->updates.at[i], at))
            return false;
    if (!o->depth || o->order[o->depth - 1] < index)
        return true;
    uint32_t before = o->updates.at[o->order[o->depth - 1]];
    return overlap(&trace_event(t, before)->op, &trace_event(t, at)->op);
}

// The index of the update that leaves the last place.
static uint32_t take_back(struct update_orders *o) {
    uint32_t index = o->order[--o->depth];
    o->used[index] = false;
    return index;
}

// The next order of the updates. False: there is none.
static bool advance(struct update_orders *o) {
    uint32_t all = (uint32_t)o->updates.count, next = 0;
    if (o->begun && !o->depth)
        return false;
    if (o->begun)
        next = take_back(o) + 1;
    o->begun = true;
    while (o->depth < all) {
        while (next < all && (o->used[next] || !fits(o, next)))
            next++;
        if (next < all) {
            o->used[next] = true;
            o->order[o->depth++] = next;
            next = 0;
        } else if (o->depth) {
            next = take_back(o) + 1;
        } else {
            return false;
        }
    }
    return true;
}

// What must come before a position, and that one.
static void place(struct update_orders *o, uint32_t last) {
    for (uint32_t i = 0; i <= last; i++) {
        if (o->placed[i] || !comes_before(o->trace, i, last))
            continue;
        o->placed[i] = true;
        o->steps[o->count++] = o->trace->steps.at[i];
    }
}

const struct step *update_orders_next(struct update_orders *o) {
    uint32_t length = o->trace->length;
    if (!advance(o))
        return NULL;
    o->count = 0;
    memset(o->placed, 0, length * sizeof *o->placed);
    for (uint32_t i = 0; i < o->depth; i++)
        place(o, o->updates.at[o->order[i]]);
    place(o, length - 1);
    for (uint32_t i = 0; i < length; i++)
        if (!o->placed[i])
            o->steps[o->count++] = o->trace->steps.at[i];
    invariant(o->count == length);
    return o->steps;
}
