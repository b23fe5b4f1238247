// SPDX-License-Identifier: Apache-2.0

#include "explore/trace/enabling.h"

#include "base/fault.h"

// The table of states is given up when it gets larger than this; the search is
// then right all the same, only slower.
enum { MOST_STATES = 1 << 16 };

void enabling_free(struct enabling *e) {
    vec_free(&e->events);
    vec_free(&e->found);
    vec_free(&e->states);
    vec_free(&e->alive);
    vec_free(&e->levels);
    vec_free(&e->choices);
    vec_free(&e->path);
}

static uint64_t after(const struct enabling *e, size_t k, uint64_t state) {
    const struct event *event = trace_event(e->trace, e->events.at[k].at);
    return op_state_after(e->op, &event->op, event->thread, state);
}

// ------------------------------------------------- which states can be useful

static size_t find_state(const struct enabling *e, size_t level,
                         uint64_t state) {
    invariant(level < e->levels.count);
    size_t end =
        level + 1 < e->levels.count ? e->levels.at[level + 1] : e->states.count;
    for (size_t i = e->levels.at[level]; i < end; i++)
        if (e->states.at[i] == state)
            return i;
    return SIZE_MAX;
}

static void add_state(struct enabling *e, size_t level, uint64_t state) {
    if (find_state(e, level, state) == SIZE_MAX)
        vec_push(&e->states, state);
}

// Forward: the states before each event, whatever was left out.
static bool reachable_states(struct enabling *e, uint64_t state) {
    e->states.count = e->levels.count = 0;
    vec_push(&e->levels, 0);
    vec_push(&e->states, state);
    for (size_t k = 0; k < e->events.count; k++) {
        size_t start = e->levels.at[k], end = e->states.count;
        vec_push(&e->levels, end);
        for (size_t i = start; i < end; i++) {
            add_state(e, k + 1, after(e, k, e->states.at[i]));
            if (e->events.at[k].may_be_left_out)
                add_state(e, k + 1, e->states.at[i]);
        }
        if (e->states.count > MOST_STATES)
            return false;
    }
    return true;
}

// Backward: from which of them a state that enables the operation is in reach.
static void mark_alive(struct enabling *e) {
    size_t count = e->events.count;
    vec_reserve(&e->alive, e->states.count);
    for (size_t i = e->levels.at[count]; i < e->states.count; i++)
        e->alive.at[i] = op_enabled(e->op, e->states.at[i]);
    for (size_t k = count; k-- > 0;)
        for (size_t i = e->levels.at[k]; i < e->levels.at[k + 1]; i++) {
            uint64_t state = e->states.at[i];
            size_t kept = find_state(e, k + 1, after(e, k, state));
            invariant(kept != SIZE_MAX);
            bool alive = e->alive.at[kept];
            if (!alive && e->events.at[k].may_be_left_out)
                alive = e->alive.at[find_state(e, k + 1, state)];
            e->alive.at[i] = alive;
        }
}

// ------------------------------------------------------------------- search

struct enabling_search {
    struct enabling *e;
    bool table;
    uint64_t left_out;
};

static unsigned bit_of(const struct enabling *e, size_t k) {
    unsigned bit = 0;
    for (size_t i = 0; i < k; i++)
        bit += e->events.at[i].may_be_left_out;
    return bit;
}

static bool covered(const struct enabling_search *s) {
    const struct enabling *e = s->e;
    for (size_t i = 0; i < e->found.count; i++)
        if ((s->left_out & e->found.at[i]) == e->found.at[i])
            return true;
    return false;
}

// An event goes with what it needs: is one of its predecessors left out?
static bool must_go(const struct enabling_search *s, size_t k) {
    const struct enabling *e = s->e;
    uint64_t left_out = s->left_out;
    for (size_t i = 0; left_out && i < k; i++) {
        if (!e->events.at[i].may_be_left_out)
            continue;
        if ((left_out & 1) &&
            trace_hb(e->trace, e->events.at[i].at, e->events.at[k].at))
            return true;
        left_out >>= 1;
    }
    return false;
}

static bool hopeless(const struct enabling_search *s, size_t k) {
    const struct enabling *e = s->e;
    if (!s->table)
        return false;
    size_t found = find_state(e, k, e->path.at[k]);
    invariant(found != SIZE_MAX);
    return !e->alive.at[found];
}

enum { UNTRIED, KEPT, LEFT_OUT };

// Take the next choice at event k; false if there is none left.
static bool next_choice(struct enabling_search *s, size_t k) {
    struct enabling *e = s->e;
    uint8_t *choice = &e->choices.at[k];
    bool may = e->events.at[k].may_be_left_out;
    uint64_t bit = may ? 1ull << bit_of(e, k) : 0;
    if (*choice == UNTRIED && !must_go(s, k)) {
        *choice = KEPT;
        e->path.at[k + 1] = after(e, k, e->path.at[k]);
        return true;
    }
    if (*choice != LEFT_OUT && may) {
        *choice = LEFT_OUT;
        s->left_out |= bit;
        e->path.at[k + 1] = e->path.at[k];
        return true;
    }
    s->left_out &= ~bit;
    return false;
}

// Was enough left out before event k that something found covers it? Only the
// event just left out can have made it so.
static bool cut_off(const struct enabling_search *s, size_t k) {
    return hopeless(s, k) ||
           (k > 0 && s->e->choices.at[k - 1] == LEFT_OUT && covered(s));
}

static bool search_sets(struct enabling_search *s) {
    struct enabling *e = s->e;
    size_t k = 0, count = e->events.count;
    e->choices.at[0] = UNTRIED;
    for (;;) {
        bool down = !cut_off(s, k);
        if (down && k == count) {
            if (op_enabled(e->op, e->path.at[k])) {
                if (e->found.count == ENABLING_MOST_SETS)
                    return false;
                vec_push(&e->found, s->left_out);
                // Whatever else goes after the last that went is too much.
                while (k > 0 && e->choices.at[k - 1] != LEFT_OUT)
                    k--;
            }
            down = false;
        }
        if (down)
            e->choices.at[k] = UNTRIED;
        else if (k-- == 0)
            return true;
        while (!next_choice(s, k))
            if (k-- == 0)
                return true;
        k++;
    }
}

// Debug: what the caller has filled in, and the invariant of what was found.
static bool events_ascend(const struct enabling *e) {
    for (size_t i = 1; i < e->events.count; i++)
        if (e->events.at[i - 1].at >= e->events.at[i].at)
            return false;
    return true;
}

static bool found_is_sound(const struct enabling *e) {
    for (size_t i = 0; i < e->found.count && e->found.count < 256; i++)
        for (size_t k = 0; k < e->found.count; k++)
            if (i != k && !(e->found.at[i] & ~e->found.at[k]))
                return false;
    return true;
}

bool enabling_search(struct enabling *e, uint64_t state) {
    require(op_blocking((enum op_kind)e->op->kind) == WAITS_CONTENDED);
    expensive(events_ascend(e));
    size_t count = e->events.count;
    e->found.count = 0;
    if (bit_of(e, count) > ENABLING_MOST_EVENTS)
        return false;
    vec_reserve(&e->choices, count + 1);
    vec_reserve(&e->path, count + 1);
    struct enabling_search s = {.e = e};
    s.table = reachable_states(e, state);
    if (s.table)
        mark_alive(e);
    e->path.at[0] = state;
    bool all = search_sets(&s);
    expensive(found_is_sound(e));
    return all;
}
