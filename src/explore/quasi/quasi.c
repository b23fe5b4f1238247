// SPDX-License-Identifier: Apache-2.0
// Line numbers are those of [QPOR, Algorithm 1]. There, Explore(C, D, A) adds
// the extensions of each configuration to U (line 4); here a run to the end is
// one execution, and the extensions of all that is new in it are added then.

#include "explore/quasi/quasi.h"

#include "explore/quasi/alternatives.h"
#include "explore/quasi/extensions.h"
#include "explore/quasi/garbage.h"
#include "explore/quasi/quasi_order.h"

#include "base/fault.h"

#include <limits.h>

struct quasi {
    struct explorer base;
    struct unfolding unfolding;         // U
    struct configuration configuration; // C
    struct disabled disabled;           // D
    event_list plan;                    // A, in the order of execution
    size_t planned;                     // how many of these have happened
    uint32_t fresh; // positions from here on are new in this execution
    struct extensions extensions;
    struct comb comb;
    struct garbage garbage;
    event_list left; // scratch
};

// ---------------------------------------------------------------- execution

// Of the steps that a thread can make and that are not disabled, the n-th. How
// many are there, up to it?
static unsigned free_steps_of(const struct quasi *q, uint32_t thread,
                              unsigned nth, struct step *step) {
    struct machine *m = q->base.trace->machine;
    if (!machine_enabled(m, thread))
        return 0;
    const struct op *op = machine_pending(m, thread);
    unsigned count = 0, choices = op_choices(op);
    for (unsigned i = 0; i < choices && count <= nth; i++) {
        struct step s = {thread, op_choice(op, i)};
        if (disabled_has(&q->disabled, s))
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

// The threads of which no step is free, because it is disabled.
static uint64_t disabled_threads(const struct quasi *q) {
    uint32_t count;
    const struct disabled_event *at =
        disabled_at(&q->disabled, q->base.trace->length, &count);
    uint64_t threads = 0;
    struct step step;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t t = unfolding_at(&q->unfolding, at[i].event)->thread;
        if (!free_steps_of(q, t, 0, &step))
            threads |= 1ull << (t & 63);
    }
    return threads;
}

// Lines 5 to 7: one from en(C) \ D, if there is one.
static bool free_step(struct quasi *q, struct step *step) {
    if (goes_on(q, step))
        return true;
    if (q->base.random)
        return random_step(q, step);
    uint32_t thread =
        order_next(q->base.order, q->base.trace, ~disabled_threads(q));
    return thread != NOWHERE && free_steps_of(q, thread, 0, step) > 0;
}

// Lines 5 to 10: what C is extended by.
static bool choose(struct explorer *x, struct step *step) {
    struct quasi *q = (struct quasi *)x;
    configuration_follow(&q->configuration);
    disabled_follow(&q->disabled, x->trace);
    x->expected = NULL;
    if (q->planned == q->plan.count) // line 6: A = ∅
        return free_step(q, step);
    uint32_t next = q->plan.at[q->planned++]; // line 9
    expensive(configuration_last(&q->configuration,
                                 unfolding_at(&q->unfolding, next)->thread) ==
              unfolding_at(&q->unfolding, next)->before);
    const struct unfolding_label *e = unfolding_label(&q->unfolding, next);
    q->configuration.planned = next;
    *step = (struct step){e->thread, e->op.choice};
    x->expected = &e->op;
    expensive(!disabled_has(&q->disabled, *step));
    return true;
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
    event_list *left = &q->left, *plan = &q->plan;
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
        expensive(is_due(q, left->at[next], left));
        vec_push(plan, left->at[next]);
        for (size_t i = next; i + 1 < left->count; i++)
            left->at[i] = left->at[i + 1];
        left->count--;
    }
}

// Line 12: A := J \ C.
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

// C is maximal, or all that could happen is disabled. Line 4 is made up for,
// and events are taken back until one has an alternative.
static uint32_t end(struct explorer *x) {
    struct quasi *q = (struct quasi *)x;
    configuration_follow(&q->configuration);
    extensions_find(&q->extensions, q->fresh); // line 4
    invariant(q->configuration.ids.count == x->trace->length);
    x->given_up = q->extensions.given_up;
    expensive(places_are_sound(&q->unfolding.places));
    for (uint32_t length = x->trace->length; length-- > 0;) {
        uint32_t e = q->configuration.ids.at[length], count;
        configuration_drop(&q->configuration, length);
        disabled_back(&q->disabled, length);
        disabled_add(&q->disabled, e);
        struct disabled_event *d = disabled_at(&q->disabled, length, &count);
        if (!comb_search(&q->comb, d, count, x->k)) // line 11
            continue;
        make_plan(q); // line 12
        invariant(q->plan.count > 0); // something excludes the last event
        q->fresh = length;
        garbage_collect(&q->garbage, &q->configuration, &q->disabled,
                        &q->plan); // line 13
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
    disabled_free(&q->disabled);
    garbage_free(&q->garbage);
    vec_free(&q->plan);
    vec_free(&q->left);
    memory_free(q);
}

static const struct explorer_class quasi_class = {choose, end, destroy, NULL};

struct explorer *explorer_quasi(struct trace *trace) {
    struct quasi *q = memory_new(1, sizeof *q);
    q->base.class = &quasi_class;
    q->base.order = quasi_order();
    unfolding_init(&q->unfolding); // line 1
    q->disabled.unfolding = &q->unfolding;
    q->configuration =
        (struct configuration){.unfolding = &q->unfolding, .trace = trace};
    q->extensions.configuration = &q->configuration;
    q->comb.configuration = &q->configuration;
    return &q->base;
}

struct explorer *explorer_quasi_frugal(struct trace *trace, uint32_t k) {
    struct explorer *x = explorer_quasi(trace);
    x->k = k;
    ((struct quasi *)x)->garbage.frugal = true;
    return x;
}
