// SPDX-License-Identifier: Apache-2.0

#include "machine/native/state/race_state.h"

#include "base/fault.h"
#include "machine/native/races/clocks.h"
#include "machine/native/state/states.h"

// What an item is about, besides an access.
enum item_kind {
    ACCESS_ITEM,
    THREAD_KNOWS,
    OBJECT_CARRIES, // to who acquires it
    WRITE_CARRIES,  // to who reads it
    FENCE_CARRIES,  // what a relaxed write of the thread would release
    FENCE_BRINGS,   // what an acquire fence of the thread would let it see
};

void race_state_free(struct race_state *s) {
    vec_free(&s->open);
    vec_free(&s->items);
}

// ------------------------------------------------------------ open accesses

// Is what a thread did in this epoch part of a snapshot of thread `of`?
static bool has(const struct c11 *c11, unsigned of,
                struct clocks_snapshot snapshot, const struct open_access *a) {
    if (of == a->thread)
        return snapshot.epoch >= a->epoch;
    return a->thread < c11->width &&
           clocks_row(c11, snapshot.clock)[a->thread] >= a->epoch;
}

// Those of the threads that do not know an access.
static uint64_t unaware(const struct c11 *c11, uint64_t threads,
                        const struct history_cell *it) {
    uint64_t unaware = 0;
    for (; threads; threads &= threads - 1) {
        unsigned t = (unsigned)__builtin_ctzll(threads);
        if (!clocks_sees(c11, t, it->thread, it->epoch))
            unaware |= threads & -threads;
    }
    return unaware;
}

// Who comes later knows what its creator knows, whoever that is.
static bool may_race(const struct c11 *c11, const struct race_threads *threads,
                     uint64_t rivals, const struct history_cell *it) {
    uint64_t unaware_of_it = unaware(c11, threads->alive, it);
    rivals &= ~(1ull << it->thread);
    return rivals & unaware_of_it ||
           (rivals & threads->to_come && unaware_of_it);
}

// What one did who had the number before is known to who has it now.
static bool is_of_holder(const struct c11 *c11, const struct history_cell *it) {
    return it->epoch >= c11->threads[it->thread].first;
}

static void open_accesses_of(struct race_state *s, const struct c11 *c11,
                             const struct race_rivals *rivals,
                             const struct race_threads *threads,
                             const struct history_word *word) {
    const struct history_list *list = &word->lists[ACCESSES];
    for (unsigned i = 0; i < list->count; i++) {
        const struct history_cell *it =
            &c11->history->cells.at[list->first + i];
        if (!may_race(c11, threads,
                      race_rivals_of(rivals, word->key, it->mask, it->kind),
                      it))
            continue;
        struct open_access access = {.thread = it->thread, .epoch = it->epoch};
        states_fold(&access.item, word->key);
        states_fold(&access.item,
                    (uint64_t)it->thread << 32 | (uint64_t)it->mask << 16 |
                        (uint64_t)it->kind << 8 | is_of_holder(c11, it));
        states_fold(&access.item, (uintptr_t)it->site);
        vec_push(&s->open, access);
        vec_push(&s->items, access.item);
    }
}

// -------------------------------------------------------------- who knows them

static void tell(struct race_state *s, const struct open_access *access,
                 enum item_kind kind, uint64_t key, uint64_t which) {
    require(kind != ACCESS_ITEM); // these are the accesses themselves
    struct state item = access->item;
    states_fold(&item, kind);
    states_fold(&item, key);
    states_fold(&item, which);
    vec_push(&s->items, item);
}

static void tell_thread(struct race_state *s, const struct c11 *c11,
                        unsigned thread, bool alive) {
    require(thread < NATIVE_MOST_THREADS);
    const struct clocks_thread *t = &c11->threads[thread];
    struct clocks_snapshot pending = {t->pending, 0};
    for (size_t i = 0; i < s->open.count; i++) {
        const struct open_access *a = &s->open.at[i];
        if (alive && t->fence.epoch && has(c11, thread, t->fence, a))
            tell(s, a, FENCE_CARRIES, thread, 0);
        if (clocks_sees(c11, thread, a->thread, a->epoch))
            tell(s, a, THREAD_KNOWS, thread, 0);
        else if (alive && has(c11, thread, pending, a))
            tell(s, a, FENCE_BRINGS, thread, 0);
    }
}

static struct clocks_snapshot snapshot_of(const struct history_cell *it) {
    return (struct clocks_snapshot){(uint32_t)it->clock, it->epoch};
}

// Whose release it was makes no difference: each acquire gets all of them.
static void tell_object(struct race_state *s, const struct c11 *c11,
                        const struct history_word *word,
                        const struct open_access *a) {
    const struct history_list *list = &word->lists[OBJECTS];
    const struct history_cell *cells = &c11->history->cells.at[list->first];
    unsigned told = 0;
    for (unsigned i = 0; i < list->count; i++) {
        const struct history_cell *it = &cells[i];
        if (it->mask & ~told && has(c11, it->thread, snapshot_of(it), a)) {
            tell(s, a, OBJECT_CARRIES, word->key, it->mask);
            told |= it->mask;
        }
    }
}

// A store ends the release sequences of others, and goes on with its thread's.
static void tell_write(struct race_state *s, const struct c11 *c11,
                       const struct history_word *word,
                       const struct open_access *a) {
    const struct history_list *list = &word->lists[RELEASES];
    const struct history_cell *cells = &c11->history->cells.at[list->first];
    for (unsigned i = 0; i < list->count; i++) {
        const struct history_cell *it = &cells[i];
        if (has(c11, it->thread, snapshot_of(it), a))
            tell(s, a, WRITE_CARRIES, word->key,
                 (uint64_t)it->thread << 32 | (uint64_t)it->mask << 16 |
                     (uint64_t)it->kind << 8 | is_of_holder(c11, it));
    }
}

static void tell_words(struct race_state *s, const struct c11 *c11) {
    const struct history *h = c11->history;
    TABLE_EACH (&h->words, word) {
        if (!word->lists[OBJECTS].count && !word->lists[RELEASES].count)
            continue;
        for (size_t i = 0; i < s->open.count; i++) {
            tell_object(s, c11, word, &s->open.at[i]);
            tell_write(s, c11, word, &s->open.at[i]);
        }
    }
}

void race_state_take(struct race_state *s, const struct c11 *c11,
                     const struct race_rivals *rivals,
                     const struct race_threads *threads) {
    invariant(!(threads->alive & (threads->ended | threads->to_come)));
    s->open.count = s->items.count = 0;
    for (size_t i = 0; i < rivals->candidates.count; i++) {
        const struct history_word *word =
            history_find(c11->history, rivals->candidates.at[i]);
        if (word)
            open_accesses_of(s, c11, rivals, threads, word);
    }
    if (!s->open.count)
        return;
    for (uint64_t left = threads->alive | threads->ended; left;
         left &= left - 1) {
        unsigned thread = (unsigned)__builtin_ctzll(left);
        tell_thread(s, c11, thread, threads->alive >> thread & 1);
    }
    tell_words(s, c11);
}
