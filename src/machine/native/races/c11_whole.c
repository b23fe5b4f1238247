// SPDX-License-Identifier: Apache-2.0
// The detector as a whole: made, copied, sent back, compared.

#define XXH_INLINE_ALL
#include "machine/native/races/clocks.h"

#include "base/fault.h"

#include <string.h>
#include <xxhash.h>

struct c11 *c11_new(void) {
    struct c11 *c11 = memory_new(1, sizeof *c11);
    c11->history = history_new();
    c11->clock_room = 64;
    clocks_make_wider(c11, 1);
    c11->clock_count = 1;
    for (unsigned i = 0; i < NATIVE_MOST_THREADS; i++)
        c11->threads[i].now.epoch = 1;
    return c11;
}

void c11_watch(struct c11 *c11, struct race_candidates *candidates) {
    c11->candidates = candidates;
}

void c11_remember_all(struct c11 *c11, struct race_candidates *candidates,
                      struct race_rivals *rivals) {
    race_candidates_all(candidates);
    c11->candidates = candidates;
    c11->rivals = rivals;
}

void c11_free(struct c11 *c11) {
    if (!c11)
        return;
    history_free(c11->history);
    vec_free(&c11->saved);
    vec_free(&c11->found);
    memory_free(c11->clocks);
    memory_free(c11);
}

// Clocks that nobody knows any more are left behind.
struct moving {
    const struct c11 *from;
    struct c11 *to;
    uint32_t *now; // by old number; 0: not yet moved
};

static uint32_t moved(struct moving *m, uint32_t clock) {
    if (!clock || m->now[clock])
        return clock ? m->now[clock] : 0;
    m->now[clock] = clocks_copy(m->to, 0);
    memcpy(clocks_row(m->to, m->now[clock]), clocks_row(m->from, clock),
           m->from->width * sizeof *m->to->clocks);
    return m->now[clock];
}

static void move_clocks_of_list(struct moving *m,
                                const struct history_list *list) {
    for (unsigned i = 0; i < list->count; i++) {
        struct history_cell *cell = &m->to->history->cells.at[list->first + i];
        cell->clock = moved(m, (uint32_t)cell->clock);
    }
}

struct c11 *c11_copy(const struct c11 *from) {
    struct c11 *to = c11_new();
    clocks_make_wider(to, from->width);
    history_free(to->history);
    to->history = history_copy(from->history);
    to->time = from->time;
    to->left_out = from->left_out;
    to->candidates = from->candidates;
    to->rivals = from->rivals;
    struct moving m = {from, to,
                       memory_new(from->clock_count, sizeof(uint32_t))};
    const struct history *h = to->history;
    TABLE_EACH (&h->words, word) {
        move_clocks_of_list(&m, &word->lists[RELEASES]);
        move_clocks_of_list(&m, &word->lists[OBJECTS]);
    }
    for (unsigned i = 0; i < NATIVE_MOST_THREADS; i++) {
        struct clocks_thread *t = &to->threads[i];
        *t = from->threads[i];
        t->now.clock = moved(&m, t->now.clock);
        t->fence.clock = moved(&m, t->fence.clock);
        t->pending = moved(&m, t->pending);
    }
    memory_free(m.now);
    return to;
}

// The heights of both stacks: that of the history is the upper half. The
// history notes that there is a mark; what it holds stays as it is.
uint64_t c11_mark(const struct c11 *c11) {
    invariant(c11->saved.count <= UINT32_MAX);
    return (uint64_t)history_mark(c11->history) << 32 | c11->saved.count;
}

void c11_back(struct c11 *c11, uint64_t mark) {
    history_back(c11->history, (uint32_t)(mark >> 32));
    invariant((uint32_t)mark <= c11->saved.count);
    while (c11->saved.count > (uint32_t)mark) {
        const struct clocks_saved *saved = &c11->saved.at[--c11->saved.count];
        c11->threads[saved->thread] = saved->state;
        c11->clock_count = saved->clocks;
    }
}

// --------------------------------------------------------------- comparing

// Whatever the width of the rows is.
static uint64_t hash_clock(const struct c11 *c11,
                           struct clocks_snapshot snapshot) {
    const uint32_t *row = clocks_row(c11, snapshot.clock);
    unsigned width = c11->width;
    while (width && !row[width - 1])
        width--;
    return XXH3_64bits_withSeed(row, width * sizeof *row, snapshot.epoch);
}

static uint64_t mixed(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15ull;
    return hash ^ hash >> 29;
}

static uint64_t hash_list(const struct c11 *c11,
                          const struct history_word *word, unsigned which) {
    const struct history_list *list = &word->lists[which];
    uint64_t hash = mixed(which, word->key);
    for (unsigned i = 0; i < list->count; i++) {
        const struct history_cell *it =
            &c11->history->cells.at[list->first + i];
        hash =
            mixed(hash, (uint64_t)it->epoch << 32 | (uint64_t)it->thread << 24 |
                            (uint64_t)it->mask << 16 | (uint64_t)it->kind << 8 |
                            it->raced);
        hash = mixed(hash, which == ACCESSES
                               ? (uintptr_t)it->site
                               : hash_clock(c11, (struct clocks_snapshot){
                                                     (uint32_t)it->clock, 0}));
    }
    return list->count ? hash : 0;
}

// Words are in no order: their hashes are added up.
uint64_t c11_hash(const struct c11 *c11) {
    uint64_t sum = 0;
    const struct history *h = c11->history;
    TABLE_EACH (&h->words, word)
        for (unsigned which = 0; which < LISTS; which++)
            sum += hash_list(c11, word, which);
    for (unsigned i = 0; i < NATIVE_MOST_THREADS; i++) {
        const struct clocks_thread *t = &c11->threads[i];
        uint64_t key[] = {
            i, hash_clock(c11, t->now), hash_clock(c11, t->fence),
            hash_clock(c11, (struct clocks_snapshot){t->pending, 0})};
        sum += XXH3_64bits(key, sizeof key);
    }
    return sum;
}
