// SPDX-License-Identifier: Apache-2.0

#include "explore/pop/sleep/pop_sleep.h"

#include "base/fault.h"

void pop_sleep_free(struct pop_sleep *s) {
    for (size_t i = 0; i < s->executions.count; i++)
        forest_free(&s->executions.at[i].after);
    vec_free(&s->executions);
    vec_free(&s->clock);
    forest_free(&s->asleep);
    forest_free(&s->made);
    if (s->class->destroy)
        s->class->destroy(s);
}

void pop_sleep_begin(struct pop_sleep *s, enum pop_variant variant) {
    static const struct pop_sleep_class *const classes[] = {
        [POP_CHARACTERISATION] = &characterisation,
        [POP_EXPLICIT] = &sleeping_schedules,
    };
    _Static_assert(sizeof classes / sizeof *classes == POP_NOT, "all variants");
    if (s->class && s->class->destroy)
        s->class->destroy(s);
    s->class = classes[variant];
    forest_clear(&s->asleep);
    forest_clear(&s->made);
    if (!s->executions.count)
        vec_push(&s->executions, (struct execution_sleep){.made = 0});
}

static struct trace *trace_of(const struct pop_sleep *s) {
    return s->suspended->trace;
}

static bool pass(struct pop_sleep *s, const struct passing *e) {
    return pop_sleep_empty(s) || s->class->pass(&s->asleep, e);
}

bool pop_sleep_blocks(struct pop_sleep *s, uint32_t thread,
                      const struct op *op) {
    struct trace *t = trace_of(s);
    forest_widen(&s->asleep, t->width);
    vec_reserve(&s->clock, t->width);
    bool enabled = trace_above_next(t, thread, op, s->clock.at);
    invariant(enabled);
    struct passing e = {thread, s->clock.at[thread], op, s->clock.at};
    trace_join_dependencies(t, thread, op, t->length, NOWHERE, s->clock.at);
    return s->class->blocks(&s->asleep, &e);
}

void pop_sleep_pass(struct pop_sleep *s) {
    const struct trace *t = trace_of(s);
    struct passing e = passing_at(t, t->length - 1);
    forest_widen(&s->asleep, t->width);
    bool passed = pass(s, &e);
    expensive(passed);
    expensive(s->class->is_sound(&s->asleep, t));
}

// What sleeps at the end of the trace follows from what slept after the last
// head, and from the events since.
static void find_asleep(struct pop_sleep *s) {
    const struct trace *t = trace_of(s);
    uint32_t head = trace_event(t, t->length - 1)->mark.head;
    invariant(head != NOWHERE);
    uint32_t execution = trace_event(t, head)->mark.execution;
    invariant(execution < s->executions.count);
    forest_assign(&s->asleep, &s->executions.at[execution].after);
    forest_widen(&s->asleep, t->width);
    for (uint32_t at = head + 1; at < t->length; at++) {
        struct passing e = passing_at(t, at);
        bool passed = pass(s, &e);
        expensive(passed);
    }
}

// The clocks of the body come from the trace: it stands there for a moment.
bool pop_sleep_follow(struct pop_sleep *s, const struct branch *b) {
    struct trace *t = trace_of(s);
    invariant(t->length == b->first);
    const struct event *first = suspended_event(s->suspended, b->first);
    forest_clear(&s->asleep);
    if (first->mark.flags & ASLEEP)
        find_asleep(s);
    if (pop_sleep_empty(s))
        return true;
    bool passed = true;
    for (size_t k = 0; k < b->count && passed; k++) {
        const struct event *e = first - (b->body[k] - b->first);
        trace_append(t, e->thread, &e->op);
        struct passing passing = passing_at(t, t->length - 1);
        passed = pass(s, &passing);
    }
    trace_drop(t, b->first);
    return passed && pass(s, &b->head);
}

void pop_sleep_push(struct pop_sleep *s, const struct branch *b) {
    size_t made = s->made.twigs.count, top = s->suspended->executions.count;
    invariant(top <= s->executions.count);
    if (b->first != b->second)
        s->class->make(s, b);
    forest_widen(&s->asleep, trace_of(s)->width);
    if (made < s->made.twigs.count)
        forest_copy(&s->asleep, &s->made, made, s->made.twigs.count);
    if (top == s->executions.count)
        vec_push(&s->executions, (struct execution_sleep){.made = 0});
    struct execution_sleep *e = &s->executions.at[top];
    forest_assign(&e->after, &s->asleep);
    e->made = made;
    e->end = s->made.twigs.count;
}

void pop_sleep_skip(struct pop_sleep *s, const struct branch *b) {
    size_t made = s->made.twigs.count;
    if (b->first != b->second)
        s->class->make(s, b);
    s->made.twigs.count = made;
}

void pop_sleep_pop(struct pop_sleep *s) {
    invariant(s->suspended->executions.count <= s->executions.count);
    s->made.twigs.count =
        s->executions.at[s->suspended->executions.count - 1].made;
    if (s->class->pop)
        s->class->pop(s);
}
