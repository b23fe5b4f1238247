// SPDX-License-Identifier: Apache-2.0
// Line numbers are those of [POP, Algorithm 1]. There, Explore(E) reverses the
// races of E's last event (lines 4 to 12) before it extends E (13 to 15). What
// that needs is decided by the events up to the second one of a race, so here
// an execution is first run to its end, and then the races of all its new
// events are reversed.

#include "explore/pop/pop.h"

#include "base/fault.h"
#include "explore/pop/pop_order.h"

static uint32_t last_head(const struct trace *t, uint32_t position) {
    return position ? trace_event(t, position - 1)->mark.head : NOWHERE;
}

// --------------------------------------- line 4: races that are parsimonious

static bool overtakable(void *context, uint32_t first) {
    const struct pop *p = context;
    return !(trace_event(p->base.trace, first)->mark.flags & IN_SCHEDULE);
}

// The second event comes after all heads between it and the first.
static bool fresh(void *context, uint32_t first, uint32_t second,
                  const uint32_t *clock) {
    const struct trace *t = ((struct pop *)context)->base.trace;
    for (uint32_t h = last_head(t, second); h != NOWHERE && h > first;
         h = last_head(t, h))
        if (!clock_sees(clock, trace_event(t, h)))
            return false;
    return true;
}

// The other choices of an alternative are its siblings.
void pop_find_races(struct pop *p) {
    struct trace *t = p->base.trace;
    expensive(schedules_are_marked(t, p->noted));
    size_t i = p->schedules.found.count;
    schedules_find(&p->schedules, pop_top(p)->start + pop_top(p)->alternative);
    for (; i < p->schedules.found.count && !t->settled; i++) {
        const struct schedule *s = &p->schedules.found.at[i];
        if (s->first != s->second)
            order_race(p->base.order, trace_event(t, s->first)->thread,
                       s->thread, s->op.addr);
    }
    if (t->length > p->longest)
        p->longest = t->length;
}

// ------------------------------------------- lines 5 to 12: race reversal

// Debug, Lemma 1: each reversal on the way here has made the schedules longer,
// or the prefix before them shorter; alternatives can be at each once more, and
// each thread may wait at the end.
static bool stack_is_bounded(const struct pop *p) {
    uint64_t n = p->longest + p->base.trace->width, alternatives = 0;
    for (size_t i = 0; i < p->executions.count; i++)
        alternatives += p->executions.at[i].alternative;
    return p->executions.count - 1 <= n * (n - 1) / 2 + alternatives;
}

static void push_execution(struct pop *p, const struct schedule *s,
                           uint32_t start) {
    suspended_push(&p->suspended);
    vec_push(&p->executions,
             (struct pop_execution){.start = start,
                                    .alternative = s->first == s->second,
                                    .second = s->second,
                                    .thread = s->thread,
                                    .choice = s->op.choice,
                                    .found = p->schedules.found.count,
                                    .clocks = p->schedules.clocks.count});
    if (p->executions.count - 1 > p->base.suspended_most)
        p->base.suspended_most = (uint32_t)p->executions.count - 1;
    expensive(stack_is_bounded(p));
    invariant(p->executions.count == p->suspended.executions.count);
}

void pop_execution_done(struct pop *p) {
    invariant(p->executions.count == p->suspended.executions.count);
    invariant(p->schedules.found.count == pop_top(p)->found); // all were run
    pop_sleep_pop(&p->sleep);
    suspended_pop(&p->suspended);
    p->schedules.found.count = pop_top(p)->found;
    p->schedules.clocks.count = pop_top(p)->clocks;
    p->executions.count--;
}

// For one race E = E1·e·E2, e' the last event of E2. False: what sleeps covers
// it.
bool pop_reverse(struct pop *p, const struct schedule *s) {
    bool alternative = s->first == s->second;
    p->schedule = *s;
    suspended_move_to(&p->suspended, s->first); // line 5: the trace is E1
    const struct event *e = suspended_event(&p->suspended, s->first);
    invariant(alternative || !(e->mark.flags & IN_SCHEDULE));
    p->sigma = schedule_branch(&p->schedules, &p->schedule, &p->suspended); // 6
    expensive(branch_has_heads(&p->sigma, &p->suspended));
    if (!pop_sleep_follow(&p->sleep, &p->sigma)) // lines 7 and 8
        return false;
    pop_sleep_push(&p->sleep, &p->sigma); // lines 9 to 11
    p->noted = s->first;
    push_execution(p, &p->schedule, s->first + (uint32_t)p->sigma.count);
    p->base.races_reversed++;
    return true; // line 12
}

uint32_t pop_next(struct pop *p) {
    while (p->executions.count) {
        if (p->schedules.found.count == pop_top(p)->found)
            pop_execution_done(p);
        else if (pop_reverse(
                     p, &p->schedules.found.at[--p->schedules.found.count]))
            return p->schedule.first;
    }
    return ALL_DONE;
}

static uint32_t end(struct explorer *x) {
    struct pop *p = (struct pop *)x;
    pop_find_races(p);
    return pop_next(p);
}

// --------------------------------------------- lines 13 to 15: exploration

// Is an event part of the schedule that its execution begins with?
static bool is_planned(const struct pop *p, uint32_t at) {
    return p->executions.count > 1 && at <= pop_top(p)->start;
}

// Line 14: the step that was taken last becomes part of the execution. (What is
// in the body of a schedule was noticed when it first happened.)
void pop_take_note(struct pop *p) {
    struct trace *t = p->base.trace;
    uint32_t at = p->noted;
    if (at == t->length)
        return;
    p->noted++;
    invariant(p->noted == t->length);
    struct event *e = &t->events.at[at];
    e->mark = (struct mark){.head = last_head(t, at)};
    if (is_planned(p, at)) {
        e->mark.flags = IN_SCHEDULE | (pop_overtaken(p)->mark.flags & ASLEEP);
        if (at < pop_top(p)->start)
            return;
        e->mark.flags |= HEAD;
        e->mark.head = at;
        e->mark.execution = (uint32_t)p->executions.count - 1;
    } else if (!pop_sleep_empty(&p->sleep)) {
        e->mark.flags = ASLEEP;
        pop_sleep_pass(&p->sleep);
    }
    features_notice(&p->features, e->thread, &e->op);
}

// The next step of σ, and what it is known to be: that it was in the execution
// below.
bool pop_planned(struct pop *p, struct step *step) {
    if (!is_planned(p, p->base.trace->length))
        return false;
    uint32_t ahead = p->base.trace->length - suspended_top(&p->suspended)->base;
    invariant(ahead <= p->sigma.count);
    uint32_t thread = p->schedule.thread;
    p->base.expected = &p->schedule.op;
    if (ahead < p->sigma.count) {
        const struct event *e =
            suspended_below(&p->suspended, p->sigma.body[ahead]);
        thread = e->thread;
        p->base.expected = &e->op;
    }
    *step = (struct step){thread, p->base.expected->choice};
    return true;
}

static bool choose(struct explorer *x, struct step *step) {
    struct pop *p = (struct pop *)x;
    pop_take_note(p);
    x->expected = NULL;
    if (pop_planned(p, step))
        return true;
    if (p->executions.count > 1 && p->features.variant > p->variant)
        return false; // all will begin again
    return pop_order_choice(p, step);
}

// -------------------------------------------------------------- beginning

void pop_begin(struct pop *p, enum pop_variant variant) {
    require(variant < POP_NOT);
    p->variant = variant;
    p->noted = 0;
    pop_sleep_begin(&p->sleep, variant); // line 1
    suspended_begin(&p->suspended);
    p->schedules.found.count = p->schedules.clocks.count = 0;
    p->executions.count = 0;
    vec_push(&p->executions, (struct pop_execution){.start = 0}); // line 2
    p->base.races_reversed = p->base.suspended_most = 0;
    p->base.variant = p->sleep.class->name;
}

static struct explorer *again(struct explorer *x, bool first) {
    struct pop *p = (struct pop *)x;
    pop_take_note(p);
    features_notice_pending(&p->features, x->trace);
    enum pop_variant variant = p->features.variant;
    if (variant == POP_NOT)
        return explorer_instead(x, ALGORITHM_OPTIMAL,
                                features_blamed(&p->features), first);
    if (variant <= p->variant) {
        if (!first || x->reordered || x->random)
            return NULL;
        struct order *order = pop_order_better(x->trace);
        if (!order)
            return NULL;
        variant = p->variant;
        explorer_reorder(x, order);
    }
    pop_begin(p, variant);
    return x;
}

static void destroy(struct explorer *x) {
    struct pop *p = (struct pop *)x;
    features_free(&p->features);
    schedules_free(&p->schedules);
    pop_sleep_free(&p->sleep);
    suspended_free(&p->suspended);
    vec_free(&p->executions);
    memory_free(p);
}

struct explorer *explorer_pop_as(struct trace *trace, enum pop_variant as) {
    static const struct explorer_class class = {choose, end, destroy, again};
    struct pop *p = memory_new(1, sizeof *p);
    p->base.class = &class;
    p->base.probing = &pop_probing;
    p->base.sharing = &pop_sharing;
    p->base.order = pop_order();
    p->base.trace = trace;
    p->suspended.trace = trace;
    p->sleep.suspended = &p->suspended;
    p->schedules = (struct schedules){.trace = trace,
                                      .context = p,
                                      .filter = fresh,
                                      .overtakable = overtakable};
    pop_begin(p, as);
    return &p->base;
}

struct explorer *explorer_pop(struct trace *trace) {
    return explorer_pop_as(trace, POP_CHARACTERISATION);
}

// POP where it needs little memory; else optimal-DPOR.
struct explorer *explorer_pop_or_optimal(struct trace *trace) {
    struct explorer *x = explorer_pop(trace);
    ((struct pop *)x)->features.shunned = AWAITS | OVERLAPS;
    return x;
}
