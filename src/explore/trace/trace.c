// SPDX-License-Identifier: Apache-2.0

#include "explore/trace/trace_parts.h"

#include "base/fault.h"

#include <string.h>

void trace_free(struct trace *t) {
    if (!t)
        return;
    vec_free(&t->events);
    vec_free(&t->steps);
    vec_free(&t->links);
    vec_free(&t->words);
    vec_free(&t->racing);
    vec_free(&t->reversible);
    vec_free(&t->candidates);
    memory_free(t->clocks);
    memory_free(t->aboves);
    memory_free(t->frontiers->at);
    memory_free(t->frontiers);
    memory_free(t->last);
    memory_free(t->after);
    memory_free(t->birth);
    vec_free(&t->births);
    memory_free(t->word_slots);
    memory_free(t);
}

// ------------------------------------------------------------------- room

static uint32_t *widened(uint32_t *old, const struct trace *t, unsigned width) {
    uint32_t *wide = memory_new((size_t)t->room * width, sizeof *wide);
    for (uint32_t i = 0; i < t->length; i++)
        memcpy(wide + (size_t)i * width, old + (size_t)i * t->width,
               t->width * sizeof *wide);
    memory_free(old);
    return wide;
}

// Clocks get wider when the program makes more threads than ever before.
static void make_wider(struct trace *t, unsigned threads) {
    require(threads <= 64); // sets of threads are 64-bit words
    unsigned width = t->width ? t->width : CLOCK_STRIDE;
    while (width < threads)
        width *= 2;
    invariant(width % CLOCK_STRIDE == 0 && width >= t->width);
    t->clocks = widened(t->clocks, t, width);
    t->aboves = widened(t->aboves, t, width);
    t->frontiers->at = memory_resize(t->frontiers->at, (size_t)t->room * width,
                                     sizeof *t->frontiers->at);
    t->frontiers->known = 0;
    t->last = memory_resize(t->last, width, sizeof *t->last);
    t->after = memory_resize(t->after, width, sizeof *t->after);
    t->birth = memory_resize(t->birth, width, sizeof *t->birth);
    for (unsigned i = t->width; i < width; i++)
        t->last[i] = t->after[i] = t->birth[i] = NOWHERE;
    t->width = width;
}

static void make_longer(struct trace *t) {
    require(t->room < SETTLED / 2); // else a position would be no position
    t->room = t->room ? 2 * t->room : 64;
    size_t entries = (size_t)t->room * t->width;
    t->clocks = memory_resize(t->clocks, entries, sizeof *t->clocks);
    t->aboves = memory_resize(t->aboves, entries, sizeof *t->aboves);
    t->frontiers->at =
        memory_resize(t->frontiers->at, entries, sizeof *t->frontiers->at);
    vec_reserve(&t->events, t->room);
    vec_reserve(&t->steps, t->room);
}

struct trace *trace_new(struct machine *machine) {
    require(machine->class);
    struct trace *t = memory_new(1, sizeof *t);
    t->machine = machine;
    t->frontiers = memory_new(1, sizeof *t->frontiers);
    t->word_slot_count = 64;
    t->word_slots = memory_new(t->word_slot_count, sizeof *t->word_slots);
    make_wider(t, machine->threads);
    return t;
}

void trace_find_frontiers(const struct trace *t, uint32_t end) {
    for (uint32_t at = t->frontiers->known; at < end; at++) {
        uint32_t *frontier = t->frontiers->at + (size_t)at * t->width;
        if (at == 0) {
            memset(frontier, 0, t->width * sizeof *frontier);
        } else {
            clock_copy(frontier, frontier - t->width, t->width);
            frontier[t->events.at[at - 1].thread]++;
        }
    }
    t->frontiers->known = end;
}

// ------------------------------------------------------- forward and back

// Where the operation of the next event goes.
static struct op *next_op(struct trace *t) {
    if (t->length == t->room)
        make_longer(t);
    return &t->events.at[t->length].op;
}

void trace_append(struct trace *t, uint32_t thread, const struct op *op) {
    invariant(thread < t->width);
    *next_op(t) = *op;
    chains_append(t, (struct step){thread, op->choice});
    expensive(trace_is_sound(t));
}

void trace_step(struct trace *t, struct step step) {
    expensive(step.thread < t->machine->threads);
    expensive(t->with_machine == t->length); // the machine stands at its end
    *next_op(t) = *machine_chosen(t->machine, step);
    machine_step(t->machine, step);
    if (t->machine->threads > t->width)
        make_wider(t, t->machine->threads);
    chains_append(t, step);
    t->with_machine = t->length;
    t->standing.known = false;
    expensive(t->length > 24 || trace_is_valid(t));
    expensive(trace_is_sound(t));
}

static void pop(struct trace *t) {
    uint32_t at = --t->length;
    const struct event *e = &t->events.at[at];
    expensive(t->last[e->thread] == at);
    t->last[e->thread] = e->before;
    t->after[e->thread] = e->after;
    if (e->op.kind == OP_SPAWN) {
        const struct birth *birth = &t->births.at[--t->births.count];
        t->birth[e->op.target] = birth->before;
        t->after[e->op.target] = birth->after;
    }
    chains_pop(t, e);
}

void trace_drop(struct trace *t, uint32_t length) {
    if (t->length <= length)
        return;
    while (t->length > length)
        pop(t);
    t->links.count = t->events.at[length].links;
    t->racing.count = t->events.at[length].races;
    while (t->reversible.count &&
           t->reversible.at[t->reversible.count - 1] >= length)
        t->reversible.count--;
    if (t->frontiers->known > length)
        t->frontiers->known = length;
    if (t->with_machine > length)
        t->with_machine = length;
    expensive(trace_is_sound(t));
}

void trace_back(struct trace *t, uint32_t length) {
    require(length <= t->length);
    trace_drop(t, length);
    machine_goto_keeping(t->machine, t->steps.at, length, t->with_machine);
    t->with_machine = length;
    t->standing.known = false;
}

const char *trace_thread_name(const struct trace *t, uint32_t at) {
    const struct event *e = trace_event(t, at);
    for (size_t i = t->births.count; i-- > 0;) {
        const struct event *birth = trace_event(t, t->births.at[i].at);
        if (t->births.at[i].at < at && birth->op.target == e->thread)
            return machine_holder_name(t->machine, e->thread, birth->op.arg2);
    }
    return machine_thread_name(t->machine, e->thread);
}

// Debug: does the machine know who lives?
static bool living_is_known(struct machine *m) {
    for (unsigned thread = 0; thread < m->threads; thread++) {
        enum thread_status status = machine_status(m, thread);
        bool lives = status != THREAD_UNBORN && status != THREAD_ENDED;
        if (lives != (m->living >> thread & 1))
            return false;
    }
    return true;
}

const struct standing *trace_standing(struct trace *t) {
    struct standing *s = &t->standing;
    if (s->known)
        return s;
    expensive(living_is_known(t->machine));
    *s = (struct standing){.known = true};
    for (uint64_t left = t->machine->living; left; left &= left - 1) {
        unsigned thread = (unsigned)__builtin_ctzll(left);
        enum thread_status status = machine_status(t->machine, thread);
        s->statuses |= 1u << status;
        if (status == THREAD_ALIVE)
            s->alive |= 1ull << thread;
    }
    return s;
}
