// SPDX-License-Identifier: Apache-2.0

#include "explore/quasi/quasi.h"

#include "explore/quasi/alternatives.h"
#include "explore/quasi/quasi_order.h"
#include "explore/quasi/extensions.h"

#include "base/fault.h"

#include <limits.h>

enum { FEW_EVENTS = 2048 }; // not worth looking for garbage

struct quasi {
    struct explorer base;
    struct unfolding unfolding;
    struct configuration configuration;
    struct extensions extensions;
    struct comb comb;
    // Of position 0, of position 1, … of the current one.
    VEC(struct sleeping_event) asleep;
    VEC(uint32_t) starts; // of each position: its first in `asleep`
    event_list plan;      // to be executed next, in this order
    size_t planned;       // how many of them have been
    uint32_t fresh;       // positions from here on are new in this execution
    size_t enough;        // events: beyond, garbage is collected
    bool frugal;          // always
    struct rivals rivals; // scratch
    event_list renamed;   // scratch
};

// ----------------------------------------------------------------- sleeping

static uint32_t sleepers_start(const struct quasi *q, uint32_t position) {
    return q->starts.at[position];
}

// The next position: who does not depend on what happened sleeps on.
static void push_position(struct quasi *q) {
    uint32_t position = (uint32_t)q->starts.count;
    uint32_t end = (uint32_t)q->asleep.count;
    vec_push(&q->starts, end);
    if (position == 0)
        return;
    const struct event *done = trace_event(q->base.trace, position - 1);
    for (uint32_t i = sleepers_start(q, position - 1); i < end; i++) {
        const struct unfolding_label *e =
            unfolding_label(&q->unfolding, q->asleep.at[i].event);
        if (e->thread != done->thread && !op_depends(&e->op, &done->op))
            vec_push(&q->asleep, q->asleep.at[i]);
    }
}

// Back to a position, with what has slept there from the start on.
static void pop_positions(struct quasi *q, uint32_t position) {
    if (position + 1 < q->starts.count)
        q->asleep.count = q->starts.at[position + 1];
    q->starts.count = position + 1;
}

static bool sleeps(const struct quasi *q, struct step step) {
    uint32_t position = (uint32_t)q->starts.count - 1;
    for (size_t i = sleepers_start(q, position); i < q->asleep.count; i++) {
        const struct unfolding_label *e =
            unfolding_label(&q->unfolding, q->asleep.at[i].event);
        if (e->thread == step.thread && e->op.choice == step.choice)
            return true;
    }
    return false;
}

// ---------------------------------------------------------------- execution

// Of the steps that a thread can make and that do not sleep, the n-th. How many
// are there, up to it?
static unsigned free_steps_of(const struct quasi *q, uint32_t thread,
                              unsigned nth, struct step *step) {
    struct machine *m = q->base.trace->machine;
    if (!machine_enabled(m, thread))
        return 0;
    const struct op *op = machine_pending(m, thread);
    unsigned count = 0, choices = op_choices(op);
    for (unsigned i = 0; i < choices && count <= nth; i++) {
        struct step s = {thread, op_choice(op, i)};
        if (sleeps(q, s))
            continue;
        *step = s;
        count++;
    }
    return count;
}

// The same of all threads.
static unsigned free_steps(const struct quasi *q, unsigned nth,
                           struct step *step) {
    unsigned count = 0;
    for (uint32_t t = q->base.trace->machine->threads; t-- > 0 && count <= nth;)
        count += free_steps_of(q, t, nth - count, step);
    return count;
}

static bool random_step(struct quasi *q, struct step *step) {
    unsigned count = free_steps(q, UINT_MAX, step);
    if (count > 1)
        free_steps(q, explorer_pick(&q->base, count), step);
    return count > 0;
}

// Should the thread of the last step make the next one, too, and can it? After
// what nobody else sees, like starting a thread, it goes on: what happens then
// is chosen among all that were started.
static bool goes_on(const struct quasi *q, struct step *step) {
    const struct trace *trace = q->base.trace;
    if (!trace->length)
        return false;
    const struct event *last = trace_event(trace, trace->length - 1);
    bool unseen = last->op.mode == OP_IGNORES && !q->base.random;
    return (q->base.stays || unseen) &&
           free_steps_of(q, last->thread, 0, step) > 0;
}

// The threads of which no step is free, because it sleeps.
static uint64_t sleeping_threads(const struct quasi *q) {
    uint32_t position = (uint32_t)q->starts.count - 1;
    uint64_t threads = 0;
    struct step step;
    for (size_t i = sleepers_start(q, position); i < q->asleep.count; i++) {
        uint32_t t = unfolding_at(&q->unfolding, q->asleep.at[i].event)->thread;
        if (!free_steps_of(q, t, 0, &step))
            threads |= 1ull << (t & 63);
    }
    return threads;
}

static bool free_step(struct quasi *q, struct step *step) {
    if (goes_on(q, step))
        return true;
    if (q->base.random)
        return random_step(q, step);
    uint32_t thread =
        order_next(q->base.order, q->base.trace, ~sleeping_threads(q));
    return thread != NOWHERE && free_steps_of(q, thread, 0, step) > 0;
}

static bool choose(struct explorer *x, struct step *step) {
    struct quasi *q = (struct quasi *)x;
    configuration_follow(&q->configuration);
    while (q->starts.count <= x->trace->length)
        push_position(q);
    x->expected = NULL;
    if (q->planned == q->plan.count)
        return free_step(q, step);
    uint32_t next = q->plan.at[q->planned++];
    const struct unfolding_label *e = unfolding_label(&q->unfolding, next);
    q->configuration.planned = next;
    *step = (struct step){e->thread, e->op.choice};
    x->expected = &e->op;
    invariant(!sleeps(q, *step));
    return true;
}

// ------------------------------------------------------------------ garbage

// Can an event, or what is in a bundle, not happen after the execution's first
// events, so many, because of these or of what sleeps there?
static bool is_excluded(struct quasi *q, uint32_t id, uint32_t position) {
    uint32_t reason;
    if (configuration_conflict(&q->configuration, id, &reason) < position)
        return true;
    size_t end = position + 1 < q->starts.count ? q->starts.at[position + 1]
                                                : q->asleep.count;
    for (size_t i = sleepers_start(q, position); i < end; i++)
        if (unfolding_contains(&q->unfolding, id, q->asleep.at[i].event))
            return true;
    return false;
}

// An event that is at a position or sleeps since then, and those that may take
// its place there.
static void keep(struct quasi *q, uint32_t id, uint32_t position) {
    const struct places *places = &q->unfolding.places;
    unfolding_mark(&q->unfolding, id);
    unfolding_walk(&q->unfolding, id, &q->rivals);
    for (uint32_t item; (item = rivals_next(&q->rivals, places));) {
        uint32_t r = places_item(places, item)->event;
        if (places_is_bundle(places, item)) {
            if (!is_excluded(q, r, position))
                rivals_enter(&q->rivals);
        } else if (unfolding_rivals(&q->unfolding, id, r) &&
                   !is_excluded(q, r, position)) {
            unfolding_mark(&q->unfolding, r);
        }
    }
}

static void rename_all(event_list *list, const event_list *renamed) {
    for (size_t i = 0; i < list->count; i++)
        list->at[i] = renamed->at[list->at[i]];
}

// Only what is in the execution or sleeps, what is in immediate conflict with
// these, and the histories of all these can ever be of use again [QPOR, line 13
// of Algorithm 1]. More than that: what takes the place of an event can happen
// after what comes before it. When the execution has changed there the event is
// taken back, or awake, and will be met again with all that it excludes.
static void collect_garbage(struct quasi *q) {
    if (q->unfolding.events.count < q->enough && !q->frugal)
        return;
    places_return(&q->unfolding.places, 0);
    for (uint32_t i = 0; i < q->configuration.ids.count; i++)
        keep(q, q->configuration.ids.at[i], i);
    for (uint32_t at = 0, i = 0; i < q->asleep.count; i++) {
        while (at + 1 < q->starts.count && q->starts.at[at + 1] <= i)
            at++;
        if (q->asleep.at[i].since == at) // not those that sleep on
            keep(q, q->asleep.at[i].event, at);
    }
    for (size_t i = 0; i < q->plan.count; i++)
        unfolding_mark(&q->unfolding, q->plan.at[i]);
    unfolding_collect(&q->unfolding, &q->renamed);
    configuration_rename(&q->configuration, &q->renamed);
    for (size_t i = 0; i < q->asleep.count; i++)
        q->asleep.at[i].event = q->renamed.at[q->asleep.at[i].event];
    rename_all(&q->plan, &q->renamed);
    q->enough = 3 * q->unfolding.events.count + FEW_EVENTS;
}

// ------------------------------------------------------------ what is next

// Has all of an event's history happened, with these of the plan?
static bool is_due(const struct quasi *q, uint32_t id, const event_list *left) {
    for (size_t i = 0; i < left->count; i++)
        if (left->at[i] != id &&
            unfolding_contains(&q->unfolding, id, left->at[i]))
            return false;
    return true;
}

// The plan, with as few changes of threads as come easily: the same thread goes
// on as long as it can.
static void straighten_plan(struct quasi *q, uint32_t thread) {
    event_list *left = &q->renamed, *plan = &q->plan;
    left->count = 0;
    for (size_t i = 0; i < plan->count; i++)
        vec_push(left, plan->at[i]);
    plan->count = 0;
    while (left->count) {
        size_t next = 0; // in causal order: the first one is due
        for (size_t i = 0; i < left->count; i++)
            if (unfolding_at(&q->unfolding, left->at[i])->thread == thread &&
                is_due(q, left->at[i], left)) {
                next = i;
                break;
            }
        thread = unfolding_at(&q->unfolding, left->at[next])->thread;
        vec_push(plan, left->at[next]);
        for (size_t i = next; i + 1 < left->count; i++)
            left->at[i] = left->at[i + 1];
        left->count--;
    }
}

static void make_plan(struct quasi *q) {
    const struct trace *trace = q->base.trace;
    q->plan.count = q->planned = 0;
    for (size_t i = 0; i < q->comb.added.count; i++)
        vec_push(&q->plan, q->comb.added.at[i]);
    if (q->base.stays)
        straighten_plan(q, trace->length
                               ? trace_event(trace, trace->length - 1)->thread
                               : 0);
    q->base.races_reversed++;
}

static uint32_t end(struct explorer *x) {
    struct quasi *q = (struct quasi *)x;
    configuration_follow(&q->configuration);
    extensions_find(&q->extensions, q->fresh);
    x->given_up = q->extensions.given_up;
    for (uint32_t length = x->trace->length; length-- > 0;) {
        uint32_t e = q->configuration.ids.at[length];
        configuration_drop(&q->configuration, length);
        pop_positions(q, length);
        vec_push(&q->asleep, (struct sleeping_event){e, length});
        uint32_t first = sleepers_start(q, length);
        uint32_t count = (uint32_t)q->asleep.count - first;
        if (!comb_search(&q->comb, q->asleep.at + first, count, x->k))
            continue;
        make_plan(q);
        q->fresh = length;
        collect_garbage(q);
        return length;
    }
    return ALL_DONE;
}

static void destroy(struct explorer *x) {
    struct quasi *q = (struct quasi *)x;
    unfolding_free(&q->unfolding);
    configuration_free(&q->configuration);
    extensions_free(&q->extensions);
    comb_free(&q->comb);
    vec_free(&q->asleep);
    vec_free(&q->starts);
    vec_free(&q->plan);
    rivals_free(&q->rivals);
    vec_free(&q->renamed);
    memory_free(q);
}

static const struct explorer_class quasi_class = {choose, end, destroy, NULL};

struct explorer *explorer_quasi(struct trace *trace) {
    struct quasi *q = memory_new(1, sizeof *q);
    q->base.class = &quasi_class;
    q->base.order = quasi_order();
    q->enough = FEW_EVENTS;
    unfolding_init(&q->unfolding);
    q->configuration =
        (struct configuration){.unfolding = &q->unfolding, .trace = trace};
    q->extensions.configuration = &q->configuration;
    q->comb.configuration = &q->configuration;
    return &q->base;
}

struct explorer *explorer_quasi_frugal(struct trace *trace, uint32_t k) {
    struct explorer *x = explorer_quasi(trace);
    x->k = k;
    ((struct quasi *)x)->frugal = true;
    return x;
}
