// SPDX-License-Identifier: Apache-2.0

#include "explore/pop/schedule.h"

#include "base/fault.h"
#include "explore/trace/race.h"

#include <string.h>

void schedules_free(struct schedules *s) {
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

// The second event of a race: one that happened, or one that waits at the end.
struct second {
    uint32_t at, thread;
    const struct op *op;
    const uint32_t *above;
};

// What happens before it when it does not come after E[first].
static void set_clock(struct schedules *s, const struct second *f,
                      uint32_t first) {
    clock_copy(s->clock, f->above, s->width);
    trace_join_dependencies(s->trace, f->thread, f->op, f->at, first, s->clock);
}

static void emit(struct schedules *s, const struct second *f, uint32_t first,
                 const struct op *op) {
    struct schedule schedule = {.first = first,
                                .second = f->at,
                                .thread = f->thread,
                                .op = *op,
                                .clock = s->clock};
    s->visit(s->context, &schedule);
}

// ----------------------------------------------- operations that never wait

// What the second event is in its new place, after the body.
static struct op decided(struct schedules *s, const struct second *f,
                         uint32_t first) {
    const struct trace *t = s->trace;
    if (!op_is_decided_by_state(f->op))
        return *f->op;
    s->body.count = 0;
    for (uint32_t k = first + 1; k < f->at; k++)
        if (clock_sees(s->clock, trace_event(t, k)))
            vec_push(&s->body, k);
    return race_decided_anew(t, first, f->at, s->body.at, s->body.count);
}

static void ordinary(struct schedules *s, const struct second *f) {
    const struct trace *t = s->trace;
    const struct event *e = trace_event(t, f->at);
    for (uint32_t i = 0; i < e->race_count; i++) {
        uint32_t first = t->racing.at[e->races + i];
        if (!s->overtakable(s->context, first))
            continue;
        set_clock(s, f, first);
        if (!s->filter(s->context, first, f->at, s->clock))
            continue;
        struct op op = decided(s, f, first);
        emit(s, f, first, &op);
    }
}

// ---------------------------------------------------- operations that wait

static bool nearer_taken(const struct schedules *s, uint32_t first) {
    for (size_t i = 0; i < s->taken.count; i++)
        if (trace_hb(s->trace, first, s->taken.at[i]))
            return true;
    return false;
}

// `state` is that of its object before E[first]. True if all that is further
// back must come before it, or would come after something nearer.
static bool overtake(struct schedules *s, const struct second *f,
                     uint32_t first, uint64_t state) {
    const struct event *e = trace_event(s->trace, first);
    if (e->thread == f->thread || clock_sees(f->above, e))
        return op_shadows(&e->op, f->op);
    if (!op_depends(&e->op, f->op) || nearer_taken(s, first))
        return false;
    // What has changed the object since then comes after E[first], and stays
    // behind: changes are ordered.
    if (!op_enabled(f->op, state))
        return false;
    vec_push(&s->taken, first);
    if (s->overtakable(s->context, first)) {
        set_clock(s, f, first);
        if (s->filter(s->context, first, f->at, s->clock))
            emit(s, f, first, f->op);
    }
    return op_shadows(&e->op, f->op);
}

// Walk back along the chain of its object, with the object's state.
static void waiting(struct schedules *s, const struct second *f) {
    const struct trace *t = s->trace;
    uint64_t state = f->op->old;
    s->taken.count = 0;
    uint32_t link = f->at < t->length
                        ? t->links.at[trace_event(t, f->at)->links].prev
                        : trace_chain(t, f->op->addr);
    for (; link != NOWHERE; link = t->links.at[link].prev) {
        uint32_t at = t->links.at[link].event;
        const struct event *e = trace_event(t, at);
        state = op_state_before(f->op, &e->op, e->thread, state);
        if (overtake(s, f, at, state))
            return;
    }
}

// ----------------------------------------------------------------- outside

void schedules_of_event(struct schedules *s, uint32_t second) {
    const struct event *e = trace_event(s->trace, second);
    struct second f = {second, e->thread, &e->op,
                       trace_above(s->trace, second)};
    make_room(s);
    switch (op_blocking((enum op_kind)e->op.kind)) {
    case NEVER_WAITS:
        ordinary(s, &f);
        break;
    case WAITS_CONTENDED:
        waiting(s, &f);
        break;
    case WAITS_ENABLED:
        break; // nothing that it could overtake
    }
}

void schedules_of_waiting(struct schedules *s, uint32_t thread,
                          const struct op *op) {
    make_room(s);
    if (!trace_above_next(s->trace, thread, op, s->above))
        return; // nobody has woken it
    struct second f = {s->trace->length, thread, op, s->above};
    waiting(s, &f);
}
