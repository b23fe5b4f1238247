// SPDX-License-Identifier: Apache-2.0

#include "explore/pop/pop_order.h"

#include "base/fault.h"
#include "explore/optimal/optimal_order.h"
#include "explore/pop/pop.h"

enum {
    NOBODY = NOWHERE,
    MOST_THREADS = 64, // sets of threads are 64-bit words
    // Told apart by where they are in a page: that is the same in every run of
    // a program, and two that are taken for one cost only steps.
    LOCATIONS = 1024,
    FEW = 3, // threads at one location
};

struct pop_order {
    struct order base;
    uint32_t last;  // whose step was the last one, or NOBODY
    uint32_t focus; // the last one that has raced, or NOBODY
    bool branched;  // the last step was the head of a schedule
    bool begins;    // nobody was asked for in this execution
    bool prepares;  // in the first execution (pop_order_preparing)
    bool first;     // this is the first execution
    // Who has raced, as far as the search has found out, sets of threads:
    uint64_t raced;
    uint64_t raced_with[MOST_THREADS];
    uint64_t raced_at[LOCATIONS];
    uint32_t locations; // where anybody has
    bool crowded;       // at one of them more than a few have
    bool spread_out;
    // What the threads are about to act on in the running execution, for those
    // of which it is known.
    uint64_t known;
    uint16_t location[MOST_THREADS];
    uint64_t about_to_act_at[LOCATIONS];
};

static uint16_t location_of(uint64_t addr) {
    return (uint16_t)(addr / 4 % LOCATIONS);
}

// Most sets are small.
static uint32_t how_many(uint64_t threads) {
    uint32_t n = 0;
    for (; threads; threads &= threads - 1)
        n++;
    return n;
}

static void race(struct order *order, uint32_t one, uint32_t other,
                 uint64_t addr) {
    struct pop_order *o = (struct pop_order *)order;
    invariant(one < MOST_THREADS && other < MOST_THREADS && one != other);
    uint64_t both = 1ull << one | 1ull << other;
    uint64_t *there = &o->raced_at[location_of(addr)];
    if ((*there & both) == both && o->raced_with[one] >> other & 1)
        return; // most often
    o->raced_with[one] |= 1ull << other;
    o->raced_with[other] |= 1ull << one;
    o->raced |= both;
    o->locations += !*there;
    *there |= both;
    o->crowded |= how_many(*there) > FEW;
    o->spread_out = !o->crowded && o->locations > FEW;
}

static void begin(struct order *order) {
    struct pop_order *o = (struct pop_order *)order;
    for (uint64_t left = o->known; left; left &= left - 1)
        o->about_to_act_at[o->location[__builtin_ctzll(left)]] = 0;
    o->known = 0;
    o->last = o->focus = NOBODY;
    o->begins = true;
    o->first = false;
}

// What the last step has changed. It was the head of a schedule if the order is
// free for the first time in this execution.
static void look_back(struct pop_order *o, const struct trace *trace) {
    o->branched = o->begins;
    o->begins = false;
    if (!trace->length) {
        o->first = true;
        return;
    }
    o->last = trace_event(trace, trace->length - 1)->thread;
    expensive(o->last < MOST_THREADS);
    uint64_t self = 1ull << o->last;
    if (o->branched || o->raced & self)
        o->focus = o->last;
    if (o->known & self) {
        o->about_to_act_at[o->location[o->last]] &= ~self;
        o->known &= ~self;
    }
}

// The newest of them that is enabled.
static uint32_t newest(struct machine *m, uint64_t threads) {
    while (threads) {
        uint32_t thread = 63 - (uint32_t)__builtin_clzll(threads);
        if (machine_enabled(m, thread))
            return thread;
        threads &= ~(1ull << thread);
    }
    return NOBODY;
}

// Who has waited for a thread to end, if it has.
static uint32_t caller(struct machine *m, uint32_t thread, uint64_t among) {
    for (uint32_t t = 0; t < m->threads; t++) {
        const struct op *op = machine_pending(m, t);
        bool waited = op && ((op->kind == OP_JOIN && op->target == thread) ||
                             (op->joined >> thread & 1));
        if (waited && fairness_among(among, t) && machine_enabled(m, t))
            return t;
    }
    return NOBODY;
}

// Threads that never raced first, then the one in focus, then those who have
// raced with it.
static uint32_t next_of_focus(const struct pop_order *o, struct machine *m,
                              uint64_t among) {
    invariant(o->focus < MOST_THREADS);
    uint32_t next = newest(m, among & ~o->raced);
    if (next != NOBODY)
        return next;
    return fairness_among(among, o->focus) && machine_enabled(m, o->focus)
               ? o->focus
               : newest(m, among & o->raced_with[o->focus]);
}

// -------------------------------------------------------------- preparations

// So many threads that race, and so much that could come before they do.
enum { MANY_RACES = 8, MUCH = 8 };

static bool is_contended(const struct trace *t, uint32_t at) {
    return trace_preference(t, &trace_event(t, at)->op) != UNCONTENDED;
}

bool pop_order_preparing_pays(const struct trace *t) {
    if (t->racing.count < MANY_RACES)
        return false;
    uint64_t raced = 0;             // threads that have come to a race
    uint32_t after = 0, before = 0; // after the first race; could come before
    for (uint32_t at = 0; at < t->length; at++) {
        uint64_t self = 1ull << (trace_event(t, at)->thread & 63);
        if (is_contended(t, at))
            raced |= self;
        after += raced != 0;
        before += raced && !(raced & self);
    }
    return before >= MUCH && 3 * before >= after;
}

// What nobody races for, or else what is not only a look.
static uint32_t next_preparation(const struct trace *t, uint64_t among) {
    struct machine *m = t->machine;
    uint32_t best = NOBODY;
    for (uint64_t left = among & m->living; left;) {
        uint32_t thread = 63 - (uint32_t)__builtin_clzll(left);
        left &= ~(1ull << thread);
        if (!machine_enabled(m, thread))
            continue;
        const struct op *op = machine_pending(m, thread);
        if (trace_preference(t, op) == UNCONTENDED)
            return thread;
        if (best == NOBODY && op->mode != OP_READS)
            best = thread;
    }
    return best;
}

// ------------------------------------------------ where races are spread out

// Look at all threads of which it is not known what they are about to act on.
// One that acts on nothing is looked at again each time: when another ends it
// may go on.
static void look_around(struct pop_order *o, struct machine *m) {
    for (uint64_t left = m->living & ~o->known; left; left &= left - 1) {
        uint32_t thread = (uint32_t)__builtin_ctzll(left);
        const struct op *op = machine_pending(m, thread);
        if (!op || op->mode == OP_IGNORES)
            continue;
        o->known |= 1ull << thread;
        o->location[thread] = location_of(op->addr);
        o->about_to_act_at[o->location[thread]] |= 1ull << thread;
    }
}

// What speaks against letting a thread act where it is now.
static uint32_t rank(const struct pop_order *o, uint32_t thread,
                     uint64_t living) {
    uint64_t self = 1ull << thread;
    uint32_t was_not_last = thread != o->last;
    if (!(o->known & self))
        return was_not_last;
    uint32_t location = o->location[thread];
    uint64_t others = o->raced_at[location] & living & ~self;
    if (!others)
        return was_not_last;
    uint64_t to_come = others & ~o->about_to_act_at[location];
    return how_many(to_come) << 16 | how_many(others) << 8 | was_not_last;
}

static bool raced_with_fewer(const struct pop_order *o, uint32_t one,
                             uint32_t other, uint64_t living) {
    return how_many(o->raced_with[one] & living) <
           how_many(o->raced_with[other] & living);
}

static uint32_t next_where_spread_out(struct pop_order *o, struct machine *m,
                                      uint64_t among) {
    look_around(o, m);
    uint32_t best = NOBODY, least = UINT32_MAX;
    for (uint64_t left = among & m->living; left;) {
        uint32_t thread = 63 - (uint32_t)__builtin_clzll(left);
        left &= ~(1ull << thread);
        uint32_t r = rank(o, thread, m->living);
        if (r > least ||
            (r == least && !raced_with_fewer(o, thread, best, m->living)) ||
            !machine_enabled(m, thread))
            continue;
        best = thread;
        least = r;
    }
    return best;
}

// ----------------------------------------------------------------- outside

static uint32_t next(struct order *order, const struct trace *trace,
                     uint64_t among) {
    struct pop_order *o = (struct pop_order *)order;
    struct machine *m = trace->machine;
    look_back(o, trace);
    uint32_t thread = NOBODY;
    if (o->first && o->prepares &&
        (thread = next_preparation(trace, among)) != NOBODY)
        return thread;
    if (o->spread_out)
        return next_where_spread_out(o, m, among);
    if (o->last != NOBODY && !o->branched && fairness_among(among, o->last) &&
        machine_enabled(m, o->last))
        return o->last; // most often
    among &= m->living;
    if (o->focus != NOBODY)
        thread = next_of_focus(o, m, among);
    else if (o->last != NOBODY)
        thread = caller(m, o->last, among);
    return thread == NOBODY ? newest(m, among) : thread;
}

_Static_assert(LOCATIONS <= UINT16_MAX + 1, "a location fits its type");
_Static_assert(MOST_THREADS == 8 * sizeof(uint64_t), "sets are words");

struct order *pop_order(void) {
    static const struct order_class class = {
        .next = next, .begin = begin, .race = race};
    struct pop_order *o = memory_new(1, sizeof *o);
    o->base.class = &class;
    return &o->base;
}

struct order *pop_order_preparing(void) {
    struct order *o = pop_order();
    ((struct pop_order *)o)->prepares = true;
    return o;
}

struct order *pop_order_better(const struct trace *t) {
    if (optimal_order_pays_for_pop(t))
        return optimal_order();
    return pop_order_preparing_pays(t) ? pop_order_preparing() : NULL;
}

// --------------------------------------------------- line 13 of Algorithm 1

// The choice is random, if anything is.
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

// Right after a schedule the overtaken thread is best: its event ends what the
// schedule has put to sleep. Out of line: most often nobody sleeps.
__attribute__((noinline)) static bool
choose_awake(struct pop *p, uint32_t next, uint64_t rested, struct step *step) {
    struct machine *m = p->base.trace->machine;
    if (p->base.random)
        next = explorer_pick(&p->base, m->threads);
    else if (fairness_among(rested, pop_overtaken(p)->thread) &&
             machine_enabled(m, pop_overtaken(p)->thread))
        next = pop_overtaken(p)->thread;
    if (!one_awake(p, next, rested, step) && !one_awake(p, next, ~rested, step))
        fault("all that is enabled sleeps");
    return true;
}

bool pop_order_choice(struct pop *p, struct step *step) {
    struct machine *m = p->base.trace->machine;
    if (!m->living)
        return false;
    uint64_t rested = fairness_rested(&p->base.order->fairness, m);
    uint32_t next = order_next(p->base.order, p->base.trace, rested);
    if (next == NOWHERE)
        return false;
    if (!pop_sleep_empty(&p->sleep) || p->base.random)
        return choose_awake(p, next, rested, step);
    const struct op *op = machine_pending(m, next);
    *step = (struct step){next, op_choice(op, 0)};
    return true;
}
