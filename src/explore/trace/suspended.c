// SPDX-License-Identifier: Apache-2.0

#include "explore/trace/suspended.h"

#include "base/fault.h"

#include <string.h>

void suspended_free(struct suspended *s) {
    vec_free(&s->executions);
    vec_free(&s->aside);
}

enum { LONGEST_CHECKED = 200, WIDEST_CHECKED = 64 };

// Those of one execution, from the next on, continue what each thread has done.
static bool continues(const struct suspended *s, size_t from, size_t to,
                      uint32_t *done) {
    for (size_t i = to; i-- > from;)
        if (s->aside.at[i].index != ++done[s->aside.at[i].thread])
            return false;
    return true;
}

bool suspended_is_sound(const struct suspended *s) {
    const struct trace *t = s->trace;
    uint32_t same = t->length; // so much of an execution is in the trace
    if (s->aside.count + t->length > LONGEST_CHECKED)
        return true;
    for (size_t i = s->executions.count; i-- > 0;) {
        const struct suspended_execution *e = &s->executions.at[i];
        bool topmost = i + 1 == s->executions.count;
        size_t end = topmost ? s->aside.count : e[1].aside;
        if (end < e->aside)
            return false;
        uint32_t done[WIDEST_CHECKED] = {0};
        uint32_t shared = topmost ? t->length : e[1].base;
        if (shared > same)
            continue; // what those above share with it is less
        same = shared;
        for (uint32_t k = 0; k < shared; k++)
            done[trace_event(t, k)->thread]++;
        if (!continues(s, e->aside, end, done))
            return false;
    }
    return true;
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
    expensive(suspended_is_sound(s));
}

void suspended_begin(struct suspended *s) {
    s->executions.count = s->aside.count = 0;
    vec_push(&s->executions, (struct suspended_execution){0, 0});
}

void suspended_push(struct suspended *s) {
    vec_push(&s->executions,
             (struct suspended_execution){s->trace->length, s->aside.count});
    expensive(suspended_is_sound(s));
}

void suspended_pop(struct suspended *s) {
    invariant(s->executions.count > 0);
    struct suspended_execution top = *suspended_top(s);
    uint32_t length = s->trace->length;
    size_t shared = length < top.base ? top.base - length : 0;
    invariant(s->aside.count >= shared + top.aside);
    size_t own = s->aside.count - shared - top.aside;
    if (own && shared)
        memmove(&s->aside.at[top.aside], &s->aside.at[top.aside + own],
                shared * sizeof *s->aside.at);
    s->aside.count = top.aside + shared;
    trace_drop(s->trace, top.base);
    s->executions.count--;
}
