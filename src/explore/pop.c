// SPDX-License-Identifier: Apache-2.0

#include "explore/pop.h"

#include "base/fault.h"
#include "explore/accesses.h"
#include "explore/characterisation.h"
#include "explore/schedule.h"
#include "explore/schedule_sleep.h"

#include <string.h>

enum mark_flag {
    IN_SCHEDULE = 1,
    HEAD = 2,
    ASLEEP = 4, // before this event something may sleep
};

// What the search knows of an event besides the trace.
struct mark {
    uint8_t flags;
    uint32_t head_before; // position of the last head before it, or NOWHERE
    uint32_t frame;       // HEAD: the one whose schedule it heads
    uint32_t explored;    // explicit: schedules that have overtaken it
};

// An event of a suspended execution that does not stand in the trace.
struct shelved {
    struct op op;
    uint32_t thread;
    struct mark mark;
};

// A schedule that is to be explored; its body and the head's clock (`width`
// entries) lie in `words`, from `start` on.
struct due {
    uint32_t first, second, thread, count, start, width;
    bool alternative; // the event at `first`, chosen otherwise
    struct op op;
};

struct waiter {
    uint32_t thread;
    struct op op;
};

// An execution: the running one, or one that was put aside. Its parts on the
// stacks of struct pop start where these numbers say.
struct frame {
    uint32_t base;   // the prefix that it shares with the one below
    uint32_t start;  // its schedule's head; earlier events are dealt with
    uint32_t cursor; // the next second event to look at; length: the waiters
    uint32_t length; // of the execution, once it is over
    bool alternative;
    size_t shelf, due, words, waiters, phis, phis_end;
};

struct pop {
    struct explorer base;
    enum pop_variant variant;
    bool started; // some schedule was explored: too late to change the variant
    bool inexact; // the variant does not fit the program
    unsigned traits; // enum trait: of the program, as far as it is known
    struct accesses accesses;
    struct schedules schedules;
    VEC(struct mark) marks; // of the positions of the trace
    VEC(struct shelved) shelf;
    VEC(struct due) due;
    VEC(uint32_t) words;
    VEC(struct waiter) waiters;
    struct forest phis; // of the frames: what their heads put to sleep
    VEC(struct frame) frames;
    struct explored_pool explored;
    // Of the running execution:
    VEC(struct step) plan; // its schedule
    bool plan_asleep;      // something slept before it
    uint32_t prefer;       // the overtaken thread
    struct forest asleep;
    struct forest scratch;
    uint32_t longest; // execution, with what waits at its end
    VEC(uint32_t) clock; // scratch
    VEC(uint32_t) enabled;
};

static struct pop *pop_of(struct explorer *x) {
    return (struct pop *)x;
}

static struct frame *top(struct pop *p) {
    return &p->frames.at[p->frames.count - 1];
}

// ------------------------------------------------------------ what sleeps

static bool blocks(const struct pop *p, const struct passing *e) {
    return p->variant == POP_EXPLICIT ? schedule_sleep_blocks(&p->asleep, e)
                                      : characterisation_blocks(&p->asleep, e);
}

static void pass(struct pop *p, struct forest *asleep,
                 const struct passing *e) {
    if (forest_empty(asleep))
        return;
    if (p->variant == POP_EXPLICIT)
        schedule_sleep_pass(asleep, e);
    else
        characterisation_pass(asleep, e);
}

static void pass_at(struct pop *p, struct forest *asleep, uint32_t at) {
    struct passing e = passing_at(p->base.trace, at);
    pass(p, asleep, &e);
}

// What sleeps before a position follows from the events before it and from
// what their heads have put to sleep.
static void find_asleep(struct pop *p, uint32_t position) {
    forest_clear(&p->asleep);
    forest_widen(&p->asleep, p->base.trace->width);
    uint32_t from = position;
    while (from < p->marks.count && (p->marks.at[from].flags & ASLEEP))
        from--;
    for (; from < position; from++) {
        const struct mark *mark = &p->marks.at[from];
        pass_at(p, &p->asleep, from);
        if (mark->flags & HEAD) {
            const struct frame *f = &p->frames.at[mark->frame];
            forest_copy(&p->asleep, &p->phis, f->phis, f->phis_end);
        }
    }
}

// The head of a schedule that is due. (Clocks may have become wider since.)
static struct passing head_of(struct pop *p, const struct due *d) {
    unsigned width = p->base.trace->width;
    vec_reserve(&p->clock, width);
    memcpy(p->clock.at, p->words.at + d->start + d->count,
           d->width * sizeof *p->clock.at);
    for (unsigned i = d->width; i < width; i++)
        p->clock.at[i] = 0;
    return (struct passing){d->thread, p->clock.at[d->thread], &d->op,
                            p->clock.at};
}

// ------------------------------------------------------ what a head puts to
// sleep for its own execution

// Characterisation: read off the execution between the two events of the race.
static void characterise(struct pop *p, const struct due *d) {
    const struct trace *t = p->base.trace;
    struct passing head = head_of(p, d);
    size_t tree =
        characterisation_begin(&p->phis, head.thread, head.index, head.op,
                               &trace_event(t, d->first)->op);
    bool own = d->second < t->length && (p->marks.at[d->second].flags & HEAD);
    uint32_t end = d->second + own;
    for (uint32_t k = d->first + 1; k < end; k++) {
        const struct event *e = trace_event(t, k);
        const struct mark *mark = &p->marks.at[k];
        if (mark->flags & HEAD) {
            const struct frame *f = &p->frames.at[mark->frame];
            characterisation_head(&p->phis, e, f->phis, f->phis_end);
        } else if (!(mark->flags & IN_SCHEDULE) && !clock_sees(head.clock, e)) {
            characterisation_event(&p->phis, e);
        }
    }
    characterisation_end(&p->phis, tree);
}

static struct twig event_twig(uint32_t thread, uint32_t index,
                              const struct op *op) {
    return (struct twig){
        .kind = TWIG_EVENT, .thread = thread, .index = index, .op = *op};
}

// Explicit: the schedules that were explored here before, as far as they can
// still follow; and this one joins them.
static void enumerate(struct pop *p, const struct due *d) {
    const struct trace *t = p->base.trace;
    const uint32_t *body = p->words.at + d->start;
    struct passing head = head_of(p, d);
    uint32_t *list = &p->marks.at[d->first].explored;
    forest_clear(&p->scratch);
    explored_read(&p->explored, *list, &p->scratch);
    for (uint32_t k = 0; k < d->count; k++)
        pass_at(p, &p->scratch, body[k]);
    pass(p, &p->scratch, &head);
    forest_copy(&p->phis, &p->scratch, 0, p->scratch.twigs.count);
    explored_push(&p->explored, list,
                  event_twig(head.thread, head.index, head.op));
    for (uint32_t k = d->count; k-- > 0;) {
        const struct event *e = trace_event(t, body[k]);
        explored_push(&p->explored, list,
                      event_twig(e->thread, e->index, &e->op));
    }
    explored_push(&p->explored, list, (struct twig){.kind = TWIG_TREE});
}

static void put_to_sleep(struct pop *p, const struct due *d) {
    const struct op *first = &trace_event(p->base.trace, d->first)->op;
    if (p->variant == POP_CHARACTERISATION && op_has_peers(&d->op))
        characterise(p, d);
    if (p->variant == POP_EXPLICIT && schedule_sleep_needed(&d->op, first))
        enumerate(p, d);
}

// -------------------------------------------------------- moving executions

// Take the events from a position on out of the trace.
static void shelve(struct pop *p, uint32_t from) {
    struct trace *t = p->base.trace;
    while (p->marks.count > from) {
        uint32_t at = (uint32_t)--p->marks.count;
        const struct event *e = trace_event(t, at);
        vec_push(&p->shelf,
                 (struct shelved){e->op, e->thread, p->marks.at[at]});
    }
    trace_drop(t, from);
}

// Put events of the topmost frame back, until the trace has that many.
static void unshelve(struct pop *p, uint32_t length) {
    while (p->marks.count < length) {
        invariant(p->shelf.count > top(p)->shelf);
        const struct shelved *s = &p->shelf.at[--p->shelf.count];
        trace_append(p->base.trace, s->thread, &s->op);
        vec_push(&p->marks, s->mark);
    }
}

// The topmost execution has been dealt with, or is given up. What it shares
// with the one below stays.
static void pop_frame(struct pop *p) {
    struct frame f = *top(p);
    unshelve(p, f.base);
    while (p->shelf.count > f.shelf)
        explored_release(&p->explored,
                         &p->shelf.at[--p->shelf.count].mark.explored);
    while (p->marks.count > f.base)
        explored_release(&p->explored,
                         &p->marks.at[--p->marks.count].explored);
    trace_drop(p->base.trace, f.base);
    p->due.count = f.due;
    p->words.count = f.words;
    p->waiters.count = f.waiters;
    p->phis.twigs.count = f.phis;
    p->frames.count--;
}

static void push_frame(struct pop *p, uint32_t base, uint32_t start,
                       bool alternative) {
    vec_push(&p->frames, (struct frame){.base = base,
                                        .start = start,
                                        .cursor = start + alternative,
                                        .alternative = alternative,
                                        .shelf = p->shelf.count,
                                        .due = p->due.count,
                                        .words = p->words.count,
                                        .waiters = p->waiters.count});
}

// -------------------------------------------------------------- branching

// Does an event that sleeps come first? Else what sleeps after the schedule is
// left in `asleep`.
static bool asleep_blocks(struct pop *p, const struct due *d) {
    const uint32_t *body = p->words.at + d->start;
    struct passing head = head_of(p, d);
    find_asleep(p, d->first);
    p->plan_asleep = !forest_empty(&p->asleep);
    for (uint32_t k = 0; k < d->count; k++) {
        struct passing e = passing_at(p->base.trace, body[k]);
        if (blocks(p, &e))
            return true;
        pass(p, &p->asleep, &e);
    }
    if (blocks(p, &head))
        return true;
    pass(p, &p->asleep, &head);
    return false;
}

static void make_plan(struct pop *p, const struct due *d) {
    const struct trace *t = p->base.trace;
    const uint32_t *body = p->words.at + d->start;
    p->plan.count = 0;
    for (uint32_t k = 0; k < d->count; k++)
        vec_push(&p->plan, t->steps.at[body[k]]);
    vec_push(&p->plan, (struct step){d->thread, d->op.choice});
    p->prefer = trace_event(t, d->first)->thread;
}

static uint32_t alternatives(const struct pop *p) {
    uint32_t count = 0;
    for (size_t i = 0; i < p->frames.count; i++)
        count += p->frames.at[i].alternative;
    return count;
}

static bool depth_is_bounded(const struct pop *p) {
    uint64_t n = p->longest;
    return p->frames.count - 1 <= n * (n - 1) / 2 + alternatives(p);
}

// Put the execution aside for the one that follows from a schedule. False if
// that is not needed, because what sleeps covers it.
static bool branch(struct pop *p, const struct due *d) {
    invariant(d->alternative || !(p->marks.at[d->first].flags & IN_SCHEDULE));
    if (asleep_blocks(p, d))
        return false;
    size_t phis = p->phis.twigs.count;
    if (!d->alternative)
        put_to_sleep(p, d);
    forest_copy(&p->asleep, &p->phis, phis, p->phis.twigs.count);
    make_plan(p, d);
    shelve(p, d->first);
    push_frame(p, d->first, d->first + d->count, d->alternative);
    top(p)->phis = phis;
    top(p)->phis_end = p->phis.twigs.count;
    p->started = true;
    p->base.races_reversed++;
    if (p->frames.count - 1 > p->base.suspended_most)
        p->base.suspended_most = (uint32_t)p->frames.count - 1;
    expensive(depth_is_bounded(p));
    return true;
}

// ------------------------------------------------------------------- races

static uint32_t last_head(const struct pop *p, uint32_t before) {
    if (before < p->marks.count)
        return p->marks.at[before].head_before;
    if (before == 0)
        return NOWHERE;
    const struct mark *last = &p->marks.at[before - 1];
    return last->flags & HEAD ? before - 1 : last->head_before;
}

// Parsimony: the first event is in no schedule, and the second one is fresh.
static bool parsimonious(void *context, uint32_t first, uint32_t second,
                         const uint32_t *clock) {
    const struct pop *p = context;
    const struct trace *t = p->base.trace;
    if (p->marks.at[first].flags & IN_SCHEDULE)
        return false;
    for (uint32_t h = last_head(p, second); h != NOWHERE && h > first;
         h = p->marks.at[h].head_before)
        if (!clock_sees(clock, trace_event(t, h)))
            return false;
    return true;
}

static void remember(void *context, const struct schedule *s) {
    struct pop *p = context;
    unsigned width = p->base.trace->width;
    size_t start = p->words.count;
    vec_push(&p->due, (struct due){.first = s->first,
                                   .second = s->second,
                                   .thread = s->thread,
                                   .count = s->count,
                                   .start = (uint32_t)start,
                                   .width = width,
                                   .op = s->op});
    vec_reserve(&p->words, start + s->count + width);
    for (uint32_t k = 0; k < s->count; k++)
        p->words.at[p->words.count++] = s->body[k];
    memcpy(p->words.at + p->words.count, s->clock,
           width * sizeof *p->words.at);
    p->words.count += width;
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
        remember(p, &s);
        p->due.at[p->due.count - 1].alternative = true;
    }
}

// All schedules whose head is the event at the frame's cursor.
static void collect(struct pop *p) {
    struct frame *f = top(p);
    uint32_t at = f->cursor++;
    p->words.count = f->words;
    if (at < f->length) {
        unshelve(p, at + 1);
        schedules_of_event(&p->schedules, at);
        remember_alternatives(p, at);
        return;
    }
    unshelve(p, f->length);
    for (size_t i = f->waiters; i < p->waiters.count; i++)
        schedules_of_waiting(&p->schedules, p->waiters.at[i].thread,
                             &p->waiters.at[i].op);
}

// --------------------------------------------------------------- exactness

// What of the program decides whether a variant is exact for it.
enum trait {
    AWAITS = 1,
    COMMUTING = 2,    // updates
    READING_CAS = 4,  // compare-exchanges that count as reads when they fail
    READING_TRY = 8,  // the same of semaphores
    OVERLAPS = 16,    // accesses that overlap in part
    TANGLED = 32,     // in a way that keeps sleep sets from being exact
    WAITS = 64,       // on a condition variable
    TRIES = 128,      // to lock
    MISUSE = 256,     // of a mutex that somebody else holds
};

static unsigned traits_of(struct pop *p, uint32_t thread, const struct op *op) {
    switch ((enum op_kind)op->kind) {
    case OP_TRYLOCK:
    case OP_TRYLOCK_FAIL:
        return TRIES;
    case OP_SEM_TRYWAIT:
    case OP_SEM_TRYWAIT_FAIL:
        return READING_TRY;
    case OP_UNLOCK:
        return op->old != 1 + (uint64_t)thread ? MISUSE : 0;
    case OP_WAIT:
        return WAITS | (op->old != 1 + (uint64_t)thread ? MISUSE : 0);
    default:
        break;
    }
    if (op_object((enum op_kind)op->kind) != ON_MEMORY)
        return 0;
    bool cas = op->kind == OP_CAS || op->kind == OP_CAS_FAIL;
    unsigned traits = op->mode >= OP_COMMUTES ? COMMUTING : 0;
    if (op->kind == OP_AWAIT || op->kind == OP_XAWAIT)
        traits |= AWAITS;
    if (cas && !(op->flags & OP_FAILED_CAS_WRITES))
        traits |= READING_CAS;
    accesses_add(&p->accesses, thread, op);
    return traits | (p->accesses.overlap ? OVERLAPS : 0) |
           (p->accesses.tangled ? TANGLED : 0);
}

static bool all_of(unsigned traits, unsigned wanted) {
    return (traits & wanted) == wanted;
}

// Sleep sets that are told by a characterisation need conflicts to be an
// equivalence of kinds and bytes, as those of reads and writes are.
static bool characterisation_fits(unsigned traits) {
    return !(traits & (AWAITS | READING_CAS | READING_TRY | OVERLAPS)) &&
           !all_of(traits, WAITS | TRIES) && !all_of(traits, WAITS | MISUSE);
}

// Schedules need what enables an await to be ordered, and an operation to
// conflict with the same ones wherever it stands.
static bool schedules_fit(unsigned traits) {
    return !(traits & TANGLED) && !all_of(traits, AWAITS | COMMUTING) &&
           !all_of(traits, AWAITS | OVERLAPS) &&
           !all_of(traits, READING_CAS | OVERLAPS);
}

// Does the operation fit the variant, and POP at all?
static void notice(struct pop *p, uint32_t thread, const struct op *op) {
    if (op_object((enum op_kind)op->kind) == ON_RWLOCK)
        require(op->flags & OP_READERS_CONFLICT);
    unsigned traits = p->traits | traits_of(p, thread, op);
    if (traits == p->traits)
        return;
    p->traits = traits;
    if (!schedules_fit(traits))
        p->base.given_up = 1;
    if (p->variant == POP_EXPLICIT || characterisation_fits(traits))
        return;
    if (p->started)
        p->inexact = true;
    else
        p->variant = POP_EXPLICIT;
}

static void say_variant(struct pop *p) {
    p->base.variant =
        p->variant == POP_EXPLICIT ? "explicit" : "characterisation";
}

static uint32_t start_again(struct pop *p) {
    while (p->frames.count)
        pop_frame(p);
    forest_clear(&p->asleep);
    p->plan.count = 0;
    p->variant = POP_EXPLICIT;
    p->inexact = p->started = false;
    p->base.races_reversed = p->base.suspended_most = 0;
    push_frame(p, 0, 0, false);
    return RESTART;
}

// ----------------------------------------------------------------- running

// Do all of these events happen before the last one?
static bool is_schedule(const struct trace *t, uint32_t from, uint32_t head) {
    for (uint32_t k = from; k < head; k++)
        if (!trace_hb(t, k, head))
            return false;
    return true;
}

// The step that was taken last becomes part of the execution.
static void take_note(struct pop *p) {
    const struct trace *t = p->base.trace;
    if (p->marks.count == t->length)
        return;
    uint32_t at = (uint32_t)p->marks.count;
    invariant(at + 1 == t->length);
    const struct frame *f = top(p);
    struct mark mark = {.head_before = last_head(p, at)};
    bool planned = p->plan.count && at <= f->start;
    bool asleep = planned ? p->plan_asleep : !forest_empty(&p->asleep);
    mark.flags = (uint8_t)(asleep ? ASLEEP : 0);
    if (planned) {
        mark.flags |= IN_SCHEDULE;
        if (at == f->start) {
            mark.flags |= HEAD;
            mark.frame = (uint32_t)p->frames.count - 1;
            expensive(is_schedule(t, f->base, at));
        }
    } else if (asleep) {
        forest_widen(&p->asleep, t->width);
        pass_at(p, &p->asleep, at);
    }
    vec_push(&p->marks, mark);
    notice(p, trace_event(t, at)->thread, &trace_event(t, at)->op);
}

// May this thread go on, as far as what sleeps is concerned?
static bool awake(struct pop *p, uint32_t thread, const struct op *op) {
    struct trace *t = p->base.trace;
    if (forest_empty(&p->asleep))
        return true;
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
    const struct op *pending =
        machine_pending(p->base.trace->machine, thread);
    struct op op = *pending;
    unsigned choice = explorer_pick(&p->base, op_choices(&op));
    op.choice = op_choice(&op, choice);
    if (!awake(p, thread, &op))
        return false;
    *step = (struct step){thread, op.choice};
    return true;
}

// Any thread that does not head a schedule that sleeps. Right after a schedule
// the overtaken thread is best: its event ends what the schedule has put to
// sleep.
static bool free_choice(struct pop *p, struct step *step) {
    struct machine *m = p->base.trace->machine;
    p->enabled.count = 0;
    for (uint32_t t = 0; t < m->threads; t++)
        if (machine_enabled(m, t))
            vec_push(&p->enabled, t);
    size_t count = p->enabled.count;
    if (!count)
        return false;
    size_t start = explorer_pick(&p->base, (unsigned)count);
    if (!p->base.random && !forest_empty(&p->asleep))
        for (size_t i = 0; i < count; i++)
            if (p->enabled.at[i] == p->prefer)
                start = i;
    for (size_t i = 0; i < count; i++)
        if (try_thread(p, p->enabled.at[(start + i) % count], step))
            return true;
    invariant(p->base.given_up); // somebody is always awake
    return false;
}

static void begin(struct explorer *x) {
    (void)x;
}

static bool choose(struct explorer *x, struct step *step) {
    struct pop *p = pop_of(x);
    take_note(p);
    if (p->inexact)
        return false; // it will be done all over again
    uint32_t ahead = x->trace->length - top(p)->base;
    if (ahead < p->plan.count) {
        *step = p->plan.at[ahead];
        invariant(machine_enabled(x->trace->machine, step->thread));
        return true;
    }
    return free_choice(p, step);
}

static void note_waiters(struct pop *p) {
    struct machine *m = p->base.trace->machine;
    for (uint32_t t = 0; t < m->threads; t++) {
        const struct op *op = machine_pending(m, t);
        if (!op || op_blocking((enum op_kind)op->kind) != WAITS_CONTENDED)
            continue;
        notice(p, t, op);
        vec_push(&p->waiters, (struct waiter){t, *op});
    }
}

static uint32_t end(struct explorer *x) {
    struct pop *p = pop_of(x);
    take_note(p);
    note_waiters(p);
    if (p->inexact)
        return start_again(p);
    say_variant(p);
    top(p)->length = x->trace->length;
    uint32_t waiters = (uint32_t)(p->waiters.count - top(p)->waiters);
    if (x->trace->length + waiters > p->longest)
        p->longest = x->trace->length + waiters;
    while (p->frames.count) {
        struct frame *f = top(p);
        if (p->due.count > f->due) {
            struct due d = p->due.at[--p->due.count];
            unshelve(p, d.second < f->length ? d.second + 1 : f->length);
            if (branch(p, &d))
                return d.first;
        } else if (f->cursor <= f->length) {
            collect(p);
        } else {
            pop_frame(p);
        }
    }
    return ALL_DONE;
}

static void destroy(struct explorer *x) {
    struct pop *p = pop_of(x);
    accesses_free(&p->accesses);
    schedules_free(&p->schedules);
    vec_free(&p->marks);
    vec_free(&p->shelf);
    vec_free(&p->due);
    vec_free(&p->words);
    vec_free(&p->waiters);
    vec_free(&p->frames);
    vec_free(&p->plan);
    vec_free(&p->clock);
    vec_free(&p->enabled);
    forest_free(&p->phis);
    forest_free(&p->asleep);
    forest_free(&p->scratch);
    explored_free(&p->explored);
    memory_free(p);
}

static const struct explorer_class pop_class = {begin, choose, end, destroy};

struct explorer *explorer_pop(struct trace *trace, enum pop_variant variant) {
    struct pop *p = memory_new(1, sizeof *p);
    p->base.class = &pop_class;
    p->base.trace = trace;
    p->variant = variant;
    p->schedules = (struct schedules){.trace = trace,
                                      .filter = parsimonious,
                                      .visit = remember,
                                      .context = p};
    say_variant(p);
    push_frame(p, 0, 0, false);
    return &p->base;
}
