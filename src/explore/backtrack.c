// SPDX-License-Identifier: Apache-2.0

#include "explore/backtrack.h"

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

static struct backtrack_point *push_point(struct backtrack *b,
                                          const struct trace *trace) {
    if (b->depth == b->points.count)
        vec_push(&b->points, (struct backtrack_point){{0}, 0});
    struct backtrack_point *point = &b->points.at[b->depth];
    point->steps.count = 0;
    point->current = 0;
    if (b->sleeping)
        sleep_push(&b->sleep,
                   b->depth ? trace_event(trace, b->depth - 1) : NULL);
    b->depth++;
    return point;
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

bool backtrack_choose(struct backtrack *b, struct explorer *x,
                      struct step *step) {
    uint32_t position = x->trace->length;
    invariant(position <= b->depth);
    if (position < b->depth) { // where the last execution left off
        struct backtrack_point *point = &b->points.at[position];
        invariant(position + 1 == b->depth &&
                  point->current < point->steps.count);
        *step = point->steps.at[point->current];
        return true;
    }
    struct backtrack_point *point = push_point(b, x->trace);
    if (!free_choice(b, x, step))
        return false;
    vec_push(&point->steps, *step);
    return true;
}

uint32_t backtrack_next(struct backtrack *b, struct trace *trace) {
    b->depth = trace->length; // the last point has no step: nobody to choose
    while (b->depth > 0) {
        uint32_t position = b->depth - 1;
        struct backtrack_point *point = &b->points.at[position];
        const struct event *done = trace_event(trace, position);
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
            return position;
        }
        b->depth--;
    }
    return ALL_DONE;
}

bool backtrack_has(const struct backtrack *b, uint32_t position,
                   struct step step) {
    const struct backtrack_point *point = &b->points.at[position];
    for (size_t i = 0; i < point->steps.count; i++)
        if (point->steps.at[i].thread == step.thread &&
            point->steps.at[i].choice == step.choice)
            return true;
    return false;
}

void backtrack_add(struct backtrack *b, uint32_t position, struct step step) {
    if (!backtrack_has(b, position, step))
        vec_push(&b->points.at[position].steps, step);
}

bool backtrack_covers(const struct backtrack *b, uint32_t position,
                      struct step step) {
    return backtrack_has(b, position, step) ||
           (b->sleeping &&
            sleep_has(&b->sleep, position, step.thread, step.choice));
}
