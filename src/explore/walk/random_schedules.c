// SPDX-License-Identifier: Apache-2.0
// So many executions at random, each from the start: no search, and never safe.
//
//   random   a walk down the tree of classes (random_walk.c), in which ways are
//            as likely as there are classes below, as far as earlier walks know
//   pct      every thread has a priority, at random, and who has the highest
//   goes
//            on; at d-1 steps, at random, whoever goes on has the lowest from
//            then on [PCT]. A bug of depth d, which d ordering constraints are
//            enough for, is found by one execution with a chance of at least
//            1 / (n k^(d-1)), if there are n threads and k steps
//
// One generator makes all of them: with the same seed they are the same.

#include "explore/estimate.h"
#include "explore/explorer.h"

#include "base/fault.h"

enum { LOWEST_OF_ALL = 1 << 20 }; // priorities of threads are higher

struct random_schedules {
    struct explorer base;
    struct explorer *walk; // NULL: priorities
    uint64_t run;
    uint64_t priority[64];
    VEC(uint32_t) changes; // steps before which a priority changes, and none
    uint32_t longest;
    unsigned threads;
    bool begun;
};

static struct random_schedules *schedules_of(struct explorer *x) {
    return (struct random_schedules *)x;
}

static unsigned pick(struct random_schedules *r, unsigned count) {
    struct estimate_random random = {r->base.random};
    unsigned picked = estimate_pick(&random, count);
    r->base.random = random.state;
    return picked;
}

// ----------------------------------------------------------------- priorities

static void draw(struct random_schedules *r) {
    for (unsigned t = 0; t < 64; t++)
        r->priority[t] = LOWEST_OF_ALL + (uint64_t)pick(r, 1u << 30) * 64 + t;
    r->changes.count = 0;
    for (uint32_t i = 1; i < r->base.depth; i++) {
        uint32_t at = pick(r, r->longest ? r->longest : 1);
        vec_push(&r->changes, at);
    }
    r->begun = true;
}

// Who is enabled, has not polled in vain, and comes first.
static int highest(struct random_schedules *r) {
    struct machine *m = r->base.trace->machine;
    uint64_t rested = fairness_rested(&r->base.order->fairness, m);
    int best = -1;
    for (unsigned t = 0; t < m->threads; t++)
        if (fairness_among(rested, t) && machine_enabled(m, t) &&
            (best < 0 || r->priority[t & 63] > r->priority[best & 63]))
            best = (int)t;
    return best;
}

// The i-th change makes a priority lower than all that came before it.
static bool choose_by_priority(struct random_schedules *r, struct step *step) {
    const struct trace *t = r->base.trace;
    if (!r->begun)
        draw(r);
    int next = highest(r);
    for (uint32_t i = 0; i < r->changes.count && next >= 0; i++)
        if (r->changes.at[i] == t->length) {
            r->priority[next & 63] = r->changes.count - i;
            next = highest(r);
        }
    if (next < 0)
        return false;
    const struct op *op = machine_pending(t->machine, (unsigned)next);
    unsigned choice = pick(r, op_choices(op));
    *step = (struct step){(uint32_t)next, op_choice(op, choice)};
    return true;
}

// -------------------------------------------------------------------- the runs

static bool choose(struct explorer *x, struct step *step) {
    struct random_schedules *r = schedules_of(x);
    if (!r->walk)
        return choose_by_priority(r, step);
    if (!r->begun)
        r->walk->random = x->random;
    r->begun = true;
    // Only ours is told of the steps.
    struct fairness *own = &x->order->fairness,
                    *its = &r->walk->order->fairness;
    *its = *own;
    bool goes_on = r->walk->class->choose(r->walk, step);
    *own = *its;
    return goes_on;
}

// What the promise is about: it holds for executions in which n and k were
// known.
static void note_size(struct random_schedules *r) {
    const struct trace *t = r->base.trace;
    struct chances *c = &r->base.chances;
    bool larger = t->length > c->steps || t->machine->threads > c->threads;
    if (t->length > c->steps)
        c->steps = t->length;
    if (t->machine->threads > c->threads)
        c->threads = t->machine->threads;
    c->executions = larger ? 0 : c->executions + 1;
    r->longest = c->steps;
}

static uint32_t end(struct explorer *x) {
    struct random_schedules *r = schedules_of(x);
    note_size(r);
    if (r->walk) {
        struct estimate_random unused = {1};
        r->walk->probing->descend(r->walk, &unused);
        r->walk->probing->restart(r->walk);
    } else {
        r->begun = false;
    }
    x->given_up = LIMIT_RANDOM;
    return ++r->run < x->runs ? 0 : ALL_DONE;
}

static void destroy(struct explorer *x) {
    struct random_schedules *r = schedules_of(x);
    explorer_free(r->walk);
    vec_free(&r->changes);
    memory_free(r);
}

static struct explorer *made(struct explorer *walk) {
    static const struct explorer_class class = {choose, end, destroy, NULL};
    struct random_schedules *r = memory_new(1, sizeof *r);
    r->base.class = &class;
    r->base.order = order_by_number(); // for its fairness
    r->walk = walk;
    return &r->base;
}

struct explorer *explorer_random(struct trace *trace) {
    struct explorer *walk = explorer_made(explorer_random_walk, trace, 1);
    return made(walk);
}

struct explorer *explorer_pct(struct trace *trace) {
    (void)trace;
    return made(NULL);
}
