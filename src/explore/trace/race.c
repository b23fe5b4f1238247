// SPDX-License-Identifier: Apache-2.0

#include "explore/trace/race.h"

#include "base/fault.h"
#include "explore/trace/enabling.h"
#include "explore/trace/overtaking.h"

#include <string.h>

struct races {
    struct trace *trace;
    enum reach reach;
    reversal_visitor *visit;
    void *context;
    reversal_known *known;
    void *known_context;
    VEC(uint32_t) body;
    VEC(uint32_t) changers;   // positions, descending: chain of a waiting op
    struct enabling enabling; // those of them that do not need E[first]
    VEC(uint32_t) removed;    // positions to be left out of a body
    uint32_t *clock, *above, *first_of;
    unsigned width;
    bool given_up;
    unsigned most_commuting;
    // Of the waiting operation that is looked at: the one event that it can
    // overtake, NOWHERE if there is none, UNDECIDED if it is not that simple.
    uint32_t only;
};

struct races *races_new(struct trace *trace, enum reach reach) {
    require(trace);
    struct races *r = memory_new(1, sizeof *r);
    r->trace = trace;
    r->reach = reach;
    return r;
}

void races_free(struct races *r) {
    if (!r)
        return;
    vec_free(&r->body);
    vec_free(&r->changers);
    vec_free(&r->removed);
    enabling_free(&r->enabling);
    memory_free(r->clock);
    memory_free(r->above);
    memory_free(r->first_of);
    memory_free(r);
}

void races_skip(struct races *r, reversal_known *known, void *context) {
    r->known = known;
    r->known_context = context;
}

enum limit races_given_up(const struct races *r) {
    return r->given_up ? LIMIT_COMMUTING : NO_LIMIT;
}

unsigned races_most_commuting(const struct races *r) {
    return r->most_commuting;
}

static void make_room(struct races *r) {
    if (r->width == r->trace->width)
        return;
    r->width = r->trace->width;
    r->clock = memory_resize(r->clock, r->width, sizeof *r->clock);
    r->above = memory_resize(r->above, r->width, sizeof *r->above);
    r->first_of = memory_resize(r->first_of, r->width, sizeof *r->first_of);
}

// --------------------------------------------------------------- emitting

// Is position k one of the removed events, or does it happen after one?
static bool falls(const struct races *r, uint32_t k) {
    for (size_t i = 0; i < r->removed.count; i++) {
        uint32_t gone = r->removed.at[i];
        if (gone == k || (gone < k && trace_hb(r->trace, gone, k)))
            return true;
    }
    return false;
}

// notdep(first, E), less the removed events and what happens after them.
static void collect_body_to(struct races *r, uint32_t first, uint32_t end) {
    invariant(first < r->trace->length && end <= r->trace->length);
    const struct trace *t = r->trace;
    const struct event *e = trace_event(t, first);
    r->body.count = 0;
    vec_reserve(&r->body, t->length);
    for (uint32_t k = first + 1; k < end; k++)
        if (!clock_sees(trace_clock(t, k), e) && !falls(r, k))
            r->body.at[r->body.count++] = k;
}

static void collect_body(struct races *r, uint32_t first, uint32_t second) {
    collect_body_to(r, first,
                    r->reach == UP_TO_SECOND ? second : r->trace->length);
}

static void emit(struct races *r, uint32_t first, uint32_t second,
                 uint32_t thread, const struct op *op, const uint32_t *above) {
    const struct trace *t = r->trace;
    memset(r->first_of, 0xff, r->width * sizeof *r->first_of);
    clock_copy(r->clock, above, r->width);
    for (size_t k = 0; k < r->body.count; k++) {
        const struct event *e = trace_event(t, r->body.at[k]);
        if (r->first_of[e->thread] == NOWHERE)
            r->first_of[e->thread] = (uint32_t)k;
        if (op_depends(&e->op, op))
            clock_join(r->clock, trace_clock(t, r->body.at[k]), r->width);
    }
    if (r->first_of[thread] == NOWHERE)
        r->first_of[thread] = LAST;
    // Where it comes now, it does not come after what it overtakes.
    invariant(first == second || !clock_sees(r->clock, trace_event(t, first)));
    struct reversal reversal = {.first = first,
                                .second = second,
                                .thread = thread,
                                .op = *op,
                                .count = (uint32_t)r->body.count,
                                .body = r->body.at,
                                .clock = r->clock,
                                .first_of = r->first_of};
    r->visit(r->context, &reversal);
}

// The second event is an initial of the reversal: everything that must come
// before it is in E[0..first), and nothing in the body depends on it.
static bool begins_with_second(const struct races *r, uint32_t first,
                               uint32_t thread, const uint32_t *above) {
    return clock_follows(above, trace_frontier(r->trace, first), thread,
                         r->width);
}

static bool is_known(const struct races *r, uint32_t first, uint32_t thread,
                     const struct op *op, const uint32_t *above) {
    return r->known && begins_with_second(r, first, thread, above) &&
           r->known(r->known_context, first, thread, op);
}

// It has one reversal at most, and that is known.
static void settle(struct races *r, uint32_t at) {
    struct event *e = &r->trace->events.at[at];
    if (op_choices(&e->op) < 2)
        e->overtakes = SETTLED;
}

// ----------------------------------------------- operations that never wait

struct op race_decided_anew(const struct trace *t, uint32_t first,
                            uint32_t second, const uint32_t *body,
                            size_t count) {
    invariant(first < second && second < t->length);
    struct op op = trace_event(t, second)->op;
    if (!op_is_decided_by_state(&op))
        return op;
    uint64_t state = op.old;
    for (uint32_t k = second; k-- > first;) {
        const struct event *e = trace_event(t, k);
        state = op_state_before(&op, &e->op, e->thread, state);
    }
    for (size_t k = 0; k < count; k++) {
        const struct event *e = trace_event(t, body[k]);
        state = op_state_after(&op, &e->op, e->thread, state);
    }
    op_decide(&op, state);
    return op;
}

// A compare-exchange that turns from a read into a write meets events after
// `second` on which it did not depend before: they may have to come first.
static void emit_turned(struct races *r, uint32_t first, uint32_t second) {
    const struct trace *t = r->trace;
    collect_body_to(r, first, t->length);
    struct op op =
        race_decided_anew(t, first, second, r->body.at, r->body.count);
    emit(r, first, second, trace_event(t, second)->thread, &op,
         trace_above(t, second));
}

static void ordinary_races(struct races *r, uint32_t second) {
    const struct trace *t = r->trace;
    const struct event *e = trace_event(t, second);
    for (uint32_t i = 0; i < e->race_count; i++) {
        uint32_t first = t->racing.at[e->races + i];
        expensive(first < second);
        // With one race only, all else that it depends on is above it.
        if (e->race_count == 1 && !op_is_decided_by_state(&e->op) &&
            is_known(r, first, e->thread, &e->op, trace_above(t, second))) {
            settle(r, second);
            continue;
        }
        collect_body(r, first, second);
        struct op op =
            race_decided_anew(t, first, second, r->body.at, r->body.count);
        emit(r, first, second, e->thread, &op, trace_above(t, second));
        if (r->reach == UP_TO_SECOND && op.mode != e->op.mode)
            emit_turned(r, first, second);
    }
}

static void other_choices(struct races *r, uint32_t at) {
    const struct event *e = trace_event(r->trace, at);
    unsigned choices = op_choices(&e->op);
    for (unsigned i = 0; choices > 1 && i < choices; i++) {
        struct op op = e->op;
        op.choice = op_choice(&op, i);
        if (op.choice == e->op.choice)
            continue;
        collect_body(r, at, at);
        emit(r, at, at, e->thread, &op, trace_above(r->trace, at));
    }
}

// --------------------------------------------------- operations that wait

// A plain read in between changes nothing for the one who waits: only the
// nearest matters, as for operations that never wait.
static bool hidden_read(const struct races *r, const struct mover *m,
                        uint32_t first) {
    const struct trace *t = r->trace;
    if (op_changes(m->op, &trace_event(t, first)->op))
        return false;
    for (size_t k = 0; k < r->changers.count; k++)
        if (r->changers.at[k] > first &&
            mover_may_pass(t, m, r->changers.at[k]) &&
            trace_hb(t, first, r->changers.at[k]))
            return true;
    return false;
}

// The events that bear on m's object between `first` and m and do not need
// E[first]. How many of them could be left out?
static unsigned collect_later(struct races *r, const struct mover *m,
                              uint32_t first) {
    unsigned optional = 0;
    r->enabling.events.count = 0;
    for (size_t k = r->changers.count; k-- > 0;) {
        uint32_t at = r->changers.at[k];
        if (trace_hb(r->trace, first, at))
            continue;
        bool may_be_left_out = mover_may_pass(r->trace, m, at);
        vec_push(&r->enabling.events,
                 (struct enabling_event){at, may_be_left_out});
        optional += may_be_left_out;
    }
    return optional;
}

static void emit_waiting(struct races *r, const struct mover *m, uint32_t first,
                         uint64_t left_out) {
    r->removed.count = 0;
    for (size_t k = 0; left_out && k < r->enabling.events.count; k++) {
        if (!r->enabling.events.at[k].may_be_left_out)
            continue;
        if (left_out & 1)
            vec_push(&r->removed, r->enabling.events.at[k].at);
        left_out >>= 1;
    }
    collect_body(r, first, m->at);
    emit(r, first, m->at, m->thread, m->op, m->above);
    r->removed.count = 0;
}

// False: that is known.
static bool overtake(struct races *r, const struct mover *m, uint32_t first) {
    // What hides all earlier events comes before all later ones.
    if (op_shadows(&trace_event(r->trace, first)->op, m->op) &&
        is_known(r, first, m->thread, m->op, m->above))
        return false;
    emit_waiting(r, m, first, 0);
    return true;
}

// Emit the maximal bodies after which m is enabled, if there are any.
static bool try_before(struct races *r, const struct mover *m, uint32_t first,
                       uint64_t state) {
    const struct trace *t = r->trace;
    unsigned optional = collect_later(r, m, first);
    invariant(optional <= r->enabling.events.count);
    if (optional == 0) { // the common case: all or nothing
        for (size_t k = 0; k < r->enabling.events.count; k++) {
            const struct event *e = trace_event(t, r->enabling.events.at[k].at);
            state = op_state_after(m->op, &e->op, e->thread, state);
        }
        if (!op_enabled(m->op, state))
            return false;
        r->only = r->only == NOWHERE ? first : UNDECIDED;
        overtake(r, m, first);
        return true;
    }
    r->only = UNDECIDED;
    if (optional > r->most_commuting)
        r->most_commuting = optional;
    r->enabling.trace = t;
    r->enabling.op = m->op;
    if (!enabling_search(&r->enabling, state))
        r->given_up = true;
    for (size_t i = 0; i < r->enabling.found.count; i++)
        emit_waiting(r, m, first, r->enabling.found.at[i]);
    return r->enabling.found.count > 0;
}

static bool look_at(void *context, const struct mover *m, uint32_t at,
                    uint64_t state, bool may_pass) {
    struct races *r = context;
    bool settled =
        may_pass && !hidden_read(r, m, at) && try_before(r, m, at, state);
    // Not what changes only other bytes of the same word.
    if (op_changes(m->op, &trace_event(r->trace, at)->op))
        vec_push(&r->changers, at);
    return settled;
}

static void waiting_races(void *context, const struct mover *m) {
    struct races *r = context;
    r->changers.count = 0;
    r->only = NOWHERE;
    overtaking_walk(r->trace, m, look_at, r);
}

// ----------------------------------------------------------------- outside

void races_of_event(struct races *r, uint32_t second, reversal_visitor *visit,
                    void *context) {
    expensive(second < r->trace->length && visit);
    const struct event *e = trace_event(r->trace, second);
    if (e->overtakes == SETTLED)
        return;
    enum op_blocking blocking = op_blocking((enum op_kind)e->op.kind);
    if (blocking == NEVER_WAITS && !e->race_count && op_choices(&e->op) < 2)
        return; // most often
    r->visit = visit;
    r->context = context;
    make_room(r);
    if (blocking == NEVER_WAITS) {
        ordinary_races(r, second);
        other_choices(r, second);
    } else if (blocking == WAITS_CONTENDED) {
        struct mover m = {e->thread, second, &e->op,
                          trace_above(r->trace, second)};
        if (e->overtakes == UNDECIDED) {
            waiting_races(r, &m);
            r->trace->events.at[second].overtakes = r->only;
        } else if (e->overtakes == NOWHERE || !overtake(r, &m, e->overtakes)) {
            settle(r, second);
        }
    }
}

static void turning_races(struct races *r, uint32_t second) {
    const struct trace *t = r->trace;
    const struct event *e = trace_event(t, second);
    if (e->op.mode != OP_READS || !op_is_decided_by_state(&e->op))
        return;
    for (uint32_t i = 0; i < e->race_count; i++) {
        uint32_t first = t->racing.at[e->races + i];
        collect_body(r, first, second);
        struct op op =
            race_decided_anew(t, first, second, r->body.at, r->body.count);
        if (op.mode != e->op.mode)
            emit_turned(r, first, second);
    }
}

void races_that_turn(struct races *r, uint32_t end, reversal_visitor *visit,
                     void *context) {
    const struct trace *t = r->trace;
    if (!t->partly)
        return;
    r->visit = visit;
    r->context = context;
    make_room(r);
    for (size_t i = 0; i < t->reversible.count; i++)
        if (t->reversible.at[i] < end)
            turning_races(r, t->reversible.at[i]);
}

void races_of_waiting(struct races *r, reversal_visitor *visit, void *context) {
    r->visit = visit;
    r->context = context;
    make_room(r);
    overtaking_at_end(r->trace, r->above, waiting_races, r);
}

// ------------------------------------------------ what may happen later

enum possible { IMPOSSIBLE, POSSIBLE, UNKNOWN };

// Could `op`, which waits, happen just before `event`, on which it depends?
// That is known if all that changes the object between them needs the event.
static enum possible possible_before(const struct op *op,
                                     const struct op *event) {
    enum op_object object = op_object((enum op_kind)op->kind);
    bool ordered = object == ON_MUTEX || object == ON_SEMAPHORE ||
                   (event->mode == OP_WRITES && op_shadows(event, op));
    bool one_word = object != ON_MEMORY ||
                    (event->addr >> 3 == op->addr >> 3 &&
                     (event->addr + event->size - 1) >> 3 == op->addr >> 3);
    if (!ordered || !one_word)
        return UNKNOWN;
    return op_enabled(op, event->old) ? POSSIBLE : IMPOSSIBLE;
}

struct later_races {
    const struct trace *trace;
    later_visitor *visit;
    void *context;
};

static bool look_at_later(void *context, const struct mover *m, uint32_t at,
                          uint64_t state, bool may_pass) {
    const struct later_races *c = context;
    (void)state; // nobody knows it
    if (!may_pass)
        return false;
    enum possible possible =
        possible_before(m->op, &trace_event(c->trace, at)->op);
    if (possible != IMPOSSIBLE)
        c->visit(c->context, at, possible == POSSIBLE);
    return possible == POSSIBLE;
}

void races_of_later(struct races *r, uint32_t thread, const struct op *op,
                    const uint32_t *seen, later_visitor *visit, void *context) {
    require(thread < r->trace->width && visit);
    enum op_blocking blocking = op_blocking((enum op_kind)op->kind);
    if (blocking == WAITS_CONTENDED) {
        struct mover m = {thread, r->trace->length, op, seen};
        overtaking_walk(r->trace, &m, look_at_later,
                        &(struct later_races){r->trace, visit, context});
    } else if (blocking == NEVER_WAITS) {
        trace_find_racing(r->trace, thread, op, seen);
        for (size_t i = 0; i < r->trace->candidates.count; i++)
            visit(context, r->trace->candidates.at[i], true);
    }
}

// --------------------------------------------------------------- questions

const struct op *reversal_op(const struct trace *t, const struct reversal *v,
                             uint32_t thread) {
    uint32_t k = v->first_of[thread];
    invariant(k != NOWHERE);
    return k == LAST ? &v->op : &trace_event(t, v->body[k])->op;
}

bool reversal_has_initial(const struct trace *t, const struct reversal *v,
                          uint32_t thread) {
    expensive(thread < t->width && v->first < t->length);
    uint32_t k = v->first_of[thread];
    if (k == NOWHERE)
        return false;
    const uint32_t *clock = k == LAST ? v->clock : trace_clock(t, v->body[k]);
    return clock_follows(clock, trace_frontier(t, v->first), thread, t->width);
}

bool reversal_has_weak_initial(const struct trace *t, const struct reversal *v,
                               uint32_t thread, const struct op *op) {
    expensive(thread < t->width);
    if (v->first_of[thread] != NOWHERE)
        return reversal_op(t, v, thread)->choice == op->choice &&
               reversal_has_initial(t, v, thread);
    if (op_depends(&v->op, op))
        return false;
    for (uint32_t k = 0; k < v->count; k++)
        if (op_depends(&trace_event(t, v->body[k])->op, op))
            return false;
    return true;
}
