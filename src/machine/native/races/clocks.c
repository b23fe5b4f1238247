// SPDX-License-Identifier: Apache-2.0

#include "machine/native/races/clocks.h"

#include "base/clock.h"
#include "base/fault.h"

#include <string.h>

void clocks_make_wider(struct c11 *c11, unsigned threads) {
    unsigned width = c11->width ? c11->width : CLOCK_STRIDE;
    while (width < threads)
        width *= 2;
    invariant(width % CLOCK_STRIDE == 0 && width >= c11->width);
    uint32_t *wide = memory_new((size_t)c11->clock_room * width, sizeof *wide);
    for (uint32_t i = 0; c11->width && i < c11->clock_count; i++)
        memcpy(wide + (size_t)i * width, clocks_row(c11, i),
               c11->width * sizeof *wide);
    memory_free(c11->clocks);
    c11->clocks = wide;
    c11->width = width;
}

static __attribute__((noinline)) void make_room(struct c11 *c11) {
    c11->clock_room *= 2;
    c11->clocks =
        memory_resize(c11->clocks, (size_t)c11->clock_room * c11->width,
                      sizeof *c11->clocks);
}

uint32_t clocks_copy(struct c11 *c11, uint32_t from) {
    invariant(from < c11->clock_count || !c11->clock_count);
    if (c11->clock_count == c11->clock_room)
        make_room(c11);
    clock_copy(clocks_row(c11, c11->clock_count), clocks_row(c11, from),
               c11->width);
    return c11->clock_count++;
}

// A new one, that sees what two others do.
static uint32_t copied_and_raised(struct c11 *c11, uint32_t clock,
                                  uint32_t other) {
    invariant(clock < c11->clock_count && other < c11->clock_count);
    if (c11->clock_count == c11->clock_room)
        make_room(c11);
    uint32_t *row = clocks_row(c11, c11->clock_count);
    clock_join_two(row, clocks_row(c11, clock), clocks_row(c11, other),
                   c11->width);
    return c11->clock_count++;
}

void clocks_change_hands(struct c11 *c11, unsigned thread) {
    struct clocks_thread *t = &c11->threads[thread];
    if (t->now.epoch == 1) // nobody has had it, or has been joined
        return;
    clocks_save(c11, thread);
    t->fence = (struct clocks_snapshot){0};
    t->pending = 0;
    t->first = t->now.epoch;
}

void clocks_absorb(struct c11 *c11, unsigned thread, unsigned of,
                   struct clocks_snapshot snapshot, bool at_once) {
    struct clocks_thread *me = &c11->threads[thread];
    if (clocks_sees(c11, thread, of, snapshot.epoch))
        return;
    uint32_t *clock = at_once ? &me->now.clock : &me->pending;
    if (clocks_row(c11, *clock)[of] >= snapshot.epoch)
        return;
    clocks_save(c11, thread);
    *clock = copied_and_raised(c11, *clock, snapshot.clock);
    clocks_row(c11, *clock)[of] = snapshot.epoch;
}

void clocks_absorb_pending(struct c11 *c11, unsigned thread) {
    struct clocks_thread *me = &c11->threads[thread];
    const uint32_t *pending = clocks_row(c11, me->pending);
    bool more = false;
    for (unsigned i = 0; i < c11->width; i++)
        more |= !clocks_sees(c11, thread, i, pending[i]);
    if (!more)
        return;
    clocks_save(c11, thread);
    me->now.clock = copied_and_raised(c11, me->now.clock, me->pending);
}
