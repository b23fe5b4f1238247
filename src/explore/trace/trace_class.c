// SPDX-License-Identifier: Apache-2.0
// The class of an execution, and whether its clocks are right.

#include "explore/trace/trace.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <string.h>

// What of a label belongs to the class: not the values, which follow from it.
struct label {
    uint64_t addr, addr2;
    uint32_t thread, index, size, choice, target;
    uint8_t kind, mode;
};

struct trace_class trace_class_of_event(const struct trace *t, uint32_t at) {
    const struct event *e = trace_event(t, at);
    struct label label;
    memset(&label, 0, sizeof label); // padding is hashed too
    label.addr = e->op.addr;
    label.addr2 = e->op.addr2;
    label.thread = e->thread;
    label.index = e->index;
    label.size = e->op.size;
    label.choice = e->op.choice;
    label.target = e->op.target;
    label.kind = e->op.kind;
    label.mode = e->op.mode;
    XXH128_hash_t own = XXH3_128bits(&label, sizeof label);
    const uint32_t *clock = trace_clock(t, at);
    unsigned width = t->width; // which may be larger when there are more threads
    while (width && !clock[width - 1])
        width--;
    XXH128_hash_t h =
        XXH3_128bits_withSeed(clock, width * sizeof *clock, own.low64);
    return (struct trace_class){h.low64, h.high64 ^ own.high64};
}

struct trace_class trace_class(const struct trace *t) {
    struct trace_class sum = {0, 0};
    for (uint32_t i = 0; i < t->length; i++) {
        struct trace_class one = trace_class_of_event(t, i);
        sum.low += one.low;
        sum.high += one.high;
    }
    return sum;
}

static bool ordered_directly(const struct trace *t, uint32_t i, uint32_t j) {
    const struct event *a = &t->events.at[i], *b = &t->events.at[j];
    return a->thread == b->thread || op_depends(&a->op, &b->op) ||
           clock_sees(trace_above(t, j), a);
}

static bool links_are_sound(const struct trace *t, const struct event *e,
                            uint32_t at) {
    for (uint32_t i = e->links; i < e->links + e->link_count; i++) {
        const struct link *l = &t->links.at[i];
        uint32_t head = t->words.at[l->word].head;
        bool newest = head >= e->links && head < e->links + e->link_count;
        if (l->event != at || !newest || (l->prev != NOWHERE && l->prev >= i) ||
            (l->changer != NOWHERE &&
             (l->changer >= i ||
              t->events.at[t->links.at[l->changer].event].op.mode <= OP_READS)))
            return false;
    }
    return true;
}

bool trace_is_sound(const struct trace *t) {
    if (!t->length)
        return t->links.count == 0 && t->racing.count == 0;
    uint32_t at = t->length - 1;
    const struct event *e = trace_event(t, at);
    const uint32_t *clock = trace_clock(t, at), *above = trace_above(t, at);
    uint32_t earlier =
        e->before == NOWHERE ? 0 : trace_event(t, e->before)->index;
    bool sound = e->index == earlier + 1 && t->last[e->thread] == at &&
                 clock[e->thread] == e->index && above[e->thread] == e->index;
    for (unsigned i = 0; i < t->width; i++)
        sound &= above[i] <= clock[i];
    for (uint32_t i = 0; i < e->race_count; i++)
        sound &= t->racing.at[e->races + i] < at;
    size_t reversible = t->reversible.count;
    return sound && (!reversible || t->reversible.at[reversible - 1] <= at) &&
           links_are_sound(t, e, at);
}

bool trace_is_valid(const struct trace *t) {
    uint32_t j = t->length - 1; // earlier ones were checked when they came
    for (uint32_t i = 0; i < j; i++) {
        bool ordered = false;
        for (uint32_t k = i; k < j && !ordered; k++)
            ordered =
                (k == i || trace_hb(t, i, k)) && ordered_directly(t, k, j);
        if (ordered != trace_hb(t, i, j))
            return false;
    }
    return true;
}
