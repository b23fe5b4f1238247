// SPDX-License-Identifier: Apache-2.0

#include "explore/stateful/state_table.h"

#include "base/fault.h"

enum { FIRST_ROOM = 64 };

static struct generation new_generation(const struct operations *operations) {
    return (struct generation){.states.table.load = TABLE_THREE_QUARTERS,
                               .summaries = summaries_new(operations)};
}

void state_table_init(struct state_table *t,
                      const struct operations *operations) {
    *t = (struct state_table){.operations = operations, .chains = FIRST_ROOM};
    _Static_assert((FIRST_ROOM & (FIRST_ROOM - 1)) == 0, "a power of two");
    t->chain = memory_new(t->chains, sizeof *t->chain);
    t->young = new_generation(operations);
}

static void free_generation(struct generation *g) {
    table_free(&g->states);
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
    invariant(index < t->open.count && *first <= index);
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
    require(t->open.count < NOT_OPEN);
    vec_push(&t->open, (struct open_state){*state, 0});
    if (t->open.count <= t->chains) {
        put_in_chain(t, (uint32_t)t->open.count - 1);
        expensive(state_table_is_sound(t));
        return;
    }
    t->chains *= 2;
    memory_free(t->chain);
    t->chain = memory_new(t->chains, sizeof *t->chain);
    for (uint32_t i = 0; i < t->open.count; i++)
        put_in_chain(t, i);
    expensive(state_table_is_sound(t));
}

// ----------------------------------------------------------------- closed

static uint64_t key_of(const struct state *state) {
    return state->word[0] ? state->word[0] : 1;
}

static struct closed_state *look(const struct generation *g,
                                 const struct state *state) {
    struct closed_state *row = table_find(&g->states, key_of(state));
    while (row && row->rest != state->word[1])
        row = table_next(&g->states, row);
    return row;
}

static struct closed_state *put(struct generation *g, const struct state *state,
                                uint64_t sleep, uint32_t summary) {
    struct closed_state *row = look(g, state);
    if (!row)
        row = table_add(&g->states, key_of(state));
    row->rest = state->word[1];
    row->sleep = sleep;
    row->summary = summary;
    return row;
}

void state_table_close(struct state_table *t, uint32_t count, uint64_t sleep,
                       uint32_t summary) {
    invariant(count <= t->open.count);
    invariant(summary < t->young.summaries->rows.rows.count);
    while (t->open.count > count) {
        const struct open_state *last = &t->open.at[t->open.count - 1];
        uint32_t *first = chain_of(t, &last->state);
        invariant(*first == t->open.count);
        *first = last->next;
        put(&t->young, &last->state, sleep, summary);
        t->open.count--;
    }
}

bool state_table_find(struct state_table *t, const struct state *state,
                      uint64_t *sleep, uint32_t *summary) {
    const struct closed_state *found = look(&t->young, state);
    if (!found && (found = look(&t->old, state)))
        found = put(&t->young, state, found->sleep,
                    summary_moved(t->old.summaries, found->summary,
                                  t->young.summaries));
    if (!found)
        return false;
    *sleep = found->sleep;
    *summary = found->summary;
    invariant(*summary < t->young.summaries->rows.rows.count);
    return true;
}

bool state_table_is_sound(const struct state_table *t) {
    uint32_t newest = (uint32_t)t->open.count, steps = newest;
    const struct state *state = &t->open.at[newest - 1].state;
    if (*chain_of(t, state) != newest)
        return false;
    for (uint32_t i = newest, next; (next = t->open.at[i - 1].next); i = next)
        if (next >= i || !steps-- ||
            state_equal(&t->open.at[next - 1].state, state))
            return false;
    return true;
}

// ----------------------------------------------------------------- memory

static size_t generation_bytes(const struct generation *g) {
    return table_bytes(&g->states) +
           (g->summaries ? summaries_bytes(g->summaries) : 0);
}

size_t state_table_bytes(const struct state_table *t) {
    return generation_bytes(&t->young) + generation_bytes(&t->old) +
           t->open.room * sizeof *t->open.at + t->chains * sizeof *t->chain;
}

bool state_table_turn(struct state_table *t) {
    invariant((t->chains & (t->chains - 1)) == 0);
    size_t bytes = state_table_bytes(t);
    if (bytes > t->bytes_most)
        t->bytes_most = bytes;
    size_t young = generation_bytes(&t->young);
    const struct table *states = &t->young.states.table;
    if (table_is_full(states, 1 + t->open.count)) // it may have to double
        young += table_bytes(&t->young.states);
    if (!t->most_bytes || states->count == 0 || young <= t->most_bytes / 2)
        return false;
    t->forgotten += t->old.states.table.count;
    free_generation(&t->old);
    t->old = t->young;
    t->young = new_generation(t->operations);
    return true;
}
