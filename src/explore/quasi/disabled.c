// SPDX-License-Identifier: Apache-2.0

#include "explore/quasi/disabled.h"

struct disabled_event *disabled_at(const struct disabled *d, uint32_t position,
                                   uint32_t *count) {
    uint32_t start = d->starts.at[position];
    *count = (position + 1 < d->starts.count ? d->starts.at[position + 1]
                                             : (uint32_t)d->events.count) -
             start;
    return d->events.at + start;
}

static void next_position(struct disabled *d, const struct event *done) {
    uint32_t last = (uint32_t)d->starts.count - 1, count;
    disabled_at(d, last, &count);
    uint32_t end = (uint32_t)d->events.count;
    vec_push(&d->starts, end);
    for (uint32_t i = end - count; i < end; i++) {
        const struct unfolding_label *e =
            unfolding_label(d->unfolding, d->events.at[i].event);
        if (e->thread != done->thread && !op_depends(&e->op, &done->op))
            vec_push(&d->events, d->events.at[i]);
    }
}

void disabled_follow(struct disabled *d, const struct trace *trace) {
    if (!d->starts.count)
        vec_push(&d->starts, 0);
    while (d->starts.count <= trace->length)
        next_position(d, trace_event(trace, (uint32_t)d->starts.count - 1));
}

void disabled_back(struct disabled *d, uint32_t position) {
    if (position + 1 < d->starts.count)
        d->events.count = d->starts.at[position + 1];
    d->starts.count = position + 1;
}

void disabled_add(struct disabled *d, uint32_t event) {
    vec_push(&d->events,
             (struct disabled_event){event, (uint32_t)d->starts.count - 1});
}

bool disabled_has(const struct disabled *d, struct step step) {
    uint32_t count;
    const struct disabled_event *at =
        disabled_at(d, (uint32_t)d->starts.count - 1, &count);
    for (uint32_t i = 0; i < count; i++) {
        const struct unfolding_label *e =
            unfolding_label(d->unfolding, at[i].event);
        if (e->thread == step.thread && e->op.choice == step.choice)
            return true;
    }
    return false;
}

void disabled_free(struct disabled *d) {
    vec_free(&d->events);
    vec_free(&d->starts);
}
