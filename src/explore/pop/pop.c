// SPDX-License-Identifier: Apache-2.0

#include "explore/pop/pop.h"

#include "base/fault.h"
#include "explore/pop/characterisation.h"
#include "explore/optimal/optimal_order.h"
#include "explore/pop/sleeping_schedules.h"
#include "explore/pop/suspended.h"
#include "explore/pop/pop_variant.h"
#include "explore/pop/pop_order.h"

#include <string.h>

struct pop {
    struct explorer base;
    enum pop_variant variant;
    struct traits traits;
    bool started; // some schedule was explored: too late to change the variant
    bool inexact; // the variant does not fit the program
    struct schedules schedules;
    struct suspended suspended;
    VEC(struct forest) after_heads; // of its frames: all that sleeps there
    bool reordered; // the first execution has shown the best order
    // Of the running execution:
    uint32_t free_from; // position: earlier events are given, by its schedule
    struct due head;    // of its schedule
    VEC(uint32_t) body; // positions in the execution that was put aside for it
    bool plan_asleep;   // something slept before it
    uint32_t prefer;    // the overtaken thread
    struct forest asleep;
    // Scratch.
    struct forest passed;
    VEC(uint32_t) clock;
};

static struct pop *pop_of(struct explorer *x) {
    return (struct pop *)x;
}

static struct frame *top(struct pop *p) {
    return suspended_top(&p->suspended);
}

static const struct mark *mark_at(const struct pop *p, uint32_t position) {
    return &p->suspended.marks.at[position];
}

static struct shelved *on_shelf(struct pop *p, uint32_t position) {
    return suspended_event(&p->suspended, position);
}

// ------------------------------------------------------------ what sleeps

static bool blocks(const struct pop *p, const struct passing *e) {
    return p->variant == POP_EXPLICIT ? schedule_sleep_blocks(&p->asleep, e)
                                      : characterisation_blocks(&p->asleep, e);
}

// An event happens. False if it should not.
static bool pass(struct pop *p, const struct passing *e) {
    if (forest_empty(&p->asleep))
        return true;
    return p->variant == POP_EXPLICIT ? schedule_sleep_pass(&p->asleep, e)
                                      : characterisation_pass(&p->asleep, e);
}

// What sleeps before a position follows from what slept after the last head
// before it, and from the events since.
static void find_asleep(struct pop *p, uint32_t position) {
    uint32_t head = suspended_last_head(&p->suspended, position);
    invariant(head != NOWHERE);
    forest_assign(&p->asleep, &p->after_heads.at[mark_at(p, head)->frame]);
    forest_widen(&p->asleep, p->base.trace->width);
    for (uint32_t at = head + 1; at < position; at++) {
        struct passing e = passing_at(p->base.trace, at);
        bool passed = pass(p, &e);
        invariant(passed);
    }
}

// Note what sleeps after the head of the topmost frame.
static void note_asleep(struct pop *p) {
    while (p->after_heads.count < p->suspended.frames.count)
        vec_push(&p->after_heads, (struct forest){0});
    forest_assign(&p->after_heads.at[p->suspended.frames.count - 1],
                  &p->asleep);
}

// ------------------------------------------------------------- schedules
// The execution is on the shelf from the first event of the race on.

// The second event as the head of its schedule. (Clocks may have become wider
// since.)
static struct passing head_of(struct pop *p, const struct due *d) {
    unsigned width = p->base.trace->width;
    vec_reserve(&p->clock, width);
    memcpy(p->clock.at, p->suspended.clocks.at + d->clock,
           d->width * sizeof *p->clock.at);
    for (unsigned i = d->width; i < width; i++)
        p->clock.at[i] = 0;
    return (struct passing){d->thread, p->clock.at[d->thread], &d->op,
                            p->clock.at};
}

// What has to come with it: all that happens before it in its new place.
static void find_body(struct pop *p, const struct due *d,
                      const struct passing *head) {
    p->body.count = 0;
    for (uint32_t k = d->first + 1; k < d->second; k++)
        if (clock_sees(head->clock, &on_shelf(p, k)->event))
            vec_push(&p->body, k);
}

// Characterisation: read off the execution between the two events of the race.
static void characterise(struct pop *p, const struct due *d,
                         const struct passing *head) {
    size_t tree =
        characterisation_begin(&p->suspended.phis, head->thread, head->index,
                               head->op, &on_shelf(p, d->first)->event.op);
    // A second event that heads a schedule of E ends that: it belongs in.
    size_t left = suspended_length(&p->suspended);
    bool own = d->second < left && (on_shelf(p, d->second)->mark.flags & HEAD);
    uint32_t end = d->second + own;
    for (uint32_t k = d->first + 1; k < end; k++) {
        const struct shelved *s = on_shelf(p, k);
        if (s->mark.flags & HEAD) {
            const struct frame *f = &p->suspended.frames.at[s->mark.frame];
            characterisation_head(&p->suspended.phis, &s->event, f->phis,
                                  f->phis_end);
        } else if (!(s->mark.flags & IN_SCHEDULE) &&
                   !clock_sees(head->clock, &s->event)) {
            characterisation_event(&p->suspended.phis, &s->event);
        }
    }
    characterisation_end(&p->suspended.phis, tree);
}

static struct passing shelved_passing(struct pop *p, uint32_t at) {
    const struct event *e = &on_shelf(p, at)->event;
    return (struct passing){.thread = e->thread, .index = e->index, &e->op};
}

static void push_explored(struct pop *p, uint32_t *list,
                          const struct passing *e) {
    explored_push(&p->suspended.explored, list,
                  (struct twig){.kind = TWIG_EVENT,
                                .thread = e->thread,
                                .index = e->index,
                                .op = *e->op});
}

// Explicit: the schedules that were explored here before, as far as they can
// still follow; and this one joins them.
static void enumerate(struct pop *p, const struct due *d,
                      const struct passing *head) {
    uint32_t *list = &on_shelf(p, d->first)->mark.explored;
    forest_clear(&p->passed);
    explored_read(&p->suspended.explored, *list, &p->passed);
    bool new = true;
    for (size_t k = 0; k < p->body.count && new; k++) {
        struct passing e = shelved_passing(p, p->body.at[k]);
        new = schedule_sleep_pass(&p->passed, &e);
    }
    new = new &&schedule_sleep_pass(&p->passed, head);
    invariant(new); // never the same schedule twice
    forest_copy(&p->suspended.phis, &p->passed, 0, p->passed.twigs.count);
    push_explored(p, list, head);
    for (size_t k = p->body.count; k-- > 0;) {
        struct passing e = shelved_passing(p, p->body.at[k]);
        push_explored(p, list, &e);
    }
    explored_push(&p->suspended.explored, list,
                  (struct twig){.kind = TWIG_TREE});
}

// What the head puts to sleep for its own execution.
static void put_to_sleep(struct pop *p, const struct due *d,
                         const struct passing *head) {
    const struct op *first = &on_shelf(p, d->first)->event.op;
    if (p->variant == POP_CHARACTERISATION && op_has_peers(head->op))
        characterise(p, d, head);
    if (p->variant == POP_EXPLICIT && schedule_sleep_needed(head->op, first))
        enumerate(p, d, head);
}

// -------------------------------------------------------------- branching

// Does the schedule run into what sleeps? Else what sleeps after it is left in
// `asleep`. The clocks of its body come from the trace: it stands there for a
// moment.
static bool sleeping(struct pop *p, const struct due *d,
                     const struct passing *head) {
    struct trace *t = p->base.trace;
    p->plan_asleep = on_shelf(p, d->first)->mark.flags & ASLEEP;
    forest_clear(&p->asleep);
    if (p->plan_asleep)
        find_asleep(p, d->first);
    if (forest_empty(&p->asleep))
        return false;
    bool passed = true;
    for (size_t k = 0; k < p->body.count && passed; k++) {
        const struct event *e = &on_shelf(p, p->body.at[k])->event;
        trace_append(t, e->thread, &e->op);
        struct passing passing = passing_at(t, t->length - 1);
        passed = pass(p, &passing);
    }
    trace_drop(t, d->first);
    return !passed || !pass(p, head);
}

// Put the execution aside for the one that follows from a schedule. False if
// that is not needed, because what sleeps covers it.
static bool branch(struct pop *p, const struct due *d) {
    suspended_move_to(&p->suspended, d->first);
    invariant(d->alternative ||
              !(on_shelf(p, d->first)->mark.flags & IN_SCHEDULE));
    struct passing head = head_of(p, d);
    find_body(p, d, &head);
    if (sleeping(p, d, &head))
        return false;
    size_t phis = p->suspended.phis.twigs.count;
    if (!d->alternative)
        put_to_sleep(p, d, &head);
    forest_widen(&p->asleep, p->base.trace->width);
    forest_copy(&p->asleep, &p->suspended.phis, phis,
                p->suspended.phis.twigs.count);
    p->head = *d;
    p->prefer = on_shelf(p, d->first)->event.thread;
    suspended_push(&p->suspended, (uint32_t)p->body.count, phis,
                   d->alternative);
    note_asleep(p);
    p->free_from = top(p)->start + 1;
    p->started = true;
    p->base.races_reversed++;
    if (p->suspended.frames.count - 1 > p->base.suspended_most)
        p->base.suspended_most = (uint32_t)p->suspended.frames.count - 1;
    expensive(suspended_is_bounded(&p->suspended));
    return true;
}

// ------------------------------------------------------------------- races

// Parsimony: the first event is in no schedule …
static bool overtakable(void *context, uint32_t first) {
    const struct pop *p = context;
    return !(mark_at(p, first)->flags & IN_SCHEDULE);
}

// … and the second one is fresh.
static bool fresh(void *context, uint32_t first, uint32_t second,
                  const uint32_t *clock) {
    const struct pop *p = context;
    const struct trace *t = p->base.trace;
    for (uint32_t h = suspended_last_head(&p->suspended, second);
         h != NOWHERE && h > first; h = suspended_last_head(&p->suspended, h))
        if (!clock_sees(clock, trace_event(t, h)))
            return false;
    return true;
}

static void remember(struct pop *p, const struct schedule *s,
                     bool alternative) {
    suspended_add(&p->suspended, s, alternative);
    if (!alternative)
        order_race(p->base.order, trace_event(p->base.trace, s->first)->thread,
                   s->thread, s->op.addr);
}

static void found(void *context, const struct schedule *s) {
    remember(context, s, false);
}

// The other ways in which an event could have happened, as siblings of it.
static void remember_alternatives(struct pop *p, uint32_t at) {
    const struct trace *t = p->base.trace;
    const struct event *e = trace_event(t, at);
    unsigned choices = op_choices(&e->op);
    for (unsigned i = 0; choices > 1 && i < choices; i++) {
        struct schedule s = {.first = at,
                             .second = at,
                             .thread = e->thread,
                             .op = e->op,
                             .clock = trace_clock(t, at)};
        s.op.choice = op_choice(&e->op, i);
        if (s.op.choice == e->op.choice)
            continue;
        remember(p, &s, true);
    }
}

static void of_waiting(struct pop *p) {
    struct machine *m = p->base.trace->machine;
    uint32_t waiting = 0;
    uint64_t alive = trace_standing(p->base.trace)->alive;
    for (; alive; alive &= alive - 1) {
        uint32_t t = (uint32_t)__builtin_ctzll(alive);
        const struct op *pending = machine_pending(m, t);
        if (op_blocking((enum op_kind)pending->kind) != WAITS_CONTENDED)
            continue;
        struct op op = *pending;
        schedules_of_waiting(&p->schedules, t, &op);
        waiting++;
    }
    if (p->base.trace->length + waiting > p->suspended.longest)
        p->suspended.longest = p->base.trace->length + waiting;
}

// All parsimonious races of the execution. The other choices of an alternative
// are its siblings.
static void find_races(struct pop *p) {
    const struct trace *t = p->base.trace;
    const struct frame *f = top(p);
    uint32_t start = f->start + f->alternative;
    size_t i = t->reversible.count;
    while (i > 0 && t->reversible.at[i - 1] >= start)
        i--;
    for (; i < t->reversible.count; i++) {
        schedules_of_event(&p->schedules, t->reversible.at[i]);
        remember_alternatives(p, t->reversible.at[i]);
    }
    of_waiting(p);
    suspended_sort(&p->suspended);
}

// --------------------------------------------------------------- exactness

static void notice(struct pop *p, uint32_t thread, const struct op *op) {
    if (!traits_notice(&p->traits, thread, op))
        return;
    enum pop_variant variant = traits_variant(&p->traits);
    if (variant <= p->variant)
        return;
    if (p->started || variant == POP_NOT)
        p->inexact = true;
    else
        p->variant = variant;
}

static void notice_waiting(struct pop *p) {
    struct machine *m = p->base.trace->machine;
    uint64_t alive = trace_standing(p->base.trace)->alive;
    for (; alive; alive &= alive - 1) {
        uint32_t t = (uint32_t)__builtin_ctzll(alive);
        notice(p, t, machine_pending(m, t));
    }
}

static void say_variant(struct pop *p) {
    static const char *const names[] = {
        [POP_CHARACTERISATION] = "characterisation",
        [POP_EXPLICIT] = "explicit",
        [POP_NOT] = NULL,
    };
    p->base.variant = names[p->variant];
}

// The same search with the variant that fits the program.
static void start_again(struct pop *p) {
    while (p->suspended.frames.count)
        suspended_pop(&p->suspended);
    forest_clear(&p->asleep);
    p->body.count = 0;
    p->free_from = 0;
    p->variant = traits_variant(&p->traits);
    p->inexact = p->started = false;
    p->base.races_reversed = p->base.suspended_most = 0;
    say_variant(p);
    suspended_push(&p->suspended, 0, 0, false);
}

// What no variant fits is left to optimal-DPOR.
static struct explorer *leave_to_optimal(struct pop *p, bool first) {
    struct explorer *o =
        explorer_new(ALGORITHM_OPTIMAL, p->base.trace, p->base.random, 0);
    o->because = traits_blamed(&p->traits);
    o->class->again(o, first); // the execution has told its order, too
    return o;
}

// ----------------------------------------------------------------- running

// Do all of these events happen before the last one?
static bool is_schedule(const struct trace *t, uint32_t from, uint32_t head) {
    for (uint32_t k = from; k < head; k++)
        if (!trace_hb(t, k, head))
            return false;
    return true;
}

// A step of the schedule: what is in its body was noticed when it first
// happened, and is the same now.
static struct mark mark_planned(struct pop *p, const struct event *e,
                                uint32_t at, uint32_t head) {
    uint8_t flags = IN_SCHEDULE | (p->plan_asleep ? ASLEEP : 0);
    if (at + 1 < p->free_from) {
        expensive(!traits_notice(&p->traits, e->thread, &e->op));
        return (struct mark){.flags = flags, .head = head};
    }
    expensive(is_schedule(p->base.trace, top(p)->base, at));
    notice(p, e->thread, &e->op);
    return (struct mark){.flags = flags | HEAD,
                         .head = at,
                         .frame = (uint32_t)p->suspended.frames.count - 1};
}

static struct mark mark_free(struct pop *p, const struct event *e, uint32_t at,
                             uint32_t head) {
    const struct trace *t = p->base.trace;
    struct mark mark = {.head = head};
    if (!forest_empty(&p->asleep)) {
        mark.flags = ASLEEP;
        struct passing passing = passing_at(t, at);
        forest_widen(&p->asleep, t->width);
        bool passed = pass(p, &passing);
        invariant(passed);
    }
    notice(p, e->thread, &e->op);
    return mark;
}

// The step that was taken last becomes part of the execution.
static void take_note(struct pop *p) {
    const struct trace *t = p->base.trace;
    uint32_t at = (uint32_t)p->suspended.marks.count;
    if (at == t->length)
        return;
    invariant(at + 1 == t->length);
    const struct event *e = trace_event(t, at);
    uint32_t head = suspended_last_head(&p->suspended, at);
    vec_push(&p->suspended.marks, at < p->free_from
                                      ? mark_planned(p, e, at, head)
                                      : mark_free(p, e, at, head));
}

// May this thread go on, as far as what sleeps is concerned?
static bool awake(struct pop *p, uint32_t thread, const struct op *op) {
    struct trace *t = p->base.trace;
    forest_widen(&p->asleep, t->width);
    vec_reserve(&p->clock, t->width);
    bool enabled = trace_above_next(t, thread, op, p->clock.at);
    invariant(enabled);
    uint32_t index = p->clock.at[thread];
    trace_join_dependencies(t, thread, op, t->length, NOWHERE, p->clock.at);
    struct passing e = {thread, index, op, p->clock.at};
    return !blocks(p, &e);
}

static bool try_thread(struct pop *p, uint32_t thread, struct step *step) {
    const struct op *pending = machine_pending(p->base.trace->machine, thread);
    unsigned nth = explorer_pick(&p->base, op_choices(pending));
    *step = (struct step){thread, op_choice(pending, nth)};
    if (forest_empty(&p->asleep))
        return true;
    struct op op = *pending;
    op.choice = step->choice;
    return awake(p, thread, &op);
}

// Any thread that does not head a schedule that sleeps. Right after a schedule
// the overtaken thread is best: its event ends what the schedule has put to
// sleep.
static bool one_awake(struct pop *p, uint32_t first, uint64_t among,
                      struct step *step) {
    struct machine *m = p->base.trace->machine;
    uint32_t count = m->threads;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t thread = (first + i) % count;
        if (fairness_among(among, thread) && machine_enabled(m, thread) &&
            try_thread(p, thread, step))
            return true;
    }
    return false;
}

static bool free_choice(struct pop *p, struct step *step) {
    struct machine *m = p->base.trace->machine;
    uint64_t rested = fairness_rested(&p->base.order->fairness, m);
    uint32_t next = order_next(p->base.order, p->base.trace, rested);
    if (next == NOWHERE)
        return false;
    if (forest_empty(&p->asleep) && !p->base.random)
        return try_thread(p, next, step);
    if (p->base.random)
        next = explorer_pick(&p->base, m->threads);
    else if (fairness_among(rested, p->prefer) && machine_enabled(m, p->prefer))
        next = p->prefer;
    if (!one_awake(p, next, rested, step) && !one_awake(p, next, ~rested, step))
        fault("all that is enabled sleeps");
    return true;
}

// The next step of the schedule, and what it is known to be: that it was in the
// execution below.
static void follow_schedule(struct pop *p, struct step *step) {
    const struct frame *f = top(p);
    uint32_t ahead = p->base.trace->length - f->base;
    uint32_t thread = p->head.thread;
    const struct op *op = &p->head.op;
    if (ahead < p->body.count) {
        size_t depth = p->body.at[ahead] - f->base;
        const struct event *e =
            &p->suspended.shelf.at[f->shelf - 1 - depth].event;
        thread = e->thread;
        op = &e->op;
    }
    *step = (struct step){thread, op->choice};
    p->base.expected = op;
}

static bool choose(struct explorer *x, struct step *step) {
    struct pop *p = pop_of(x);
    take_note(p);
    x->expected = NULL;
    if (p->inexact && p->started)
        return false; // it will be done all over again
    if (x->trace->length >= p->free_from)
        return free_choice(p, step);
    follow_schedule(p, step);
    return true;
}

static uint32_t end(struct explorer *x) {
    struct pop *p = pop_of(x);
    say_variant(p);
    find_races(p);
    while (p->suspended.frames.count) {
        struct due d;
        if (!suspended_next(&p->suspended, &d))
            suspended_pop(&p->suspended);
        else if (branch(p, &d))
            return d.first;
    }
    return ALL_DONE;
}

static struct explorer *again(struct explorer *x, bool first) {
    struct pop *p = pop_of(x);
    take_note(p);
    notice_waiting(p);
    bool reorder = first && !p->inexact && !p->reordered && !x->random &&
                   optimal_order_pays_for_pop(x->trace);
    if (!p->inexact && !reorder)
        return NULL;
    if (traits_variant(&p->traits) == POP_NOT)
        return leave_to_optimal(p, first);
    start_again(p);
    if (reorder) {
        order_free(x->order);
        x->order = optimal_order();
        p->reordered = true;
    }
    return x;
}

static void destroy(struct explorer *x) {
    struct pop *p = pop_of(x);
    traits_free(&p->traits);
    schedules_free(&p->schedules);
    suspended_free(&p->suspended);
    vec_free(&p->clock);
    vec_free(&p->body);
    for (size_t i = 0; i < p->after_heads.count; i++)
        forest_free(&p->after_heads.at[i]);
    vec_free(&p->after_heads);
    forest_free(&p->asleep);
    forest_free(&p->passed);
    memory_free(p);
}

static const struct explorer_class pop_class = {choose, end, destroy, again};

struct explorer *explorer_pop(struct trace *trace, enum pop_variant variant) {
    struct pop *p = memory_new(1, sizeof *p);
    p->base.class = &pop_class;
    p->base.order = pop_order();
    p->base.trace = trace;
    p->variant = variant;
    p->suspended.trace = trace;
    p->schedules = (struct schedules){.trace = trace,
                                      .overtakable = overtakable,
                                      .filter = fresh,
                                      .visit = found,
                                      .context = p};
    say_variant(p);
    suspended_push(&p->suspended, 0, 0, false);
    return &p->base;
}

struct explorer *explorer_pop_or_optimal(struct trace *trace) {
    struct explorer *x = explorer_pop(trace, POP_CHARACTERISATION);
    pop_of(x)->traits.shunned = AWAITS | OVERLAPS;
    return x;
}
