// SPDX-License-Identifier: Apache-2.0
// Line numbers are those of [POP, Algorithm 1]. There, Explore(E) reverses the
// races of E's last event (lines 4 to 12) before it extends E (13 to 15). What
// that needs is decided by the events up to the second one of a race, so here
// an execution is first run to its end, and then the races of all its new
// events are reversed.

#include "explore/pop/pop.h"

#include "base/fault.h"
#include "explore/estimate.h"
#include "explore/optimal/optimal_order.h"
#include "explore/pop/pop_order.h"
#include "explore/pop/pop_parts.h"
#include "explore/pop/pop_unit.h"

static const struct pop_execution *top(const struct pop *p) {
    return pop_top(p);
}

// The first event of the race that the running execution has reversed.
static const struct event *overtaken(const struct pop *p) {
    return suspended_below(&p->suspended, p->sigma.first);
}

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

// Debug, for all events that have their marks: a schedule is contiguous and
// ends in its head, and each event knows the last head up to it.
static bool marks_are_sound(const struct pop *p) {
    const struct trace *t = p->base.trace;
    uint32_t head = NOWHERE;
    for (uint32_t at = 0; at < p->noted && at < t->length; at++) {
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

// The other choices of an alternative are its siblings.
static void find_races(struct pop *p) {
    struct trace *t = p->base.trace;
    expensive(marks_are_sound(p));
    size_t i = p->schedules.found.count;
    schedules_find(&p->schedules, top(p)->start + top(p)->alternative);
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

// Debug: are all heads of E between the two events of the race in σ?
static bool heads_are_in(const struct pop *p, const struct branch *b) {
    const struct suspended *s = &p->suspended;
    for (uint32_t k = b->first; k < b->second && k < suspended_length(s); k++) {
        const struct event *e =
            suspended_event((struct suspended *)s, k); // looking only
        if (e->mark.flags & HEAD && !clock_sees(b->head.clock, e))
            return false;
    }
    return true;
}

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

static void pop_execution(struct pop *p) {
    invariant(p->executions.count == p->suspended.executions.count);
    invariant(p->schedules.found.count == top(p)->found); // all were run
    pop_sleep_pop(&p->sleep);
    suspended_pop(&p->suspended);
    p->schedules.found.count = top(p)->found;
    p->schedules.clocks.count = top(p)->clocks;
    p->executions.count--;
}

// For one race E = E1·e·E2, e' the last event of E2. False: what sleeps covers
// it.
static bool reverse(struct pop *p, const struct schedule *s) {
    bool alternative = s->first == s->second;
    p->schedule = *s;
    suspended_move_to(&p->suspended, s->first); // line 5: the trace is E1
    const struct event *e = suspended_event(&p->suspended, s->first);
    invariant(alternative || !(e->mark.flags & IN_SCHEDULE));
    p->sigma = schedule_branch(&p->schedules, &p->schedule, &p->suspended); // 6
    expensive(heads_are_in(p, &p->sigma));
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
        if (p->schedules.found.count == top(p)->found)
            pop_execution(p);
        else if (reverse(p, &p->schedules.found.at[--p->schedules.found.count]))
            return p->schedule.first;
    }
    return ALL_DONE;
}

static uint32_t end(struct explorer *x) {
    struct pop *p = (struct pop *)x;
    find_races(p);
    return pop_next(p);
}

// -------------------------------------------------------------- estimates

// Is it a branch of its own, or covered by what sleeps?
static bool branches_off(struct pop *p, const struct schedule *s) {
    suspended_move_to(&p->suspended, s->first);
    struct branch b = schedule_branch(&p->schedules, s, &p->suspended);
    return pop_sleep_follow(&p->sleep, &b);
}

// What an earlier one of the same prefix would have put to sleep.
static void take_as_explored(struct pop *p, const struct schedule *s) {
    suspended_move_to(&p->suspended, s->first);
    struct branch b = schedule_branch(&p->schedules, s, &p->suspended);
    pop_sleep_skip(&p->sleep, &b);
}

// The executions that branch off from one are known when it is over: POP's tree
// is one of executions, and what lies below one does not depend on the others.
static uint32_t descend(struct explorer *x, struct estimate_random *random) {
    struct pop *p = (struct pop *)x;
    find_races(p);
    size_t first = top(p)->found, count = p->schedules.found.count,
           kept = count;
    for (size_t i = count; i-- > first;)
        if (branches_off(p, &p->schedules.found.at[i]))
            p->schedules.found.at[--kept] = p->schedules.found.at[i];
    unsigned branches = (unsigned)(count - kept);
    x->weight *= branches;
    if (kept == count)
        return ALL_DONE;
    size_t chosen = kept + estimate_pick(random, branches);
    struct schedule s = p->schedules.found.at[chosen];
    for (size_t i = count; i-- > chosen + 1;)
        if (p->schedules.found.at[i].first == s.first)
            take_as_explored(p, &p->schedules.found.at[i]);
    p->schedules.found.count = first;
    bool reversed = reverse(p, &s);
    invariant(reversed);
    return s.first;
}

// --------------------------------------------- lines 13 to 15: exploration

// Is an event part of the schedule that its execution begins with?
static bool is_planned(const struct pop *p, uint32_t at) {
    return p->executions.count > 1 && at <= top(p)->start;
}

// Line 14: the step that was taken last becomes part of the execution. (What is
// in the body of a schedule was noticed when it first happened.)
static void take_note(struct pop *p) {
    struct trace *t = p->base.trace;
    uint32_t at = p->noted;
    if (at == t->length)
        return;
    p->noted++;
    invariant(p->noted == t->length);
    struct event *e = &t->events.at[at];
    e->mark = (struct mark){.head = last_head(t, at)};
    if (is_planned(p, at)) {
        e->mark.flags = IN_SCHEDULE | (overtaken(p)->mark.flags & ASLEEP);
        if (at < top(p)->start)
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

// Line 13. The choice is random, if anything is.
static bool is_awake(struct pop *p, uint32_t thread, struct step *step) {
    const struct op *pending = machine_pending(p->base.trace->machine, thread);
    unsigned nth = explorer_pick(&p->base, op_choices(pending));
    *step = (struct step){thread, op_choice(pending, nth)};
    if (pop_sleep_empty(&p->sleep))
        return true;
    struct op op = *pending;
    op.choice = step->choice;
    return !pop_sleep_blocks(&p->sleep, thread, &op);
}

static bool one_awake(struct pop *p, uint32_t first, uint64_t among,
                      struct step *step) {
    struct machine *m = p->base.trace->machine;
    for (uint32_t i = 0; i < m->threads; i++) {
        uint32_t thread = (first + i) % m->threads;
        if (fairness_among(among, thread) && machine_enabled(m, thread) &&
            is_awake(p, thread, step))
            return true;
    }
    return false;
}

// Any thread will do that does not head a schedule that sleeps. Right after a
// schedule the overtaken thread is best: its event ends what the schedule has
// put to sleep.
static bool free_choice(struct pop *p, struct step *step) {
    struct machine *m = p->base.trace->machine;
    uint64_t rested = fairness_rested(&p->base.order->fairness, m);
    uint32_t next = order_next(p->base.order, p->base.trace, rested);
    if (next == NOWHERE)
        return false;
    if (pop_sleep_empty(&p->sleep) && !p->base.random)
        return is_awake(p, next, step);
    if (p->base.random)
        next = explorer_pick(&p->base, m->threads);
    else if (fairness_among(rested, overtaken(p)->thread) &&
             machine_enabled(m, overtaken(p)->thread))
        next = overtaken(p)->thread;
    if (!one_awake(p, next, rested, step) && !one_awake(p, next, ~rested, step))
        fault("all that is enabled sleeps");
    return true;
}

// The next step of σ, and what it is known to be: that it was in the execution
// below.
static bool follow_schedule(struct pop *p, struct step *step) {
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
    take_note(p);
    x->expected = NULL;
    if (is_planned(p, x->trace->length))
        return follow_schedule(p, step);
    if (p->executions.count > 1 && p->features.variant > p->variant)
        return false; // all will begin again
    return free_choice(p, step);
}

// ------------------------------------------------------------ for pop_unit.c

void pop_find_races(struct pop *p) {
    find_races(p);
}

bool pop_reverse(struct pop *p, const struct schedule *s) {
    return reverse(p, s);
}

void pop_execution_done(struct pop *p) {
    pop_execution(p);
}

void pop_take_note(struct pop *p) {
    take_note(p);
}

bool pop_planned(struct pop *p, struct step *step) {
    return is_planned(p, p->base.trace->length) && follow_schedule(p, step);
}

// -------------------------------------------------------------- beginning

static void begin(struct pop *p, enum pop_variant variant) {
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

// That the first execution has shown, or NULL.
static struct order *better_order(const struct trace *t) {
    if (optimal_order_pays_for_pop(t))
        return optimal_order();
    return pop_order_preparing_pays(t) ? pop_order_preparing() : NULL;
}

static void restart(struct explorer *x) {
    struct pop *p = (struct pop *)x;
    begin(p, p->variant);
    x->weight = 1;
}

static struct explorer *again(struct explorer *x, bool first) {
    struct pop *p = (struct pop *)x;
    take_note(p);
    features_notice_pending(&p->features, x->trace);
    enum pop_variant variant = p->features.variant;
    if (variant == POP_NOT)
        return explorer_instead(x, ALGORITHM_OPTIMAL,
                                features_blamed(&p->features), first);
    if (variant <= p->variant) {
        if (!first || x->reordered || x->random)
            return NULL;
        struct order *order = better_order(x->trace);
        if (!order)
            return NULL;
        variant = p->variant;
        explorer_reorder(x, order);
    }
    begin(p, variant);
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
    static const struct explorer_probing probing = {restart, descend, NULL};
    struct pop *p = memory_new(1, sizeof *p);
    p->base.class = &class;
    p->base.probing = &probing;
    p->base.sharing = &pop_sharing;
    p->base.order = pop_order();
    p->base.trace = trace;
    p->suspended.trace = trace;
    p->sleep.suspended = &p->suspended;
    p->schedules = (struct schedules){.trace = trace,
                                      .context = p,
                                      .filter = fresh,
                                      .overtakable = overtakable};
    begin(p, as);
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
