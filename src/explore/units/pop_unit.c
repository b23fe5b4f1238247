// SPDX-License-Identifier: Apache-2.0

#include "explore/units/pop_unit.h"

#include "base/fault.h"
#include "explore/pop/pop.h"
#include "explore/trace/portable_schedule.h"
#include "explore/trace/replay.h"

#include <string.h>

static struct pop *pop_of(const struct explorer *x) {
    return (struct pop *)x;
}

// ------------------------------------------------------------------ dividing

// The races that are due in the k-th execution: [from, to) of all.
static size_t due_from(const struct pop *p, size_t k) {
    return p->executions.at[k].found;
}

static size_t due_to(const struct pop *p, size_t k) {
    return k + 1 < p->executions.count ? p->executions.at[k + 1].found
                                       : p->schedules.found.count;
}

static bool can(const struct explorer *x) {
    const struct pop *p = pop_of(x);
    return p->variant == POP_CHARACTERISATION &&
           p->features.variant == POP_CHARACTERISATION;
}

static void settle(struct explorer *x) {
    pop_find_races(pop_of(x));
}

static uint32_t go_on(struct explorer *x) {
    return pop_next(pop_of(x));
}

// The execution under way is due again. The first one of all has no race.
static bool put_back(struct explorer *x) {
    struct pop *p = pop_of(x);
    if (p->executions.count < 2)
        return false;
    invariant(p->schedules.found.count == pop_top(p)->found);
    pop_execution_done(p);
    vec_push(&p->schedules.found, p->schedule);
    x->races_reversed--;
    return true;
}

// The oldest execution with races that are due has the largest ones; those that
// it would come to last stand first.
static bool part(const struct explorer *x, struct explorer_part *part) {
    const struct pop *p = pop_of(x);
    if (p->schedules.found.count < 2)
        return false;
    for (size_t k = 0; k < p->executions.count; k++) {
        size_t count = due_to(p, k) - due_from(p, k);
        if (!count)
            continue;
        *part = (struct explorer_part){k, (count + 1) / 2};
        return true;
    }
    return false;
}

static void give(struct explorer *x, struct explorer_part part) {
    struct pop *p = pop_of(x);
    struct schedule *from = p->schedules.found.at + due_from(p, part.at);
    size_t rest = p->schedules.found.count - due_from(p, part.at) - part.count;
    require(part.at < p->executions.count &&
            part.count <= due_to(p, part.at) - due_from(p, part.at));
    memmove(from, from + part.count, rest * sizeof *from);
    p->schedules.found.count -= part.count;
    for (size_t k = part.at + 1; k < p->executions.count; k++)
        p->executions.at[k].found -= part.count;
}

static void keep(struct explorer *x, struct explorer_part part) {
    struct pop *p = pop_of(x);
    require(due_from(p, part.at) == 0); // nothing is due before it
    while (p->executions.count > part.at + 1) {
        p->schedules.found.count = pop_top(p)->found;
        pop_execution_done(p);
    }
    p->schedules.found.count = part.count;
}

// -------------------------------------------------------------------- saving

// The labels of events as far as they are the same everywhere.
static uint64_t hash_of(uint64_t hash, const struct op *op) {
    return ((hash ^ op->kind) * 0x100000001b3u ^ op->size) * 0x100000001b3u;
}

static void save_threads(const struct portable_schedule *s, struct bytes *b) {
    bytes_number(b, s->threads.count);
    for (size_t i = 0; i < s->threads.count; i++) {
        const struct portable_thread *t = &s->threads.at[i];
        bytes_number(b, t->creator == NO_CREATOR ? 0 : t->creator + 1ull);
        bytes_number(b, t->nth);
        bytes_number(b, t->number);
    }
}

static void save_dues(const struct pop *p, size_t from, size_t to,
                      struct bytes *b) {
    bytes_number(b, to - from);
    for (size_t i = from; i < to; i++) {
        const struct schedule *s = &p->schedules.found.at[i];
        bytes_number(b, s->first);
        bytes_number(b, s->second);
        bytes_number(b, s->thread);
        bytes_number(b, s->op.choice);
    }
}

struct saving {
    const struct pop *pop;
    const struct explorer_part *only;
    VEC(const struct event *) events; // of an execution
};

static void save_execution(struct saving *s, size_t k, struct bytes *b) {
    const struct pop *p = s->pop;
    const struct pop_execution *e = &p->executions.at[k];
    uint32_t base = p->suspended.executions.at[k].base;
    uint64_t hash = 0;
    struct portable_schedule schedule =
        portable_schedule_of_events(s->events.at, s->events.count);
    bytes_number(b, base);
    bytes_number(b, e->second);
    bytes_number(b, e->thread);
    bytes_number(b, e->choice);
    save_threads(&schedule, b);
    bytes_number(b, schedule.steps.count - base);
    for (size_t i = 0; i < schedule.steps.count; i++) {
        hash = hash_of(hash, &s->events.at[i]->op);
        if (i < base)
            continue;
        bytes_number(b, schedule.steps.at[i].thread);
        bytes_number(b, schedule.steps.at[i].choice);
    }
    bytes_number(b, hash);
    size_t from = due_from(p, k), to = due_to(p, k);
    save_dues(p, from,
              s->only ? from + (s->only->at == k) * s->only->count : to, b);
    portable_schedule_free(&schedule);
}

// What the k-th execution does not share with the one above it lies aside.
static void go_down(struct saving *s, size_t k) {
    const struct suspended *aside = &s->pop->suspended;
    const struct suspended_execution *above = &aside->executions.at[k + 1];
    s->events.count = above->base;
    for (size_t i = above->aside; i-- > aside->executions.at[k].aside;)
        vec_push(&s->events, &aside->aside.at[i]);
}

static void save(struct explorer *x, const struct explorer_part *only,
                 struct bytes *b) {
    const struct pop *p = pop_of(x);
    struct saving s = {.pop = p, .only = only};
    size_t top = p->executions.count - 1, last = only ? only->at : top;
    invariant(p->executions.count && last <= top);
    struct bytes *each = memory_new(last + 1, sizeof *each);
    for (uint32_t i = 0; i < x->trace->length; i++)
        vec_push(&s.events, trace_event(x->trace, i));
    for (size_t i = p->suspended.aside.count;
         i-- > suspended_top(&p->suspended)->aside;)
        vec_push(&s.events, &p->suspended.aside.at[i]);
    for (size_t k = top;; k--) {
        if (k < top)
            go_down(&s, k);
        if (k <= last)
            save_execution(&s, k, &each[k]);
        if (k == 0)
            break;
    }
    bytes_number(b, last + 1);
    for (size_t k = 0; k <= last; k++) {
        bytes_block(b, each[k].at, each[k].count);
        bytes_free(&each[k]);
    }
    memory_free(each);
    vec_free(&s.events);
}

// ------------------------------------------------------------------- loading

// A race, as it is in the data.
struct due {
    uint32_t first, second, thread, choice;
};

struct loaded {
    struct due by; // how it came about
    struct portable_schedule schedule;
    uint64_t hash;
    VEC(struct due) dues;
    struct portable_walk walk;
};

struct loading {
    struct pop *pop;
    VEC(struct loaded) executions;
};

static void loading_free(struct loading *l) {
    for (size_t i = 0; i < l->executions.count; i++) {
        portable_walk_end(&l->executions.at[i].walk);
        portable_schedule_free(&l->executions.at[i].schedule);
        vec_free(&l->executions.at[i].dues);
    }
    vec_free(&l->executions);
}

// One number after the other: initialisers may be read in any order.
static struct due read_due(struct bytes_reader *r) {
    struct due due;
    due.first = bytes_get_below(r, NOWHERE - 1);
    due.second = bytes_get_below(r, NOWHERE - 1);
    due.thread = bytes_get_below(r, MOST_THREADS - 1);
    due.choice = bytes_get_below(r, UINT32_MAX);
    return due;
}

static void read_threads(struct portable_schedule *s, struct bytes_reader *r) {
    size_t count = bytes_get_count(r);
    for (size_t i = 0; i < count && !r->bad; i++) {
        uint32_t above = bytes_get_below(r, (uint32_t)i);
        uint32_t nth = bytes_get_below(r, UINT32_MAX - 1);
        uint32_t number = bytes_get_below(r, MOST_THREADS - 1);
        vec_push(&s->threads,
                 (struct portable_thread){above ? above - 1 : NO_CREATOR, nth,
                                          number});
    }
}

// The steps that it shares with the one below are that one's.
static bool read_steps(struct loaded *e, const struct loaded *below,
                       struct bytes_reader *r) {
    struct portable_schedule *s = &e->schedule;
    if (e->by.first > (below ? below->schedule.steps.count : 0))
        return false;
    for (uint32_t i = 0; i < e->by.first; i++)
        vec_push(&s->steps, below->schedule.steps.at[i]);
    for (size_t left = bytes_get_count(r); left && !r->bad; left--) {
        uint32_t thread = bytes_get_below(r, UINT32_MAX);
        uint32_t choice = bytes_get_below(r, UINT32_MAX);
        vec_push(&s->steps, (struct step){thread, choice});
    }
    for (size_t i = 0; i < s->steps.count; i++)
        if (s->steps.at[i].thread >= s->threads.count)
            return false;
    return true;
}

static bool read_execution(struct loading *l, const void *bytes, size_t size) {
    struct bytes_reader r = bytes_read(bytes, size);
    vec_push(&l->executions, (struct loaded){.hash = 0});
    struct loaded *e = &l->executions.at[l->executions.count - 1];
    const struct loaded *below = l->executions.count > 1 ? e - 1 : NULL;
    e->by = read_due(&r);
    read_threads(&e->schedule, &r);
    if (!read_steps(e, below, &r))
        return false;
    e->hash = bytes_get_number(&r);
    for (size_t left = bytes_get_count(&r); left && !r.bad; left--)
        vec_push(&e->dues, read_due(&r));
    return bytes_end(&r);
}

static bool read_all(struct loading *l, struct bytes_reader *r) {
    size_t count = bytes_get_count(r);
    for (size_t i = 0; i < count; i++) {
        size_t size;
        const void *bytes = bytes_get_block(r, &size);
        if (!bytes || !read_execution(l, bytes, size))
            return false;
    }
    return count && !r->bad;
}

// Run what the execution does not share with the one below.
static const char *run(struct loading *l, struct loaded *e) {
    struct pop *p = l->pop;
    struct trace *t = p->base.trace;
    struct step step, planned;
    for (uint32_t i = 0; i < t->length; i++)
        portable_walk_pass(&e->walk, trace_event(t, i));
    while (t->length < e->schedule.steps.count) {
        uint32_t place = e->schedule.steps.at[t->length].thread;
        pop_take_note(p);
        if (!portable_walk_step(&e->walk, t->length, t->machine, &step))
            return "there is no such thread";
        if (step.thread != e->schedule.threads.at[place].number)
            return "a thread has another number";
        if (pop_planned(p, &planned) && !step_equals(planned, step))
            return "a schedule is another one";
        const char *objection = replay_objection(t, step);
        if (objection)
            return objection;
        trace_step(t, step);
        portable_walk_pass(&e->walk, trace_event(t, t->length - 1));
    }
    pop_take_note(p);
    uint64_t hash = 0;
    for (uint32_t i = 0; i < t->length; i++)
        hash = hash_of(hash, &trace_event(t, i)->op);
    return hash == e->hash ? NULL : "the program does something else";
}

static bool is_due(const struct schedule *s, const struct due *d) {
    return s->first == d->first && s->second == d->second &&
           s->thread == d->thread && s->op.choice == d->choice;
}

// Of the races that were found, those of the data are due, in their order.
static const char *keep_dues(struct pop *p, const struct loaded *e) {
    size_t next = pop_top(p)->found;
    for (size_t i = next, k = 0; i < p->schedules.found.count; i++)
        if (k < e->dues.count &&
            is_due(&p->schedules.found.at[i], &e->dues.at[k])) {
            p->schedules.found.at[next++] = p->schedules.found.at[i];
            k++;
        }
    p->schedules.found.count = next;
    return next - pop_top(p)->found == e->dues.count ? NULL
                                                     : "a race is not there";
}

static const struct schedule *found(const struct pop *p, const struct due *d) {
    for (size_t i = pop_top(p)->found; i < p->schedules.found.count; i++)
        if (is_due(&p->schedules.found.at[i], d))
            return &p->schedules.found.at[i];
    return NULL;
}

// From the execution on top to the one above it.
static const char *go_up(struct loading *l, const struct loaded *e,
                         const struct loaded *above) {
    struct pop *p = l->pop;
    pop_find_races(p);
    const struct schedule *by = above ? found(p, &above->by) : NULL;
    if (above && !by)
        return "a race is not there";
    struct schedule copy = by ? *by : (struct schedule){0};
    const char *objection = keep_dues(p, e);
    if (objection || !above)
        return objection;
    if (!pop_reverse(p, &copy))
        return "what sleeps is not the same";
    trace_back(p->base.trace, copy.first);
    return NULL;
}

static const char *load(struct explorer *x, struct bytes_reader *r) {
    struct loading l = {.pop = pop_of(x)};
    require(x->trace->length == 0);
    const char *objection = read_all(&l, r) ? NULL : "it is damaged";
    size_t count = l.executions.count;
    for (size_t k = 0; !objection && k < count; k++) {
        struct loaded *e = &l.executions.at[k];
        e->walk = portable_walk_begin(&e->schedule, x->trace->machine);
    }
    for (size_t k = 0; !objection && k < count; k++) {
        struct loaded *e = &l.executions.at[k];
        objection = run(&l, e);
        if (!objection)
            objection = go_up(&l, e, k + 1 < count ? e + 1 : NULL);
    }
    loading_free(&l);
    x->races_reversed = 0; // whoever has made it has counted them
    return objection;
}

static void learnt(const struct explorer *x, struct bytes *b) {
    features_save(&pop_of(x)->features, b);
}

static bool learn(struct explorer *x, struct bytes_reader *r) {
    return features_unite(&pop_of(x)->features, r);
}

static bool unite(struct bytes_reader *learnt, size_t count,
                  struct bytes *together) {
    struct features all = {0};
    bool fine = true;
    for (size_t i = 0; i < count; i++)
        fine &= features_unite(&all, &learnt[i]) && bytes_end(&learnt[i]);
    features_save(&all, together);
    fine &= all.variant == POP_CHARACTERISATION;
    features_free(&all);
    return fine;
}

const struct explorer_sharing pop_sharing = {can,  settle, put_back, go_on,
                                             part, give,   keep,     save,
                                             load, learnt, learn,    unite};
