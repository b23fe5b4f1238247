// SPDX-License-Identifier: Apache-2.0

#include "explore/stateful/revisit.h"

#include "base/fault.h"

#include <string.h>

void revisit_init(struct revisit *r, struct trace *trace,
                  struct backtrack *backtrack, struct races *races,
                  const struct operations *operations) {
    *r = (struct revisit){.trace = trace,
                          .backtrack = backtrack,
                          .races = races,
                          .operations = operations};
}

void revisit_free(struct revisit *r) {
    for (size_t i = 0; i < r->places.count; i++)
        vec_free(&r->places.at[i].enabled);
    vec_free(&r->places);
    vec_free(&r->marked);
    memory_free(r->before_next);
    memory_free(r->before_later);
    memory_free(r->unborn);
}

void revisit_enter(struct revisit *r, uint32_t position) {
    while (r->places.count <= position)
        vec_push(&r->places,
                 (struct revisit_place){{0}, false, false, false, 0, 0});
    struct revisit_place *place = &r->places.at[position];
    place->enabled.count = 0;
    enabled_steps(r->trace->machine, &place->enabled);
    place->expanded = false;
}

void revisit_expand(struct revisit *r, uint32_t position) {
    invariant(position < r->places.count);
    struct revisit_place *place = &r->places.at[position];
    for (size_t i = 0; i < place->enabled.count; i++)
        if (!backtrack_covers(r->backtrack, position, place->enabled.at[i]))
            backtrack_add(r->backtrack, position, place->enabled.at[i]);
    place->expanded = true;
}

// ------------------------------------------------------------------ clocks

static uint32_t *clock_of(const struct revisit *r, uint32_t *clocks,
                          uint32_t thread) {
    invariant(thread < r->width);
    return clocks + (size_t)thread * r->width;
}

static void make_room(struct revisit *r) {
    unsigned width = r->trace->width;
    if (r->width != width) {
        size_t entries = (size_t)width * width;
        r->before_next =
            memory_resize(r->before_next, entries, sizeof(uint32_t));
        r->before_later =
            memory_resize(r->before_later, entries, sizeof(uint32_t));
        r->unborn = memory_resize(r->unborn, width, sizeof(uint32_t));
        r->width = width;
    }
}

// All that a thread has done, and what came before that.
static void clock_now(const struct revisit *r, uint32_t thread,
                      uint32_t *clock) {
    const struct trace *t = r->trace;
    uint32_t last = before_next(t, thread);
    if (last == NOWHERE)
        memset(clock, 0, r->width * sizeof *clock);
    else
        memcpy(clock, trace_clock(t, last), r->width * sizeof *clock);
}

// Whatever a thread does after its next operation comes after all that this one
// depends on. Whether a compare-exchange reads or writes is not known yet.
static void look_ahead(struct revisit *r, uint32_t thread) {
    const struct op *op = machine_pending(r->trace->machine, thread);
    if (op && !op_is_decided_by_state(op)) {
        struct op next = *op;
        trace_join_dependencies(r->trace, thread, &next, r->trace->length,
                                NOWHERE, clock_of(r, r->before_later, thread));
    }
}

// … and after all of a thread that it joins.
static void look_at_joins(struct revisit *r) {
    struct machine *m = r->trace->machine;
    for (uint32_t t = 0; t < m->threads; t++) {
        const struct op *op = machine_pending(m, t);
        if (op && op->kind == OP_JOIN && op->target < m->threads)
            clock_join(clock_of(r, r->before_later, t),
                       clock_of(r, r->before_later, op->target), r->width);
    }
}

// Who is not there yet will be made by somebody who is.
static void look_at_unborn(struct revisit *r) {
    struct machine *m = r->trace->machine;
    memset(r->unborn, 0xff, r->width * sizeof *r->unborn);
    bool anybody = false;
    for (uint32_t t = 0; t < m->threads; t++) {
        if (machine_status(m, t) != THREAD_ALIVE)
            continue;
        const uint32_t *clock = clock_of(r, r->before_later, t);
        for (unsigned i = 0; i < r->width; i++)
            if (clock[i] < r->unborn[i])
                r->unborn[i] = clock[i];
        anybody = true;
    }
    if (!anybody)
        memset(r->unborn, 0, r->width * sizeof *r->unborn);
}

static void make_clocks(struct revisit *r, bool here) {
    make_room(r);
    for (uint32_t t = 0; t < r->width; t++) {
        clock_now(r, t, clock_of(r, r->before_next, t));
        clock_now(r, t, clock_of(r, r->before_later, t));
    }
    memset(r->unborn, 0, r->width * sizeof *r->unborn);
    if (!here)
        return;
    for (uint32_t t = 0; t < r->trace->machine->threads; t++)
        look_ahead(r, t);
    look_at_joins(r);
    look_at_unborn(r);
}

// ------------------------------------------------------------------- races

static void mark(void *context, uint32_t first, bool exact) {
    struct revisit *r = context;
    invariant(first < r->trace->length && first < r->places.count);
    struct revisit_place *place = &r->places.at[first];
    if (place->expanded)
        return;
    if (!place->marked) {
        place->marked = place->exact = true;
        place->next = place->later = 0;
        vec_push(&r->marked, first);
    }
    place->exact &= exact;
    if (r->is_next)
        place->next |= 1ull << r->thread;
    else
        place->later |= 1ull << r->thread;
}

static bool same_operation(const struct later_op *a, const struct op *b) {
    return a->op.kind == b->kind && a->op.mode == b->mode &&
           a->op.addr == b->addr && a->op.size == b->size &&
           a->op.addr2 == b->addr2 && !op_is_decided_by_state(b);
}

static void look_at(struct revisit *r, const struct later_op *later,
                    bool here) {
    struct machine *m = r->trace->machine;
    uint32_t t = later->thread;
    bool born =
        t < m->threads && (!here || machine_status(m, t) != THREAD_UNBORN);
    const struct op *pending = here && born ? machine_pending(m, t) : NULL;
    r->thread = t;
    require(t < 64); // sets of threads are 64-bit words
    r->is_next = pending && same_operation(later, pending);
    const uint32_t *seen = !born        ? r->unborn
                           : r->is_next ? clock_of(r, r->before_next, t)
                                        : clock_of(r, r->before_later, t);
    races_of_later(r->races, t, &later->op, seen, mark, r);
}

// ----------------------------------------------------------------- additions

static bool has_moved(const struct revisit *r, uint32_t position,
                      uint32_t thread) {
    uint32_t last = r->trace->last[thread];
    return last != NOWHERE && last >= position;
}

static bool is_initial(const struct trace *t, uint32_t first, uint32_t at) {
    const uint32_t *clock = trace_clock(t, at),
                   *frontier = trace_frontier(t, first);
    for (unsigned i = 0; i < t->width; i++)
        if (clock[i] > frontier[i] + (i == trace_event(t, at)->thread))
            return false;
    return true;
}

enum found { NONE, MISSING, COVERED };

// The initials of notdep(first, E): is one of them to be explored at `first`?
static enum found find_initial(struct revisit *r, uint32_t first,
                               struct step *step) {
    const struct trace *t = r->trace;
    const struct event *e = trace_event(t, first);
    enum found found = NONE;
    for (uint32_t k = first + 1; k < t->length; k++) {
        if (clock_sees(trace_clock(t, k), e) || !is_initial(t, first, k))
            continue;
        struct step initial = {trace_event(t, k)->thread,
                               trace_event(t, k)->op.choice};
        if (backtrack_covers(r->backtrack, first, initial))
            return COVERED;
        if (found == NONE)
            *step = initial;
        found = MISSING;
    }
    return found;
}

// All of these threads that are enabled at the position.
static void add_threads(struct revisit *r, uint32_t position,
                        uint64_t threads) {
    const step_list *enabled = &r->places.at[position].enabled;
    for (size_t i = 0; i < enabled->count; i++)
        if (threads >> enabled->at[i].thread & 1 &&
            !backtrack_covers(r->backtrack, position, enabled->at[i]))
            backtrack_add(r->backtrack, position, enabled->at[i]);
}

static bool are_enabled(const struct revisit *r, uint32_t position,
                        uint64_t threads) {
    const step_list *enabled = &r->places.at[position].enabled;
    for (size_t i = 0; i < enabled->count; i++)
        threads &= ~(1ull << enabled->at[i].thread);
    return threads == 0;
}

// Does one of these threads sleep there, so that it is not explored there again?
static bool anyone_sleeps(const struct revisit *r, uint32_t position,
                          uint64_t threads) {
    const step_list *enabled = &r->places.at[position].enabled;
    for (size_t i = 0; i < enabled->count; i++)
        if (threads >> enabled->at[i].thread & 1 &&
            !backtrack_has(r->backtrack, position, enabled->at[i]) &&
            backtrack_covers(r->backtrack, position, enabled->at[i]))
            return true;
    return false;
}

static void add_sources(struct revisit *r, uint32_t position) {
    const struct revisit_place *place = &r->places.at[position];
    struct step step;
    switch (find_initial(r, position, &step)) {
    case COVERED:
        return;
    case MISSING:
        backtrack_add(r->backtrack, position, step);
        return;
    case NONE:
        break;
    }
    uint64_t idle = 0;
    for (uint32_t t = 0; t < r->width && t < 64; t++)
        if (!has_moved(r, position, t))
            idle |= 1ull << t;
    bool known = place->later == 0 && are_enabled(r, position, place->next) &&
                 !anyone_sleeps(r, position, place->next);
    add_threads(r, position, known ? place->next : idle);
}

// [SDPOR, Figure 6, lines 5 to 10], as Flanagan and Godefroid: a thread that
// leads to the operation, or all.
static void add_leading(struct revisit *r, uint32_t position, uint32_t thread) {
    const struct trace *t = r->trace;
    const step_list *enabled = &r->places.at[position].enabled;
    const uint32_t *now = clock_of(r, r->before_next, thread);
    struct step add = {0, 0};
    bool found = false;
    for (size_t i = 0; i < enabled->count; i++) {
        struct step s = enabled->at[i];
        bool leads = s.thread == thread;
        for (uint32_t k = position + 1; !leads && k < t->length; k++)
            leads = trace_event(t, k)->thread == s.thread &&
                    clock_sees(now, trace_event(t, k));
        if (!leads)
            continue;
        if (backtrack_covers(r->backtrack, position, s))
            return;
        if (!found || s.thread == thread)
            add = s;
        found = true;
    }
    if (found)
        backtrack_add(r->backtrack, position, add);
    else
        revisit_expand(r, position);
}

static void add_at(struct revisit *r, uint32_t position) {
    struct revisit_place *place = &r->places.at[position];
    place->marked = false;
    if (!place->exact) {
        revisit_expand(r, position);
    } else if (!r->classic) {
        add_sources(r, position);
    } else {
        uint64_t threads = place->next | place->later;
        for (; threads; threads &= threads - 1)
            add_leading(r, position, (uint32_t)__builtin_ctzll(threads));
    }
}

void revisit_reverse(struct revisit *r, const operation_list *list, bool here) {
    make_clocks(r, here);
    r->marked.count = 0;
    for (size_t i = 0; i < list->count; i++)
        look_at(r, &r->operations->at.at[list->at[i]], here);
    for (size_t i = 0; i < r->marked.count; i++)
        add_at(r, r->marked.at[i]);
}
