// SPDX-License-Identifier: Apache-2.0

#include "machine/native/state/states.h"

#include "base/fault.h"
#include "machine/native/runtime_state.h"

#include <stdlib.h>
#include <string.h>

bool states_are_told(void) {
    return !&__mz_stateless;
}

// Into a sum: out of it again by the same.
static void add(struct state *sum, uint64_t address, uint64_t value) {
    struct state s = {{address * 0x9fb21c651e98df25u, ~address}};
    states_fold(&s, value);
    sum->word[0] ^= s.word[0];
    sum->word[1] ^= s.word[1];
}

// -------------------------------------------------------------------- memory

static uint64_t word_at(uint64_t address) {
    uint64_t value;
    memcpy(&value, (const void *)(uintptr_t)address, 8);
    return value;
}

static uint64_t first_word(const struct undo_record *r) {
    return (uintptr_t)r->address & ~7ull;
}

static uint64_t end_of_words(const struct undo_record *r) {
    return ((uintptr_t)r->address + r->size + 7) & ~7ull;
}

static void add_words(struct state *sum, const struct undo_record *r) {
    for (uint64_t at = first_word(r); at < end_of_words(r); at += 8)
        add(sum, at, word_at(at));
}

// Take back one step after the other, up to a mark, to see what each has
// changed: *sum becomes the sum of both. What was taken back is kept.
static void look_back(size_t from, size_t mark, struct state *sum) {
    require(mark <= from && from <= native.undo.top);
    while (from > mark) {
        size_t start;
        struct undo_record r = undo_record(&native.undo, from, &start);
        invariant(start < from); // or it would not end
        if (!r.quiet) {
            vec_push(&states.looked_at, from);
            if (sum)
                add_words(sum, &r);
            undo_exchange(&native.undo, from);
            if (sum)
                add_words(sum, &r);
        }
        from = start;
    }
}

static void look_ahead(void) {
    while (states.looked_at.count)
        undo_exchange(&native.undo,
                      states.looked_at.at[--states.looked_at.count]);
}

void states_catch_up(void) {
    size_t steps = native.taken.count, known;
    invariant(!states.looked_at.count);
    if (!states.memory.count)
        vec_push(&states.memory, (struct state){0}); // at the start
    known = states.memory.count - 1;
    invariant(known <= steps);
    vec_reserve(&states.memory, steps + 1);
    struct state *memory = states.memory.at;
    states.memory.count = steps + 1;
    size_t top = native.undo.top;
    for (size_t i = steps; i > known; i--) {
        memory[i] = (struct state){0};
        look_back(top, native.taken.at[i - 1].undo, &memory[i]);
        top = native.taken.at[i - 1].undo;
    }
    look_ahead();
    for (size_t i = known + 1; i <= steps; i++) {
        memory[i].word[0] ^= memory[i - 1].word[0];
        memory[i].word[1] ^= memory[i - 1].word[1];
    }
}

void states_back(size_t steps) {
    invariant(steps <= native.taken.count);
    if (states.memory.count > steps + 1)
        states.memory.count = steps + 1;
}

void native_memory_begins(void *address, size_t size) {
    static const char zeros[4096];
    if (!native.settings.states)
        return;
    for (size_t done = 0, piece; done < size; done += piece) {
        piece = size - done < sizeof zeros ? size - done : sizeof zeros;
        undo_save_old(&native.undo, (char *)address + done, zeros, piece);
    }
}

void native_memory_ends(void *address, size_t size) {
    if (!native.settings.states)
        return;
    native_save(address, size);
    memset(address, 0, size);
}

// ------------------------------------------------------------- the whole state

// Where a living thread stands: calls back with a few words.
static void tell_thread(struct machine *m, unsigned number,
                        void (*tell)(void *context, uint64_t word),
                        void *context) {
    const struct thread *t = native.thread[number];
    tell(context, (uint64_t)number << 8 | t->base.status);
    if (t->base.status == THREAD_SPINS) {
        tell(context, t->local.word[0]);
        tell(context, t->local.word[1]);
    }
    if (t->base.status != THREAD_ALIVE)
        return;
    const struct op *op = machine_pending(m, number);
    invariant(op);
    const uint64_t words[] = {
        t->local.word[0],
        t->local.word[1],
        (uintptr_t)t->locals_top,
        t->atomic,
        (uint64_t)op->kind << 48 | (uint64_t)op->update << 40 |
            (uint64_t)op->compare << 32 | op->size,
        op->addr,
        op->addr2,
        op->arg,
        op->arg2,
        op->target,
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        tell(context, words[i]);
}

static void tell_threads(struct machine *m,
                         void (*tell)(void *context, uint64_t word),
                         void *context) {
    for (unsigned i = 0; i < m->threads; i++)
        if (native.thread[i]->base.status != THREAD_UNBORN)
            tell_thread(m, i, tell, context);
}

// Is there, has been there, or may come (again)?
static struct race_threads race_threads(struct machine *m) {
    struct race_threads all = {.to_come = UINT64_MAX};
    for (unsigned i = 0; i < m->threads; i++) {
        const struct native_thread *t = &native.thread[i]->base;
        uint64_t bit = 1ull << i;
        bool vacant = t->joined == JOINED_BY_CREATOR;
        if (t->status == THREAD_UNBORN || (t->status == THREAD_ENDED && vacant))
            continue;
        all.to_come &= ~bit;
        if (t->status == THREAD_ALIVE)
            all.alive |= bit;
        if (t->status == THREAD_ENDED && t->joined == NOT_JOINED &&
            !t->detached)
            all.ended |= bit;
    }
    return all;
}

// What the detector of data races knows: how many items.
static size_t take_races(struct machine *m) {
    struct race_threads threads = race_threads(m);
    m->tells_more = native.rivals.grown;
    if (!native.c11 || !native.rivals.candidates.count)
        return 0;
    race_state_take(&states.races, native.c11, &native.rivals, &threads);
    return states.races.items.count;
}

static void fold_races(struct machine *m, struct state *out) {
    struct state sum = {{0, 0}};
    size_t count = take_races(m);
    for (size_t i = 0; i < count; i++) {
        sum.word[0] += states.races.items.at[i].word[0];
        sum.word[1] += states.races.items.at[i].word[1];
    }
    if (count) {
        states_fold(out, sum.word[0]);
        states_fold(out, sum.word[1]);
    }
}

static bool can_tell(void) {
    return native.settings.states && !native.uncontrolled &&
           !native.unsupported;
}

static void fold_word(void *state, uint64_t word) {
    states_fold(state, word);
}

bool states_now(struct machine *m, struct state *out) {
    if (!can_tell())
        return false;
    states_catch_up();
    *out = states.memory.at[native.taken.count];
    invariant(states.memory.count == native.taken.count + 1);
    tell_threads(m, fold_word, out);
    fold_races(m, out);
    return true;
}

// ------------------------------------------------------------------- as bytes

static int by_address(const void *a, const void *b) {
    uint64_t x = ((const struct states_word *)a)->address;
    uint64_t y = ((const struct states_word *)b)->address;
    return (x > y) - (x < y);
}

// The words that the log is about, once each, with what they held at the start.
static void collect_words(void) {
    states.words.count = 0;
    look_back(native.undo.top, 0, NULL);
    expensive(undo_is_sound(&native.undo, 0, native.undo.top));
    for (size_t i = 0; i < states.looked_at.count; i++) {
        size_t start;
        struct undo_record r =
            undo_record(&native.undo, states.looked_at.at[i], &start);
        for (uint64_t at = first_word(&r); at < end_of_words(&r); at += 8)
            vec_push(&states.words, (struct states_word){at, word_at(at)});
    }
    look_ahead();
    if (!states.words.count)
        return;
    qsort(states.words.at, states.words.count, sizeof *states.words.at,
          by_address);
    size_t kept = 1;
    for (size_t i = 1; i < states.words.count; i++)
        if (states.words.at[i].address != states.words.at[kept - 1].address)
            states.words.at[kept++] = states.words.at[i];
    states.words.count = kept;
}

static void push_word(void *unused, uint64_t word) {
    (void)unused;
    vec_push(&states.bytes, word);
}

static int by_words(const void *a, const void *b) {
    const uint64_t *x = ((const struct state *)a)->word;
    const uint64_t *y = ((const struct state *)b)->word;
    return x[0] == y[0] ? (x[1] > y[1]) - (x[1] < y[1]) : x[0] < y[0] ? -1 : 1;
}

static void push_races(struct machine *m) {
    size_t count = take_races(m);
    if (!count)
        return;
    qsort(states.races.items.at, count, sizeof *states.races.items.at,
          by_words);
    for (size_t i = 0; i < count; i++) {
        vec_push(&states.bytes, states.races.items.at[i].word[0]);
        vec_push(&states.bytes, states.races.items.at[i].word[1]);
    }
}

const void *states_bytes(struct machine *m, size_t *size) {
    if (!can_tell())
        return NULL;
    states.bytes.count = 0;
    tell_threads(m, push_word, NULL);
    push_races(m);
    collect_words();
    for (size_t i = 0; i < states.words.count; i++) {
        const struct states_word *w = &states.words.at[i];
        uint64_t now = word_at(w->address);
        if (now == w->value)
            continue;
        vec_push(&states.bytes, w->address);
        vec_push(&states.bytes, now);
    }
    *size = states.bytes.count * sizeof *states.bytes.at;
    return states.bytes.at;
}

void states_free(void) {
    vec_free(&states.memory);
    vec_free(&states.looked_at);
    vec_free(&states.unknown_at);
    vec_free(&states.found);
    vec_free(&states.bytes);
    vec_free(&states.words);
    vec_free(&states.told_at);
    vec_free(&states.told_words);
    vec_free(&states.telling);
    race_state_free(&states.races);
    table_free(&states.told);
}
