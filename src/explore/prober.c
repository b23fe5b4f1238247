// SPDX-License-Identifier: Apache-2.0

#include "explore/prober.h"

#include "base/fault.h"
#include "base/seconds.h"
#include "base/table.h"

#include <stdio.h>
#include <string.h>

enum {
    // One in so many turns is a way down, first; then one in more.
    TURNS = 4,
    TURNS_AT_FIRST = 400,
    TURNS_LATER = 32,
    MOST_STEPS = 1 << 20,      // of an execution
    STEPS_BETWEEN_LOOKS = 256, // at the clock
    ENOUGH = 50,               // samples
    LOOK_BACK = 200,           // events, for who raced with who had to wait
};

// Races whose second event is at one place.
struct site_races {
    uint64_t key; // 1 + site
    uint64_t races;
    char what[80];
    char threads[2][MACHINE_THREAD_NAME];
};

// How often a thread was at one place, in this execution.
struct times {
    uint64_t key; // site and thread
    uint32_t count;
};

struct prober {
    struct machine *machine;
    prober_visitor *visit;
    void *context;
    struct trace *trace;
    struct explorer *walk, *descent; // descent NULL: POP does not apply
    struct estimate_random random;
    struct samples walks, all_walks, descents;
    uint64_t news; // that the walks had learnt when `walks` began
    uint64_t turns;
    double until;
    bool broken; // the program does something else each time
    TABLE(struct site_races) races;
    uint64_t all_races;
    TABLE(struct times) times;
    struct repetition repetition;
};

struct prober *prober_new(struct machine *machine, enum algorithm algorithm,
                          uint64_t seed, prober_visitor *visit, void *context) {
    struct prober *p = memory_new(1, sizeof *p);
    *p =
        (struct prober){.machine = machine, .visit = visit, .context = context};
    p->random.state = seed;
    machine_goto(machine, NULL, 0);
    p->trace = trace_new(machine);
    bool plain = algorithm_has(algorithm, EVERY_ORDER);
    p->walk = explorer_made(plain ? explorer_plain_walk : explorer_random_walk,
                            p->trace, seed + 1);
    if (!plain)
        p->descent = explorer_new(ALGORITHM_POP, p->trace, 0, 0);
    if (p->descent)
        p->descent->probing->restart(p->descent);
    return p;
}

void prober_free(struct prober *p) {
    if (!p)
        return;
    explorer_free(p->walk);
    explorer_free(p->descent);
    trace_free(p->trace);
    table_free(&p->races);
    table_free(&p->times);
    memory_free(p);
}

// ---------------------------------------------------------------- executions

// Is the step what the explorer takes it for? If not, nothing can be said.
static bool as_expected(const struct prober *p, const struct explorer *x,
                        struct step next) {
    const struct op *was = x->expected;
    const struct op *is = machine_pending(p->machine, next.thread);
    return is && machine_enabled(p->machine, next.thread) &&
           (!was || (is->addr == was->addr && is->size == was->size &&
                     (is->kind == was->kind || op_is_decided_by_state(is))));
}

static bool is_late(const struct prober *p) {
    return p->trace->length % STEPS_BETWEEN_LOOKS == 0 &&
           seconds_now() > p->until;
}

// False if the execution was given up.
static bool run(struct prober *p, struct explorer *x) {
    struct step next;
    order_begin(x->order);
    while (x->class->choose(x, &next)) {
        if (p->machine->refused || p->trace->length >= MOST_STEPS ||
            is_late(p) || !as_expected(p, x, next))
            return false;
        trace_step(p->trace, next);
        fairness_step(&x->order->fairness, next.thread,
                      &trace_event(p->trace, p->trace->length - 1)->op);
        if (p->machine->mishaps.count)
            p->visit(p->context, p->trace, false);
    }
    return true;
}

static void go_back(struct prober *p, uint32_t keep) {
    p->machine->mishaps.count = 0;
    trace_back(p->trace, keep);
    p->broken |= machine_mishap_kind(p->machine) == FINDING_NONDETERMINISM;
}

// --------------------------------------------------------------------- races

// The first event of a race, if one who never waits is the second.
static uint32_t overtaken(const struct trace *t, const struct event *e,
                          uint32_t at) {
    if (op_blocking((enum op_kind)e->op.kind) == NEVER_WAITS)
        return e->race_count ? t->racing.at[e->races] : NOWHERE;
    for (uint32_t i = at; i-- > 0 && at - i < LOOK_BACK;) {
        const struct event *other = trace_event(t, i);
        if (other->thread != e->thread && other->op.kind == e->op.kind &&
            op_depends(&other->op, &e->op))
            return i;
    }
    return NOWHERE;
}

static void note_thread(struct site_races *row, const char *name) {
    for (int i = 0; i < 2; i++) {
        if (strcmp(row->threads[i], name) == 0)
            return;
        if (!row->threads[i][0]) {
            snprintf(row->threads[i], sizeof row->threads[i], "%s", name);
            return;
        }
    }
}

static void count_races(struct prober *p) {
    const struct trace *t = p->trace;
    for (size_t i = 0; i < t->reversible.count; i++) {
        uint32_t at = t->reversible.at[i];
        const struct event *e = trace_event(t, at);
        uint32_t first = overtaken(t, e, at);
        if (first == NOWHERE)
            continue;
        struct site_races *row = table_put(&p->races, (uint64_t)e->op.site + 1);
        if (!row->races++) {
            machine_describe(p->machine, &e->op, row->what, sizeof row->what);
            note_thread(row, trace_thread_name(t, at));
        }
        if (!row->threads[1][0])
            note_thread(row, trace_thread_name(t, first));
        p->all_races++;
    }
}

struct contention prober_contention(const struct prober *p) {
    struct contention c = {.all = p->all_races};
    const struct site_races *most = NULL;
    TABLE_EACH (&p->races, row)
        if (!most || row->races > most->races ||
            (row->races == most->races && row->key < most->key))
            most = row;
    if (!most)
        return c;
    c.races = most->races;
    c.place = machine_place(p->machine, (uint32_t)(most->key - 1));
    memcpy(c.what, most->what, sizeof c.what);
    memcpy(c.threads, most->threads, sizeof c.threads);
    return c;
}

// --------------------------------------------------------------- repetitions

static void count_repetitions(struct prober *p, const struct trace *t) {
    const struct event *most = NULL;
    table_clear(&p->times);
    for (uint32_t i = 0; i < t->length; i++) {
        const struct event *e = trace_event(t, i);
        struct times *row = table_put(
            &p->times, (uint64_t)(e->op.site + 1) << 16 | (e->thread & 0xffff));
        if (++row->count > p->repetition.times) {
            p->repetition.times = row->count;
            most = e;
        }
    }
    if (!most)
        return;
    p->repetition.steps = t->length;
    p->repetition.place = machine_place(p->machine, most->op.site);
    machine_describe(p->machine, &most->op, p->repetition.what,
                     sizeof p->repetition.what);
}

void prober_look_at(struct prober *p, const struct trace *trace) {
    count_repetitions(p, trace);
}

struct repetition prober_repetition(const struct prober *p) {
    return p->repetition;
}

// ------------------------------------------------------------------- samples

// What the search has to do is POP's or it is not; another variant of it is.
static bool begins_again(struct prober *p, struct explorer *x) {
    struct explorer *next = x->class->again ? x->class->again(x, false) : NULL;
    if (!next)
        return false;
    p->descents = (struct samples){0};
    if (next != x) {
        explorer_free(next);
        explorer_free(x);
        p->descent = NULL;
    }
    return true;
}

static void count_walk(struct prober *p, double sample) {
    uint64_t news = p->walk->probing->learn(p->walk, p->trace);
    if (news != p->news)
        p->walks = (struct samples){0};
    p->news = news;
    samples_add(&p->all_walks, sample);
    samples_add(&p->walks, sample);
}

// A way down a tree: how many executions it took.
static uint64_t probe(struct prober *p, struct explorer *x) {
    double sample = 0;
    uint64_t executions = 0;
    uint32_t keep = 0;
    bool whole = true, again = false;
    while (keep != ALL_DONE && !p->broken) {
        executions++;
        whole = run(p, x);
        if (!whole || (again = begins_again(p, x)))
            break;
        p->visit(p->context, p->trace, true);
        count_races(p);
        count_repetitions(p, p->trace);
        if (x != p->walk)
            p->walk->probing->learn(p->walk, p->trace);
        sample += x->weight;
        keep = x->probing->descend(x, &p->random);
        if (keep != ALL_DONE)
            go_back(p, keep);
    }
    if (whole && !again && !p->broken && x == p->walk)
        count_walk(p, sample);
    else if (whole && !again && !p->broken)
        samples_add(&p->descents, sample);
    go_back(p, 0);
    if (x == p->walk || p->descent)
        x->probing->restart(x);
    return executions;
}

static bool goes_down(const struct prober *p) {
    return p->descent &&
           p->turns % (p->turns < TURNS_AT_FIRST ? TURNS : TURNS_LATER) == 1;
}

void prober_run(struct prober *p, uint64_t executions, double seconds) {
    p->until = seconds_now() + seconds;
    machine_goto(p->machine, NULL, 0);
    for (uint64_t done = 0; done < executions && !p->broken &&
                            !p->machine->refused && seconds_now() < p->until;) {
        done += probe(p, goes_down(p) ? p->descent : p->walk);
        p->turns++;
    }
}

struct estimate prober_estimate(const struct prober *p, uint64_t done,
                                uint64_t wasted) {
    const struct samples *s =
        p->walks.count >= ENOUGH ? &p->walks : &p->all_walks;
    struct estimate e = estimate_from(s, samples_mean(&p->descents));
    double useful = (double)(done - wasted);
    estimate_adapt(&e, (double)done, useful > 0 ? (double)done / useful : 1);
    return e;
}
