// SPDX-License-Identifier: Apache-2.0

#include "explore/quasi/extensions.h"

#include "base/fault.h"

#include <stdlib.h>
#include <string.h>

void extensions_free(struct extensions *x) {
    vec_free(&x->varying);
    vec_free(&x->candidates);
    vec_free(&x->changers);
    vec_free(&x->states);
    vec_free(&x->frontiers);
    memory_free(x->above);
    memory_free(x->history);
}

static void make_room(struct extensions *x) {
    if (x->width == x->configuration->trace->width)
        return;
    x->width = x->configuration->trace->width;
    x->above = memory_resize(x->above, x->width, sizeof *x->above);
    x->history = memory_resize(x->history, x->width, sizeof *x->history);
}

static void set_widest(struct extensions *x, const struct mover *m) {
    x->wide = *m;
    x->varies = op_varies(m->op);
    if (!x->varies)
        return;
    x->widest = *m->op;
    x->widest.mode = OP_WRITES;
    x->wide.op = &x->widest;
}

// -------------------------------------------------------------- candidates

static int by_position(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

// Could m come after position `at` without coming after itself?
static bool is_candidate(const struct extensions *x, const struct mover *m,
                         uint32_t at) {
    const struct trace *t = x->configuration->trace;
    return mover_may_pass(t, &x->wide, at) &&
           trace_clock(t, at)[m->thread] < m->above[m->thread];
}

static void note(struct extensions *x, const struct mover *m, uint32_t at,
                 bool first_chain) {
    const struct event *e = trace_event(x->configuration->trace, at);
    if (is_candidate(x, m, at))
        vec_push(&x->candidates, at);
    if (e->op.mode != OP_WRITES || e->op.addr != m->op->addr ||
        e->op.size != m->op->size)
        x->all_write = false;
    // What changes only its second half.
    if (!first_chain && m->op->flags & OP_HASHED && e->op.addr > m->op->addr &&
        op_changes(m->op, &e->op))
        x->state_unknown = true;
    if (first_chain && op_changes(m->op, &e->op)) {
        vec_push(&x->changers, at);
        vec_push(&x->states, x->state);
        if (at < m->at)
            x->state = op_state_before(m->op, &e->op, e->thread, x->state);
    }
}

// Was m pending in the last execution, too, before anything new happened?
static bool was_there(const struct extensions *x, const struct mover *m) {
    const struct trace *t = x->configuration->trace;
    if (x->varies || x->fresh >= t->length)
        return false;
    const uint32_t *old = trace_frontier(t, x->fresh);
    for (uint32_t i = 0; i < x->width; i++)
        if (x->above[i] - (i == m->thread) > old[i])
            return false;
    return true;
}

// Along the chain of one word, back to what is above m and hides the rest.
static void walk(struct extensions *x, const struct mover *m, uint64_t addr,
                 bool first_chain) {
    const struct trace *t = x->configuration->trace;
    uint32_t link = trace_chain(t, addr);
    for (; link != NOWHERE; link = t->links.at[link].prev) {
        uint32_t at = t->links.at[link].event;
        const struct event *e = trace_event(t, at);
        if (at == m->at || (at > m->at && !x->varies))
            continue; // all after m that depends on it needs it
        if (!m->op->addr2 && clock_sees(x->above, e) &&
            op_shadows(&e->op, x->wide.op))
            return;
        note(x, m, at, first_chain);
        // All new places are after it.
        if (x->was_there && at < x->fresh && !m->op->addr2 &&
            op_shadows(&e->op, m->op))
            return;
    }
}

static void reverse_states(uint64_t *at, size_t count) {
    for (size_t i = 0; i < count / 2; i++) {
        uint64_t other = at[i];
        at[i] = at[count - 1 - i];
        at[count - 1 - i] = other;
    }
}

static void reverse(uint32_t *at, size_t count) {
    for (size_t i = 0; i < count / 2; i++) {
        uint32_t other = at[i];
        at[i] = at[count - 1 - i];
        at[count - 1 - i] = other;
    }
}

// Does each happen before the next?
static bool is_chain(const struct extensions *x, const uint32_t *at,
                     size_t count) {
    const struct trace *t = x->configuration->trace;
    for (size_t i = 1; !x->all_write && i < count; i++)
        if (!trace_hb(t, at[i - 1], at[i]))
            return false;
    return true;
}

static void collect(struct extensions *x, const struct mover *m) {
    x->candidates.count = x->changers.count = x->states.count = 0;
    x->state = m->op->old;
    x->state_unknown = false;
    x->all_write = true;
    x->was_there = was_there(x, m);
    uint64_t first = m->op->addr & ~7ull, end = m->op->addr + m->op->size;
    for (uint64_t word = first; word < end; word += 8)
        walk(x, m, word, word == first);
    if (m->op->addr2)
        walk(x, m, m->op->addr2, false);
    reverse(x->changers.at, x->changers.count);
    reverse_states(x->states.at, x->states.count);
    invariant(x->states.count == x->changers.count);
    x->changers_ordered =
        !x->varies && is_chain(x, x->changers.at, x->changers.count);
    if (!m->op->addr2 && end <= first + 8) {
        reverse(x->candidates.at, x->candidates.count);
        return;
    }
    if (x->candidates.count)
        qsort(x->candidates.at, x->candidates.count, sizeof *x->candidates.at,
              by_position);
    size_t kept = 0; // one event can be in several chains
    for (size_t i = 0; i < x->candidates.count; i++)
        if (!kept || x->candidates.at[kept - 1] != x->candidates.at[i])
            x->candidates.at[kept++] = x->candidates.at[i];
    x->candidates.count = kept;
    expensive(!kept ||
              x->candidates.at[kept - 1] < x->configuration->trace->length);
}

// ------------------------------------------------------------------ places

static uint32_t *frontier_at(const struct extensions *x, size_t place) {
    expensive((place + 1) * x->width <= x->frontiers.count);
    return x->frontiers.at + place * x->width;
}

static void add_frontier(struct extensions *x, const uint32_t *frontier) {
    vec_reserve(&x->frontiers, x->frontiers.count + x->width);
    memcpy(x->frontiers.at + x->frontiers.count, frontier,
           x->width * sizeof *frontier);
    x->frontiers.count += x->width;
}

// Does a frontier have all candidates that the i-th happens after?
static bool ready(const struct extensions *x, const uint32_t *frontier,
                  size_t i) {
    const struct trace *t = x->configuration->trace;
    for (size_t k = i; k-- > 0;) {
        uint32_t at = x->candidates.at[k];
        if (!clock_sees(frontier, trace_event(t, at)) &&
            trace_hb(t, at, x->candidates.at[i]))
            return false;
    }
    return true;
}

// The history of m after a candidate, or NOWHERE: as early as it can be.
static void set_history(struct extensions *x, const struct mover *m,
                        uint32_t candidate) {
    invariant(x->above[m->thread] > 0); // the event itself
    clock_copy(x->history, x->above, x->width);
    x->history[m->thread]--;
    if (candidate != NOWHERE)
        clock_join(x->history, trace_clock(x->configuration->trace, candidate),
                   x->width);
}

// The start, with what must come before m; one candidate after another makes
// the rest.
static void add_first_frontier(struct extensions *x, const struct mover *m) {
    set_history(x, m, NOWHERE);
    add_frontier(x, x->history);
}

// To all places so far that have what the i-th candidate needs, that one too.
static void add_frontiers_with(struct extensions *x, size_t i) {
    const struct trace *t = x->configuration->trace;
    size_t places = x->frontiers.count / x->width;
    invariant(places * x->width == x->frontiers.count);
    for (size_t k = 0; k < places; k++) {
        if (!ready(x, frontier_at(x, k), i))
            continue;
        clock_copy(x->history, frontier_at(x, k), x->width);
        clock_join(x->history, trace_clock(t, x->candidates.at[i]), x->width);
        add_frontier(x, x->history);
    }
}

// How many candidates has m had in the last execution, too? The places among
// these are known. Only what m is after all of them may have been forgotten
// again, since nothing was in conflict with it.
static size_t settled(const struct extensions *x) {
    size_t count = 0;
    if (x->was_there)
        while (count < x->candidates.count &&
               x->candidates.at[count] < x->fresh)
            count++;
    return count;
}

// All sets of candidates with their histories, each once: the i-th candidate
// is added to those sets of earlier ones that have all that it needs.
static bool enumerate(struct extensions *x, const struct mover *m) {
    size_t old = settled(x), count = x->candidates.count;
    invariant(old <= count);
    x->frontiers.count = x->known = 0;
    add_first_frontier(x, m);
    for (size_t i = 0; i < count; i++) {
        add_frontiers_with(x, i);
        if (x->frontiers.count / x->width > EXTENSIONS_MOST)
            return false;
        if (i + 1 == old) // the last has all of them
            x->known = x->frontiers.count / x->width - 1;
    }
    return true;
}

static bool acts_on_same_bytes(const struct op *a, const struct op *b) {
    return a->addr < b->addr + b->size && b->addr < a->addr + a->size;
}

// The state of m's object after a frontier. False if nobody knows it.
static bool state_after(const struct extensions *x, const struct mover *m,
                        const uint32_t *frontier, uint64_t *state) {
    const struct trace *t = x->configuration->trace;
    *state = x->state;
    if (x->state_unknown)
        return false;
    for (size_t i = 0; i < x->changers.count; i++) {
        const struct event *e = trace_event(t, x->changers.at[i]);
        if (!clock_sees(frontier, e)) {
            if (x->changers_ordered)
                break;
            continue;
        }
        if (x->changers_ordered) {
            *state = x->states.at[i]; // as in the execution
            continue;
        }
        if (e->op.flags & OP_OPAQUE) {
            if (acts_on_same_bytes(m->op, &e->op))
                return false;
            continue; // it changes the rest of the word, which m never sees
        }
        *state = op_state_after(m->op, &e->op, e->thread, *state);
    }
    return !(m->op->flags & OP_HASHED && *state == OP_UNKNOWN);
}

// Is a frontier just the history of the operation as it happens after it?
static bool is_history(struct extensions *x, const struct mover *m,
                       const struct op *op, const uint32_t *frontier) {
    const struct trace *t = x->configuration->trace;
    if (!x->varies)
        return true;
    set_history(x, m, NOWHERE);
    for (size_t i = 0; i < x->candidates.count; i++) {
        const struct event *e = trace_event(t, x->candidates.at[i]);
        if (clock_sees(frontier, e) && op_depends(&e->op, op))
            clock_join(x->history, trace_clock(t, x->candidates.at[i]),
                       x->width);
    }
    return memcmp(x->history, frontier, x->width * sizeof *frontier) == 0;
}

static bool needs_state(const struct op *op) {
    return op_is_decided_by_state(op) ||
           op_blocking((enum op_kind)op->kind) == WAITS_CONTENDED;
}

// The events that an operation can be after a frontier.
static void add_choices(struct extensions *x, const struct mover *m,
                        struct op *op, const uint32_t *frontier) {
    unsigned choices = op_choices(op);
    for (unsigned i = 0; i < choices; i++) {
        if (choices > 1)
            op->choice = op_choice(op, i);
        configuration_event(x->configuration, m->thread, op, frontier);
    }
}

static void add_events(struct extensions *x, const struct mover *m,
                       const uint32_t *frontier) {
    struct op op = *m->op;
    if (needs_state(&op)) {
        uint64_t state;
        if (!state_after(x, m, frontier, &state)) {
            x->given_up = LIMIT_PLACES;
            return;
        }
        op_decide(&op, state);
        if (!op_enabled(&op, state) || !is_history(x, m, &op, frontier))
            return;
    }
    add_choices(x, m, &op, frontier);
}

// The state after a candidate (or NOWHERE), when each changer happens before
// the next one, and places are asked for in the order of execution.
static uint64_t next_state(struct extensions *x, uint32_t candidate) {
    invariant(x->changers_ordered);
    const struct trace *t = x->configuration->trace;
    for (; x->passed < x->changers.count; x->passed++) {
        const struct event *e = trace_event(t, x->changers.at[x->passed]);
        if (!clock_sees(x->above, e) &&
            (candidate == NOWHERE || !clock_sees(trace_clock(t, candidate), e)))
            break;
    }
    return x->passed ? x->states.at[x->passed - 1] : x->state;
}

// The places are one after another: that of mutexes and the like, which is by
// far the most frequent.
static void add_in_chain(struct extensions *x, const struct mover *m) {
    size_t count = x->candidates.count;
    bool decide = needs_state(m->op), anew = op_is_decided_by_state(m->op);
    struct op op = *m->op;
    x->passed = 0;
    for (size_t i = settled(x); i <= count; i++) {
        uint32_t candidate = i ? x->candidates.at[i - 1] : NOWHERE;
        if (decide) {
            uint64_t state = next_state(x, candidate);
            if (anew) {
                op = *m->op;
                op_decide(&op, state);
            }
            if (!op_enabled(&op, state))
                continue;
        }
        set_history(x, m, candidate);
        add_choices(x, m, &op, x->history);
    }
}

static void add_everywhere(struct extensions *x, const struct mover *m) {
    if (!enumerate(x, m)) {
        x->given_up = LIMIT_PLACES;
        return;
    }
    size_t places = x->frontiers.count / x->width;
    for (size_t k = x->known; k < places; k++)
        add_events(x, m, frontier_at(x, k));
}

static void find_of(struct extensions *x, const struct mover *m) {
    set_widest(x, m);
    collect(x, m);
    bool done = m->at < x->configuration->trace->length;
    size_t count = x->candidates.count;
    if (done && !count && op_choices(m->op) == 1)
        return; // it could only be what it is
    if (count > EXTENSIONS_MOST)
        x->given_up = LIMIT_PLACES;
    else if (x->changers_ordered && is_chain(x, x->candidates.at, count))
        add_in_chain(x, m);
    else
        add_everywhere(x, m);
}

static bool can_move(const struct op *op) {
    return op->mode != OP_IGNORES || op->kind == OP_CHOOSE;
}

static void find_of_event(struct extensions *x, uint32_t at) {
    struct trace *t = x->configuration->trace;
    const struct event *e = trace_event(t, at);
    struct mover m = {e->thread, at, &e->op, x->above};
    if (!can_move(&e->op))
        return;
    clock_copy(x->above, trace_above(t, at), x->width);
    find_of(x, &m);
}

static void find_of_events(struct extensions *x) {
    const struct trace *t = x->configuration->trace;
    size_t old = x->varying.count, next = t->reversible.count;
    while (old && x->varying.at[old - 1] >= x->fresh)
        old--;
    x->varying.count = old;
    for (size_t i = 0; i < old; i++)
        find_of_event(x, x->varying.at[i]);
    while (next && t->reversible.at[next - 1] >= x->fresh)
        next--;
    for (uint32_t at = x->fresh; at < t->length; at++) {
        bool reversible =
            next < t->reversible.count && t->reversible.at[next] == at;
        next += reversible;
        bool always = op_varies(&trace_event(t, at)->op);
        if (always)
            vec_push(&x->varying, at);
        if (reversible || always)
            find_of_event(x, at);
    }
}

void extensions_find(struct extensions *x, uint32_t fresh) {
    struct trace *t = x->configuration->trace;
    require(fresh <= t->length && x->configuration->ids.count == t->length);
    make_room(x);
    x->fresh = fresh;
    find_of_events(x);
    for (uint32_t thread = 0; thread < t->machine->threads; thread++) {
        const struct op *op = machine_pending(t->machine, thread);
        if (!op || !can_move(op) || !trace_above_next(t, thread, op, x->above))
            continue;
        struct mover m = {thread, t->length, op, x->above};
        find_of(x, &m);
    }
}
