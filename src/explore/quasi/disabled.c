// SPDX-License-Identifier: Apache-2.0

#include "explore/quasi/disabled.h"

#include "base/fault.h"

struct disabled_event *disabled_at(const struct disabled *d, uint32_t position,
                                   uint32_t *count) {
    invariant(position < d->starts.count);
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
    expensive(disabled_is_sound(d));
}

void disabled_back(struct disabled *d, uint32_t position) {
    invariant(position < d->starts.count);
    if (position + 1 < d->starts.count)
        d->events.count = d->starts.at[position + 1];
    d->starts.count = position + 1;
}

void disabled_add(struct disabled *d, uint32_t event) {
    invariant(event != NO_EVENT && d->starts.count);
    vec_push(&d->events,
             (struct disabled_event){event, (uint32_t)d->starts.count - 1});
    expensive(disabled_is_sound(d));
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

bool disabled_is_sound(const struct disabled *d) {
    uint32_t count, last = (uint32_t)d->starts.count - 1;
    const struct disabled_event *at = disabled_at(d, last, &count);
    if (last && d->starts.at[last - 1] > d->starts.at[last])
        return false;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (at[k].event == at[i].event || at[k].since > at[i].since)
                return false;
    return d->starts.at[last] <= d->events.count;
}

void disabled_free(struct disabled *d) {
    vec_free(&d->events);
    vec_free(&d->starts);
}
