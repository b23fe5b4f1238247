// SPDX-License-Identifier: Apache-2.0
// One execution at random, and how many classes there would be if all others
// branched as often: a sample of their number (estimate.h).
//
// Where threads conflict, one of a persistent set goes on, and those before it
// in that set sleep if they do not conflict with it: so each class has exactly
// one way to it [Godefroid]. A walk ends with nobody awake if its classes begin
// elsewhere: it is worth nothing.
//
//     state, {t1, t2, t3} may conflict      chance  sleeps after it
//       ├─ t1 …                               .7
//       ├─ t2 …                               .2     t1
//       └─ t3 …                               .1     t1, t2
//
// What is persistent is told by what threads were seen to do (deeds.h), the
// chances by what earlier walks have found below (worth.h).

#include "explore/basic/backtrack.h"
#include "explore/estimate.h"
#include "explore/walk/deeds.h"
#include "explore/walk/worth.h"

#include "base/fault.h"

// One of the choices on the way of this walk.
struct fork {
    size_t first, count; // in `ways`
    size_t taken;
};

struct walk {
    struct explorer base;
    bool plain; // all interleavings: nobody sleeps, and all are rivals
    struct deeds deeds;
    struct worth worth;
    // Of this walk:
    struct sleep sleep;
    bool blocked;          // ended with nobody awake
    VEC(uint64_t) pasts;   // what each thread has done, as a hash
    VEC(struct fork) forks;
    VEC(struct way) ways;
    VEC(uint64_t) resting; // who was put to sleep
    step_list steps;       // to choose among
};

// A little of each chance is for ways that look worthless.
static const double evenly = 0.03;

// -------------------------------------------------------- who may go on here

static bool is_asleep(const struct walk *w, struct step s) {
    return sleep_has(&w->sleep, w->base.trace->length, s.thread, s.choice);
}

// Somebody with whom nobody will ever conflict: the order does not matter.
static bool has_no_rival(struct walk *w, struct step *step) {
    struct trace *t = w->base.trace;
    struct machine *m = t->machine;
    uint64_t rested = fairness_rested(&w->base.order->fairness, m);
    for (uint32_t i = 0; i < m->threads; i++) {
        if (!fairness_among(rested, i) || !machine_enabled(m, i))
            continue;
        const struct op *op = machine_pending(m, i);
        *step = (struct step){i, op_choice(op, 0)};
        if (op_choices(op) == 1 && !is_asleep(w, *step) &&
            !deeds_rivals(&w->deeds, t, i, op))
            return true;
    }
    return false;
}

// The steps of a set that are awake.
static void list_steps(struct walk *w, thread_set set) {
    struct machine *m = w->base.trace->machine;
    w->steps.count = 0;
    for (uint32_t i = 0; i < m->threads; i++) {
        if (!(set & thread_bit(i)) || !machine_enabled(m, i))
            continue;
        const struct op *op = machine_pending(m, i);
        for (unsigned k = 0; k < op_choices(op); k++) {
            struct step s = {i, op_choice(op, k)};
            if (w->plain || !is_asleep(w, s))
                vec_push(&w->steps, s);
        }
    }
}

// The persistent set with the fewest steps. Any would do; one without steps
// says that all of this is explored elsewhere.
static void choose_set(struct walk *w) {
    struct trace *t = w->base.trace;
    thread_set best = ~(thread_set)0;
    size_t fewest = SIZE_MAX;
    for (uint32_t i = 0; i < t->machine->threads && !w->plain; i++) {
        if (!machine_enabled(t->machine, i))
            continue;
        thread_set set = deeds_closure(&w->deeds, t, i);
        list_steps(w, set);
        if (w->steps.count < fewest) {
            fewest = w->steps.count;
            best = set;
        }
    }
    list_steps(w, best);
}

// ---------------------------------------------------------------- the choice

static uint64_t past(struct walk *w, uint32_t thread) {
    while (w->pasts.count <= thread) {
        uint64_t none = worth_hash(w->pasts.count + 1);
        vec_push(&w->pasts, none);
    }
    return w->pasts.at[thread];
}

static uint64_t past_with(uint64_t past, const struct op *op, uint32_t choice) {
    return worth_hash(past * 3 + op->addr + ((uint64_t)op->kind << 56) +
                      choice);
}

static struct op pending(const struct walk *w, struct step s) {
    struct op op = *machine_pending(w->base.trace->machine, s.thread);
    op.choice = s.choice;
    return op;
}

// Would a sleeper sleep on after this step?
static bool sleeps_on(uint32_t thread, const struct op *op, struct step s,
                      const struct op *does) {
    return thread != s.thread && !op_depends(op, does);
}

// Where the n-th of the steps leads to, those before it being asleep.
static struct way way_of(struct walk *w, size_t n, uint64_t here) {
    struct step s = w->steps.at[n];
    struct op does = pending(w, s);
    uint64_t before = past(w, s.thread);
    struct way way = {here - before + past_with(before, &does, s.choice), 1, 0};
    uint32_t count;
    const struct sleeper *sleeper =
        sleep_at(&w->sleep, w->base.trace->length, &count);
    for (uint32_t i = 0; i < count; i++)
        if (sleeps_on(sleeper[i].thread, &sleeper[i].op, s, &does))
            way.key += worth_rest_key(sleeper[i].thread, &sleeper[i].op);
    for (size_t i = 0; i < n && !w->plain; i++) {
        struct op op = pending(w, w->steps.at[i]);
        if (!sleeps_on(w->steps.at[i].thread, &op, s, &does))
            continue;
        uint64_t rest = worth_rest_key(w->steps.at[i].thread, &op);
        double wakes = worth_wakes(&w->worth, rest);
        way.key += rest;
        way.woken = wakes < way.woken ? wakes : way.woken;
    }
    way.key = way.key ? way.key : 1;
    return way;
}

static void put_to_sleep(struct walk *w, size_t count, struct step s) {
    struct op does = pending(w, s);
    for (size_t i = 0; i < count && !w->plain; i++) {
        struct step other = w->steps.at[i];
        struct op op = pending(w, other);
        sleep_add(&w->sleep, other.thread, &op);
        if (sleeps_on(other.thread, &op, s, &does)) {
            uint64_t rest = worth_rest_key(other.thread, &op);
            vec_push(&w->resting, rest);
        }
    }
}

static struct step take_one(struct walk *w) {
    struct fork f = {.first = w->ways.count, .count = w->steps.count};
    uint64_t here = 0;
    for (uint32_t i = 0; i < w->base.trace->machine->threads; i++)
        here += past(w, i);
    for (size_t i = 0; i < f.count; i++) {
        struct way way = way_of(w, i, here);
        vec_push(&w->ways, way);
    }
    const struct way *ways = w->ways.at + f.first;
    double total = worth_expect(&w->worth, w->ways.at + f.first, f.count);
    struct estimate_random random = {w->base.random};
    double left = estimate_uniform(&random), chance = 0;
    w->base.random = random.state;
    for (f.taken = 0;; f.taken++) {
        double even = 1 / (double)f.count;
        chance = total > 0 ? (1 - evenly) * ways[f.taken].value / total +
                                 evenly * even
                           : even;
        left -= chance;
        if (left < 0 || f.taken + 1 == f.count)
            break;
    }
    w->base.weight /= chance;
    vec_push(&w->forks, f);
    put_to_sleep(w, f.taken, w->steps.at[f.taken]);
    return w->steps.at[f.taken];
}

static bool choose(struct explorer *x, struct step *step) {
    struct walk *w = (struct walk *)x;
    const struct trace *t = x->trace;
    const struct event *last = t->length ? trace_event(t, t->length - 1) : NULL;
    if (last) {
        deeds_note(&w->deeds, last);
        uint64_t before = past(w, last->thread);
        w->pasts.at[last->thread] =
            past_with(before, &last->op, last->op.choice);
    }
    sleep_push(&w->sleep, last);
    if (!w->plain && has_no_rival(w, step))
        return true;
    choose_set(w);
    if (w->steps.count == 0) {
        for (uint32_t i = 0; i < t->machine->threads; i++)
            w->blocked |= machine_enabled(t->machine, i);
        x->weight = w->blocked ? 0 : x->weight;
        return false;
    }
    *step = w->steps.count == 1 ? w->steps.at[0] : take_one(w);
    return true;
}

// ----------------------------------------------------------------- the end

static void learn_rests(struct walk *w) {
    uint32_t count;
    const struct sleeper *sleeper =
        sleep_at(&w->sleep, (uint32_t)w->sleep.starts.count - 1, &count);
    for (size_t i = 0; i < w->resting.count; i++) {
        bool still = false;
        for (uint32_t k = 0; k < count; k++)
            still |= w->resting.at[i] ==
                     worth_rest_key(sleeper[k].thread, &sleeper[k].op);
        worth_rested(&w->worth, w->resting.at[i], !still);
    }
}

// One execution is all: what was found below each choice is known now.
static uint32_t descend(struct explorer *x, struct estimate_random *random) {
    struct walk *w = (struct walk *)x;
    (void)random;
    if (w->sleep.starts.count)
        learn_rests(w);
    double below = !w->blocked;
    for (size_t i = w->forks.count; i-- > 0;) {
        const struct fork *f = &w->forks.at[i];
        worth_learn(&w->worth, &w->ways.at[f->first + f->taken], below);
        below = worth_expect(&w->worth, &w->ways.at[f->first], f->count);
    }
    return ALL_DONE;
}

static void restart(struct explorer *x) {
    struct walk *w = (struct walk *)x;
    w->sleep.sleepers.count = w->sleep.starts.count = 0;
    w->forks.count = w->ways.count = w->resting.count = w->pasts.count = 0;
    w->blocked = false;
    x->weight = 1;
}

static uint64_t learn(struct explorer *x, const struct trace *t) {
    struct walk *w = (struct walk *)x;
    for (uint32_t i = 0; i < t->length; i++)
        deeds_note(&w->deeds, trace_event(t, i));
    return w->deeds.news;
}

static uint32_t end(struct explorer *x) {
    (void)x;
    return ALL_DONE;
}

static void destroy(struct explorer *x) {
    struct walk *w = (struct walk *)x;
    deeds_free(&w->deeds);
    worth_free(&w->worth);
    sleep_free(&w->sleep);
    vec_free(&w->pasts);
    vec_free(&w->forks);
    vec_free(&w->ways);
    vec_free(&w->resting);
    vec_free(&w->steps);
    memory_free(w);
}

struct explorer *explorer_random_walk(struct trace *trace) {
    static const struct explorer_class class = {choose, end, destroy, NULL};
    static const struct explorer_probing probing = {restart, descend, learn};
    (void)trace;
    struct walk *w = memory_new(1, sizeof *w);
    w->base.class = &class;
    w->base.probing = &probing;
    w->base.order = order_by_number();
    restart(&w->base);
    return &w->base;
}

struct explorer *explorer_plain_walk(struct trace *trace) {
    struct explorer *x = explorer_random_walk(trace);
    ((struct walk *)x)->plain = true;
    return x;
}
