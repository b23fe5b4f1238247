// SPDX-License-Identifier: Apache-2.0

#include "explore/stateful/state_table.h"

#include "base/fault.h"

enum { FIRST_ROOM = 64 };

void state_table_init(struct state_table *t,
                      const struct operations *operations) {
    *t = (struct state_table){.operations = operations, .chains = FIRST_ROOM};
    t->chain = memory_new(t->chains, sizeof *t->chain);
    t->young.summaries = summaries_new(operations);
}

static void free_generation(struct generation *g) {
    memory_free(g->at);
    summaries_free(g->summaries);
    *g = (struct generation){0};
}

void state_table_free(struct state_table *t) {
    free_generation(&t->young);
    free_generation(&t->old);
    vec_free(&t->open);
    memory_free(t->chain);
}

// ------------------------------------------------------------------- open

static uint32_t *chain_of(const struct state_table *t,
                          const struct state *state) {
    return &t->chain[state->word[0] & (t->chains - 1)];
}

static void put_in_chain(struct state_table *t, uint32_t index) {
    uint32_t *first = chain_of(t, &t->open.at[index].state);
    t->open.at[index].next = *first;
    *first = index + 1;
}

uint32_t state_table_open_index(const struct state_table *t,
                                const struct state *state) {
    for (uint32_t i = *chain_of(t, state); i; i = t->open.at[i - 1].next)
        if (state_equal(&t->open.at[i - 1].state, state))
            return i - 1;
    return NOT_OPEN;
}

void state_table_open(struct state_table *t, const struct state *state) {
    vec_push(&t->open, (struct open_state){*state, 0});
    if (t->open.count <= t->chains) {
        put_in_chain(t, (uint32_t)t->open.count - 1);
        return;
    }
    t->chains *= 2;
    memory_free(t->chain);
    t->chain = memory_new(t->chains, sizeof *t->chain);
    for (uint32_t i = 0; i < t->open.count; i++)
        put_in_chain(t, i);
}

// ----------------------------------------------------------------- closed

static struct closed_state *place_of(const struct generation *g,
                                     const struct state *state) {
    size_t at = state->word[0] & (g->room - 1);
    while (g->at[at].summary && !state_equal(&g->at[at].state, state))
        at = (at + 1) & (g->room - 1);
    return &g->at[at];
}

static void grow(struct generation *g) {
    struct generation bigger = *g;
    bigger.room = g->room ? 2 * g->room : FIRST_ROOM;
    bigger.at = memory_new(bigger.room, sizeof *bigger.at);
    for (size_t i = 0; i < g->room; i++)
        if (g->at[i].summary)
            *place_of(&bigger, &g->at[i].state) = g->at[i];
    memory_free(g->at);
    *g = bigger;
}

static bool is_full(const struct generation *g, size_t more) {
    return 4 * (g->count + more) > 3 * g->room;
}

static void put(struct generation *g, struct closed_state closed) {
    if (is_full(g, 1))
        grow(g);
    struct closed_state *place = place_of(g, &closed.state);
    g->count += !place->summary;
    *place = closed;
}

void state_table_close(struct state_table *t, uint32_t count, uint64_t sleep,
                       uint32_t summary) {
    while (t->open.count > count) {
        const struct open_state *last = &t->open.at[t->open.count - 1];
        uint32_t *first = chain_of(t, &last->state);
        invariant(*first == t->open.count);
        *first = last->next;
        put(&t->young, (struct closed_state){last->state, sleep, summary + 1});
        t->open.count--;
    }
}

static const struct closed_state *look(const struct generation *g,
                                       const struct state *state) {
    const struct closed_state *place = g->room ? place_of(g, state) : NULL;
    return place && place->summary ? place : NULL;
}

bool state_table_find(struct state_table *t, const struct state *state,
                      uint64_t *sleep, uint32_t *summary) {
    const struct closed_state *found = look(&t->young, state);
    if (!found && (found = look(&t->old, state))) {
        struct closed_state moved = *found;
        moved.summary = 1 + summary_moved(t->old.summaries, found->summary - 1,
                                          t->young.summaries);
        put(&t->young, moved);
        found = look(&t->young, state);
    }
    if (!found)
        return false;
    *sleep = found->sleep;
    *summary = found->summary - 1;
    return true;
}

// ----------------------------------------------------------------- memory

static size_t generation_bytes(const struct generation *g) {
    return g->room * sizeof *g->at +
           (g->summaries ? summaries_bytes(g->summaries) : 0);
}

size_t state_table_bytes(const struct state_table *t) {
    return generation_bytes(&t->young) + generation_bytes(&t->old) +
           t->open.room * sizeof *t->open.at + t->chains * sizeof *t->chain;
}

bool state_table_turn(struct state_table *t) {
    size_t bytes = state_table_bytes(t);
    if (bytes > t->bytes_most)
        t->bytes_most = bytes;
    size_t young = generation_bytes(&t->young);
    if (is_full(&t->young, 1 + t->open.count)) // it may have to double
        young += t->young.room * sizeof *t->young.at;
    if (!t->most_bytes || t->young.count == 0 || young <= t->most_bytes / 2)
        return false;
    t->forgotten += t->old.count;
    free_generation(&t->old);
    t->old = t->young;
    t->young = (struct generation){.summaries = summaries_new(t->operations)};
    return true;
}
