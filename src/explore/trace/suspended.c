// SPDX-License-Identifier: Apache-2.0

#include "explore/trace/suspended.h"

#include "base/fault.h"

#include <string.h>

void suspended_free(struct suspended *s) {
    vec_free(&s->executions);
    vec_free(&s->aside);
}

void suspended_move_to(struct suspended *s, uint32_t length) {
    struct trace *t = s->trace;
    for (uint32_t at = t->length; at > length; at--)
        vec_push(&s->aside, *trace_event(t, at - 1));
    trace_drop(t, length);
    while (t->length < length) {
        invariant(s->aside.count > suspended_top(s)->aside);
        const struct event *next = &s->aside.at[--s->aside.count];
        trace_append(t, next->thread, &next->op);
        t->events.at[t->length - 1].mark = next->mark;
    }
}

void suspended_begin(struct suspended *s) {
    s->executions.count = s->aside.count = 0;
    vec_push(&s->executions, (struct suspended_execution){0, 0});
}

void suspended_push(struct suspended *s) {
    vec_push(&s->executions,
             (struct suspended_execution){s->trace->length, s->aside.count});
}

void suspended_pop(struct suspended *s) {
    struct suspended_execution top = *suspended_top(s);
    uint32_t length = s->trace->length;
    size_t shared = length < top.base ? top.base - length : 0;
    size_t own = s->aside.count - shared - top.aside;
    if (own && shared)
        memmove(&s->aside.at[top.aside], &s->aside.at[top.aside + own],
                shared * sizeof *s->aside.at);
    s->aside.count = top.aside + shared;
    trace_drop(s->trace, top.base);
    s->executions.count--;
}
