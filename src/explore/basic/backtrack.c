// SPDX-License-Identifier: Apache-2.0

#include "explore/basic/backtrack.h"

#include "base/fault.h"

void backtrack_init(struct backtrack *b, bool sleeping) {
    *b = (struct backtrack){.sleeping = sleeping};
}

void backtrack_free(struct backtrack *b) {
    for (size_t i = 0; i < b->points.count; i++)
        vec_free(&b->points.at[i].steps);
    vec_free(&b->points);
    vec_free(&b->enabled);
    sleep_free(&b->sleep);
}

void enabled_steps(struct machine *machine, step_list *steps) {
    for (uint32_t t = 0; t < machine->threads; t++) {
        if (!machine_enabled(machine, t))
            continue;
        const struct op *op = machine_pending(machine, t);
        unsigned choices = op_choices(op);
        for (unsigned i = 0; i < choices; i++)
            vec_push(steps, (struct step){t, op_choice(op, i)});
    }
}

void backtrack_open(struct backtrack *b, const struct trace *trace) {
    invariant(b->depth == trace->length);
    if (b->depth == b->points.count)
        vec_push(&b->points, (struct backtrack_point){{0}, 0});
    struct backtrack_point *point = &b->points.at[b->depth];
    point->steps.count = 0;
    point->current = 0;
    if (b->sleeping)
        sleep_push(&b->sleep,
                   b->depth ? trace_event(trace, b->depth - 1) : NULL);
    b->depth++;
}

static bool free_choice(struct backtrack *b, struct explorer *x,
                        struct step *step) {
    step_list *steps = &b->enabled;
    steps->count = 0;
    enabled_steps(x->trace->machine, steps);
    size_t awake = 0;
    for (size_t i = 0; i < steps->count; i++) {
        struct step s = steps->at[i];
        if (!b->sleeping ||
            !sleep_has(&b->sleep, b->depth - 1, s.thread, s.choice))
            steps->at[awake++] = s;
    }
    if (awake == 0)
        return false;
    *step = steps->at[explorer_pick(x, (unsigned)awake)];
    return true;
}

bool backtrack_due(const struct backtrack *b, const struct trace *trace,
                   struct step *step) {
    uint32_t position = trace->length;
    invariant(position <= b->depth);
    if (position == b->depth)
        return false;
    const struct backtrack_point *point = &b->points.at[position];
    invariant(position + 1 == b->depth && point->current < point->steps.count);
    *step = point->steps.at[point->current];
    expensive(machine_enabled(trace->machine, step->thread));
    return true;
}

bool backtrack_take(struct backtrack *b, struct explorer *x,
                    struct step *step) {
    if (!free_choice(b, x, step))
        return false;
    vec_push(&b->points.at[b->depth - 1].steps, *step);
    return true;
}

bool backtrack_choose(struct backtrack *b, struct explorer *x,
                      struct step *step) {
    if (backtrack_due(b, x->trace, step))
        return true;
    backtrack_open(b, x->trace);
    return backtrack_take(b, x, step);
}

bool backtrack_advance(struct backtrack *b, const struct trace *trace,
                       uint32_t position) {
    invariant(position < b->depth && position < trace->length);
    struct backtrack_point *point = &b->points.at[position];
    const struct event *done = trace_event(trace, position);
    b->depth = position + 1;
    if (b->sleeping) {
        sleep_back(&b->sleep, position);
        sleep_add(&b->sleep, done->thread, &done->op);
    }
    while (++point->current < point->steps.count) {
        struct step next = point->steps.at[point->current];
        if (b->sleeping &&
            sleep_has(&b->sleep, position, next.thread, next.choice))
            continue;
        b->fresh = position;
        return true;
    }
    return false;
}

uint32_t backtrack_next(struct backtrack *b, struct trace *trace) {
    expensive(backtrack_is_sound(b, trace));
    // The last point has no step: nobody to choose.
    for (uint32_t position = trace->length; position-- > 0;)
        if (backtrack_advance(b, trace, position))
            return position;
    b->depth = 0;
    return ALL_DONE;
}

bool backtrack_has(const struct backtrack *b, uint32_t position,
                   struct step step) {
    invariant(position < b->depth);
    const struct backtrack_point *point = &b->points.at[position];
    for (size_t i = 0; i < point->steps.count; i++)
        if (point->steps.at[i].thread == step.thread &&
            point->steps.at[i].choice == step.choice)
            return true;
    return false;
}

void backtrack_add(struct backtrack *b, uint32_t position, struct step step) {
    invariant(position < b->depth);
    if (!backtrack_has(b, position, step))
        vec_push(&b->points.at[position].steps, step);
}

bool backtrack_covers(const struct backtrack *b, uint32_t position,
                      struct step step) {
    return backtrack_has(b, position, step) ||
           (b->sleeping &&
            sleep_has(&b->sleep, position, step.thread, step.choice));
}

bool backtrack_is_sound(const struct backtrack *b, const struct trace *trace) {
    for (uint32_t i = 0; i < trace->length; i++) {
        const struct backtrack_point *point = &b->points.at[i];
        if (i >= b->depth || point->current >= point->steps.count ||
            !step_equals(point->steps.at[point->current], trace->steps.at[i]))
            return false;
    }
    return b->depth <= trace->length + 1;
}

// ---------------------------------------------------------------- reversals

// The step that thread p would do first in v.
static struct step first_step(const struct trace *trace,
                              const struct reversal *v, uint32_t thread) {
    return (struct step){thread, reversal_op(trace, v, thread)->choice};
}

// For classic: does v's first event of this thread happen before the second
// event of the race?
static bool leads_to_second(const struct trace *trace, const struct reversal *v,
                            uint32_t thread) {
    uint32_t k = v->first_of[thread];
    return k == LAST || (k != NOWHERE &&
                         clock_sees(v->clock, trace_event(trace, v->body[k])));
}

bool backtrack_reverse(struct backtrack *b, const struct trace *trace,
                       const struct reversal *v, bool classic) {
    bool found = false;
    struct step add = {0, 0};
    for (uint32_t t = 0; t < trace->machine->threads; t++) {
        if (!reversal_has_initial(trace, v, t) ||
            (classic && !leads_to_second(trace, v, t)))
            continue;
        struct step step = first_step(trace, v, t);
        if (backtrack_covers(b, v->first, step))
            return false;
        if (!found || t == v->thread)
            add = step;
        found = true;
    }
    invariant(found);
    backtrack_add(b, v->first, add);
    return true;
}
