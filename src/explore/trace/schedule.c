// SPDX-License-Identifier: Apache-2.0

#include "explore/trace/schedule.h"

#include "base/fault.h"
#include "explore/trace/overtaking.h"
#include "explore/trace/race.h"

#include <stdlib.h>
#include <string.h>

void schedules_free(struct schedules *s) {
    vec_free(&s->found);
    vec_free(&s->clocks);
    vec_free(&s->body);
    vec_free(&s->taken);
    memory_free(s->clock);
    memory_free(s->above);
}

static void make_room(struct schedules *s) {
    if (s->width == s->trace->width)
        return;
    s->width = s->trace->width;
    s->clock = memory_resize(s->clock, s->width, sizeof *s->clock);
    s->above = memory_resize(s->above, s->width, sizeof *s->above);
}

// What happens before m when it does not come after E[first].
static void set_clock(struct schedules *s, const struct mover *m,
                      uint32_t first) {
    clock_copy(s->clock, m->above, s->width);
    trace_join_dependencies(s->trace, m->thread, m->op, m->at, first, s->clock);
}

static void push(struct schedules *s, uint32_t first, const struct mover *m,
                 const struct op *op, const uint32_t *clock) {
    invariant(first <= m->at && m->thread < s->width);
    require(s->clocks.count <= UINT32_MAX); // `clock` has 32 bits
    size_t at = s->clocks.count;
    vec_push(&s->found, (struct schedule){.first = first,
                                          .second = m->at,
                                          .thread = m->thread,
                                          .clock = (uint32_t)at,
                                          .width = s->width,
                                          .op = *op});
    vec_reserve(&s->clocks, at + s->width);
    memcpy(s->clocks.at + at, clock, s->width * sizeof *clock);
    s->clocks.count += s->width;
}

// ----------------------------------------------- operations that never wait

// What the second event is in its new place, after the body.
static struct op decided(struct schedules *s, const struct mover *m,
                         uint32_t first) {
    const struct trace *t = s->trace;
    if (!op_is_decided_by_state(m->op))
        return *m->op;
    s->body.count = 0;
    for (uint32_t k = first + 1; k < m->at; k++)
        if (clock_sees(s->clock, trace_event(t, k)))
            vec_push(&s->body, k);
    return race_decided_anew(t, first, m->at, s->body.at, s->body.count);
}

static void ordinary(struct schedules *s, const struct mover *m) {
    const struct trace *t = s->trace;
    const struct event *e = trace_event(t, m->at);
    for (uint32_t i = 0; i < e->race_count; i++) {
        uint32_t first = t->racing.at[e->races + i];
        invariant(first < m->at);
        if (!s->overtakable(s->context, first))
            continue;
        set_clock(s, m, first);
        if (!s->filter(s->context, first, m->at, s->clock))
            continue;
        struct op op = decided(s, m, first);
        push(s, first, m, &op, s->clock);
    }
}

static void other_choices(struct schedules *s, const struct mover *m) {
    unsigned choices = op_choices(m->op);
    struct op op = *m->op;
    for (unsigned i = 0; choices > 1 && i < choices; i++) {
        op.choice = op_choice(m->op, i);
        if (op.choice != m->op->choice)
            push(s, m->at, m, &op, trace_clock(s->trace, m->at));
    }
}

// ---------------------------------------------------- operations that wait

static bool nearer_taken(const struct schedules *s, uint32_t first) {
    for (size_t i = 0; i < s->taken.count; i++)
        if (trace_hb(s->trace, first, s->taken.at[i]))
            return true;
    return false;
}

// What has changed the object since E[first] comes after that, and stays
// behind: changes are ordered. So the state before it decides.
static bool overtake(void *context, const struct mover *m, uint32_t first,
                     uint64_t state, bool may_pass) {
    struct schedules *s = context;
    if (!may_pass || nearer_taken(s, first) || !op_enabled(m->op, state))
        return false;
    vec_push(&s->taken, first);
    if (s->overtakable(s->context, first)) {
        set_clock(s, m, first);
        if (s->filter(s->context, first, m->at, s->clock))
            push(s, first, m, m->op, s->clock);
    }
    return true;
}

static void waiting(void *context, const struct mover *m) {
    struct schedules *s = context;
    s->taken.count = 0;
    overtaking_walk(s->trace, m, overtake, s);
}

// ----------------------------------------------------------------- finding

static void of_event(struct schedules *s, uint32_t second) {
    const struct event *e = trace_event(s->trace, second);
    struct mover m = {e->thread, second, &e->op, trace_above(s->trace, second)};
    switch (op_blocking((enum op_kind)e->op.kind)) {
    case NEVER_WAITS:
        ordinary(s, &m);
        other_choices(s, &m);
        break;
    case WAITS_CONTENDED:
        waiting(s, &m);
        break;
    case WAITS_ENABLED:
        break; // nothing that it could overtake
    }
}

// Of several schedules that overtake the same event, the one that was found
// first comes last.
static int compare(const void *one, const void *other) {
    const struct schedule *a = one, *b = other;
    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    return a->clock > b->clock ? -1 : a->clock < b->clock;
}

// As they are found, those that overtake the same event most often follow each
// other.
static void reverse_runs(struct schedule *at, size_t count) {
    for (size_t from = 0, end; from < count; from = end) {
        for (end = from + 1; end < count && at[end].first == at[from].first;)
            end++;
        for (size_t i = from, k = end; i + 1 < k; i++) {
            struct schedule swapped = at[i];
            at[i] = at[--k];
            at[k] = swapped;
        }
    }
}

static void sort(struct schedule *at, size_t count) {
    if (count < 2)
        return;
    reverse_runs(at, count);
    for (size_t i = 1; i < count; i++)
        if (compare(&at[i - 1], &at[i]) > 0) {
            qsort(at, count, sizeof *at, compare);
            return;
        }
}

bool schedules_are_sound(const struct schedules *s, size_t from) {
    for (size_t i = from; i < s->found.count; i++) {
        const struct schedule *f = &s->found.at[i];
        const uint32_t *clock = s->clocks.at + f->clock;
        if (f->clock + (size_t)f->width > s->clocks.count ||
            f->first > f->second || f->second > s->trace->length)
            return false;
        if (f->first != f->second &&
            clock_sees(clock, trace_event(s->trace, f->first)))
            return false;
        if (i > from && s->found.at[i - 1].first > f->first)
            return false;
    }
    return true;
}

void schedules_find(struct schedules *s, uint32_t start) {
    const struct trace *t = s->trace;
    size_t i = t->reversible.count, from = s->found.count;
    make_room(s);
    while (i > 0 && t->reversible.at[i - 1] >= start)
        i--;
    for (; i < t->reversible.count; i++)
        of_event(s, t->reversible.at[i]);
    overtaking_at_end(s->trace, s->above, waiting, s);
    sort(s->found.at + from, s->found.count - from);
    expensive(schedules_are_sound(s, from));
}

// ----------------------------------------------------------------- running

// Clocks may have become wider since it was found.
static const uint32_t *clock_of(struct schedules *s, const struct schedule *f) {
    const uint32_t *clock = s->clocks.at + f->clock;
    make_room(s);
    invariant(f->width <= s->width && f->clock + f->width <= s->clocks.count);
    if (f->width == s->width)
        return clock;
    memset(s->clock, 0, s->width * sizeof *clock);
    return memcpy(s->clock, clock, f->width * sizeof *clock);
}

struct branch schedule_branch(struct schedules *s, const struct schedule *found,
                              struct suspended *suspended) {
    invariant(suspended->trace->length == found->first);
    expensive(found->second <= suspended_length(suspended));
    const uint32_t *clock = clock_of(s, found);
    s->body.count = 0;
    for (uint32_t k = found->first + 1; k < found->second; k++)
        if (clock_sees(clock, suspended_event(suspended, k)))
            vec_push(&s->body, k);
    return (struct branch){
        found->first,
        found->second,
        s->body.at,
        s->body.count,
        {found->thread, clock[found->thread], &found->op, clock}};
}

bool schedules_are_marked(const struct trace *t, uint32_t count) {
    uint32_t head = NOWHERE;
    for (uint32_t at = 0; at < count && at < t->length; at++) {
        const struct mark *m = &trace_event(t, at)->mark;
        bool open = at && !(trace_event(t, at - 1)->mark.flags & HEAD) &&
                    trace_event(t, at - 1)->mark.flags & IN_SCHEDULE;
        if ((open || m->flags & HEAD) && !(m->flags & IN_SCHEDULE))
            return false;
        head = m->flags & HEAD ? at : head;
        if (m->head != head)
            return false;
    }
    return true;
}

bool branch_has_heads(const struct branch *b, struct suspended *s) {
    for (uint32_t k = b->first; k < b->second && k < suspended_length(s); k++) {
        const struct event *e = suspended_event(s, k);
        if (e->mark.flags & HEAD && !clock_sees(b->head.clock, e))
            return false;
    }
    return true;
}
