// SPDX-License-Identifier: Apache-2.0

#include "explore/pop/suspended.h"

#include "base/fault.h"

#include <stdlib.h>
#include <string.h>

void suspended_free(struct suspended *s) {
    vec_free(&s->frames);
    vec_free(&s->marks);
    vec_free(&s->shelf);
    vec_free(&s->due);
    vec_free(&s->clocks);
    forest_free(&s->phis);
    explored_free(&s->explored);
}

// ---------------------------------------------------------------- the shelf

void suspended_move_to(struct suspended *s, uint32_t length) {
    struct trace *t = s->trace;
    while (s->marks.count > length) {
        uint32_t at = (uint32_t)--s->marks.count;
        vec_push(&s->shelf,
                 (struct shelved){*trace_event(t, at), s->marks.at[at]});
    }
    trace_drop(t, (uint32_t)s->marks.count);
    while (s->marks.count < length) {
        invariant(s->shelf.count > suspended_top(s)->shelf);
        const struct shelved *next = &s->shelf.at[--s->shelf.count];
        trace_append(t, next->event.thread, &next->event.op);
        vec_push(&s->marks, next->mark);
    }
}

// The topmost frame goes: what of it lies on the shelf from its base on. What
// it shares with the one below is now that one's.
static void clear_shelf(struct suspended *s, const struct frame *f) {
    size_t shared = s->marks.count < f->base ? f->base - s->marks.count : 0;
    size_t own = s->shelf.count - shared - f->shelf;
    for (size_t i = f->shelf; i < f->shelf + own; i++)
        explored_release(&s->explored, &s->shelf.at[i].mark.explored);
    if (own && shared)
        memmove(&s->shelf.at[f->shelf], &s->shelf.at[f->shelf + own],
                shared * sizeof *s->shelf.at);
    s->shelf.count = f->shelf + shared;
}

// ------------------------------------------------------------------- frames

void suspended_pop(struct suspended *s) {
    struct frame f = *suspended_top(s);
    clear_shelf(s, &f);
    while (s->marks.count > f.base)
        explored_release(&s->explored, &s->marks.at[--s->marks.count].explored);
    trace_drop(s->trace, (uint32_t)s->marks.count);
    s->due.count = f.due;
    s->clocks.count = f.clocks;
    s->phis.twigs.count = f.phis;
    s->frames.count--;
}

void suspended_push(struct suspended *s, uint32_t schedule, size_t phis,
                    bool alternative) {
    uint32_t base = (uint32_t)s->marks.count;
    vec_push(&s->frames, (struct frame){.base = base,
                                        .start = base + schedule,
                                        .alternative = alternative,
                                        .shelf = s->shelf.count,
                                        .due = s->due.count,
                                        .clocks = s->clocks.count,
                                        .phis = phis,
                                        .phis_end = s->phis.twigs.count});
}

bool suspended_is_bounded(const struct suspended *s) {
    uint64_t n = s->longest, alternatives = 0;
    for (size_t i = 0; i < s->frames.count; i++)
        alternatives += s->frames.at[i].alternative;
    return s->frames.count - 1 <= n * (n - 1) / 2 + alternatives;
}

// -------------------------------------------------------------------- races

void suspended_add(struct suspended *s, const struct schedule *schedule,
                   bool alternative) {
    uint32_t width = s->trace->width;
    size_t at = s->clocks.count;
    vec_push(&s->due, (struct due){.first = schedule->first,
                                   .second = schedule->second,
                                   .thread = schedule->thread,
                                   .clock = (uint32_t)at,
                                   .width = width,
                                   .alternative = alternative,
                                   .op = schedule->op});
    vec_reserve(&s->clocks, at + width);
    memcpy(s->clocks.at + at, schedule->clock, width * sizeof *s->clocks.at);
    s->clocks.count += width;
}

// The latest first event last; of several schedules that overtake the same
// event, the one that was found first.
static int compare(const void *one, const void *other) {
    const struct due *a = one, *b = other;
    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    return a->clock > b->clock ? -1 : a->clock < b->clock;
}

void suspended_sort(struct suspended *s) {
    size_t from = suspended_top(s)->due;
    for (size_t i = from + 1; i < s->due.count; i++)
        if (compare(&s->due.at[i - 1], &s->due.at[i]) > 0) {
            qsort(s->due.at + from, s->due.count - from, sizeof *s->due.at,
                  compare);
            return;
        }
}

bool suspended_next(struct suspended *s, struct due *due) {
    if (s->due.count == suspended_top(s)->due)
        return false;
    *due = s->due.at[--s->due.count];
    return true;
}
