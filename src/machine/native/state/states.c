// SPDX-License-Identifier: Apache-2.0

#include "machine/native/state/states.h"

#include "base/fault.h"
#include "base/table.h"
#include "machine/native/runtime_state.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct word {
    uint64_t address, value;
};

struct unknown {
    const struct mz_site *site;
    uint64_t times;
};

static struct {
    VEC(struct state) memory; // after each step, as far as it is known
    VEC(size_t) looked_at;    // ends of records, on the way back
    uint64_t unknown;         // times that a thread's state was not known
    VEC(struct unknown) unknown_at;
    VEC(uint64_t) bytes; // of the state that was told last
    VEC(struct word) words;
    // With check_states: everything that was told of threads, by its hash.
    struct table told;
    VEC(size_t) told_at; // in told_words: hash, count, words
    VEC(uint64_t) told_words, telling;
} states;

bool states_are_told(void) {
    return !&__mz_stateless;
}

// ------------------------------------------------------------------- hashing

static uint64_t scramble(uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

// For a given word this is one-to-one: nothing is lost but by coincidence.
static void fold(struct state *s, uint64_t word) {
    s->word[0] ^= word;
    s->word[1] += scramble(s->word[0] + 0x9e3779b97f4a7c15u);
    s->word[0] += scramble(s->word[1] + 0xd1b54a32d192ed03u);
}

// Into a sum: out of it again by the same.
static void add(struct state *sum, uint64_t address, uint64_t value) {
    struct state s = {{address * 0x9fb21c651e98df25u, ~address}};
    fold(&s, value);
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
    while (from > mark) {
        size_t start;
        struct undo_record r = undo_record(&native.undo, from, &start);
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
    if (!states.memory.count)
        vec_push(&states.memory, (struct state){0}); // at the start
    known = states.memory.count - 1;
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

// ---------------------------------------------------------- what threads know

static struct state *local(void) {
    return &native.running->local;
}

void native_knows(uint64_t word) {
    if (native.settings.states)
        fold(local(), word);
}

struct state native_known(void) {
    return native.running->local;
}

void native_knows_again(struct state known) {
    native.running->local = known;
}

void native_knows_only(uint64_t word) {
    *local() = (struct state){0};
    native_knows(word);
}

bool native_result_matters(void) {
    return native.running->result_matters;
}

void states_read(const void *address, size_t size) {
    const char *bytes = address;
    fold(local(), (uintptr_t)address);
    for (size_t done = 0; done < size; done += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes + done, size - done < 8 ? size - done : 8);
        fold(local(), word);
    }
}

// How it happened. What an operation on a mutex or the like has found is told
// by its kind; where it is not (who comes last to a barrier), the model says
// so.
void states_happened(const struct op *op) {
    uint64_t found = 0;
    enum op_object object = op_object((enum op_kind)op->kind);
    if (object == ON_MEMORY)
        found =
            op->size <= 8 || op->flags & OP_HASHED ? op_value(op, op->old) : 0;
    else if (object == ON_SEMAPHORE)
        found = op->old;
    fold(local(), (uint64_t)op->choice << 8 | op->kind);
    fold(local(), found);
}

void states_forget_thread(struct native_thread *thread) {
    if (thread->error)
        native_set(thread->error, 0);
    if (thread->woke_by_itself)
        native_set(thread->woke_by_itself, false);
    if (thread->detached && thread->result)
        native_set(thread->result, NULL);
    for (unsigned i = 0; i < NATIVE_MOST_KEYS; i++)
        if (thread->keys[i])
            native_set(thread->keys[i], NULL);
}

// ------------------------------------------------- what the program itself
// tells

// Two different things that were told must not have the same hash: `head` is
// followed by as many values as its last word says.
static void check_told(const struct state *hash, const uint64_t head[4],
                       va_list values) {
    uint32_t count = 4 + (uint32_t)head[3];
    states.telling.count = 0;
    for (uint32_t i = 0; i < count; i++)
        vec_push(&states.telling, i < 4 ? head[i] : va_arg(values, uint64_t));
    const uint64_t *words = states.telling.at;
    uint32_t short_hash = (uint32_t)hash->word[0];
    struct probe p = table_probe(&states.told, short_hash);
    while (table_next(&states.told, &p)) {
        const uint64_t *old = &states.told_words.at[states.told_at.at[p.item]];
        if (old[0] != hash->word[0] || old[1] != hash->word[1])
            continue;
        if (old[2] != count || memcmp(old + 3, words, count * 8) != 0)
            fault("two states of a thread have the same hash");
        return;
    }
    table_add(&states.told, short_hash, (uint32_t)states.told_at.count);
    vec_push(&states.told_at, states.told_words.count);
    vec_push(&states.told_words, hash->word[0]);
    vec_push(&states.told_words, hash->word[1]);
    vec_push(&states.told_words, count);
    for (uint32_t i = 0; i < count; i++)
        vec_push(&states.told_words, words[i]);
}

struct mz_base __mz_enter(void) {
    const struct state *known = local();
    return (struct mz_base){{known->word[0], known->word[1]}};
}

void __mz_live(uint64_t base0, uint64_t base1, const void *unit, uint32_t point,
               uint32_t traits, uint32_t count, ...) {
    if (!native.settings.states ||
        (traits & MZ_LIVE_PLAIN && native.settings.races != RACES_INTERLEAVE))
        return;
    struct state s = {{base0, base1}};
    fold(&s, (uintptr_t)unit);
    fold(&s, (uint64_t)point << 32 | count);
    va_list values, again;
    va_start(values, count);
    va_copy(again, values);
    for (uint32_t i = 0; i < count; i++)
        fold(&s, va_arg(values, uint64_t));
    if (native.settings.check_states)
        check_told(&s,
                   (uint64_t[]){base0, base1, (uintptr_t)unit,
                                (uint64_t)point << 32 | count},
                   again);
    va_end(again);
    va_end(values);
    native.running->local = s;
    native.running->result_matters = traits & MZ_LIVE_RESULT;
}

void __mz_live_unknown(const struct mz_site *site) {
    if (!native.settings.states)
        return;
    // Never the same twice.
    *local() = (struct state){{0, ++states.unknown}};
    fold(local(), 0);
    native.running->result_matters = true;
    for (size_t i = 0; i < states.unknown_at.count; i++)
        if (states.unknown_at.at[i].site == site) {
            states.unknown_at.at[i].times++;
            return;
        }
    vec_push(&states.unknown_at, (struct unknown){site, 1});
}

uint64_t states_unknown(void) {
    return states.unknown;
}

uint64_t states_unknown_at(unsigned nth, struct place *place) {
    if (nth >= states.unknown_at.count)
        return 0;
    *place = site_place(states.unknown_at.at[nth].site);
    return states.unknown_at.at[nth].times;
}

// ------------------------------------------------------------- the whole state

// Where a living thread stands: calls back with a few words.
static void tell_thread(struct machine *m, unsigned number,
                        void (*tell)(void *context, uint64_t word),
                        void *context) {
    const struct thread *t = native.thread[number];
    tell(context, (uint64_t)number << 8 | t->base.status);
    if (t->base.status != THREAD_ALIVE)
        return;
    const struct op *op = machine_pending(m, number);
    const uint64_t words[] = {
        t->local.word[0],
        t->local.word[1],
        (uintptr_t)t->frame,
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

static bool can_tell(void) {
    return native.settings.states && !native.uncontrolled &&
           !native.unsupported;
}

static void fold_word(void *state, uint64_t word) {
    fold(state, word);
}

bool states_now(struct machine *m, struct state *out) {
    if (!can_tell())
        return false;
    states_catch_up();
    *out = states.memory.at[native.taken.count];
    tell_threads(m, fold_word, out);
    return true;
}

// ------------------------------------------------------------------- as bytes

static int by_address(const void *a, const void *b) {
    uint64_t x = ((const struct word *)a)->address;
    uint64_t y = ((const struct word *)b)->address;
    return (x > y) - (x < y);
}

// The words that the log is about, once each, with what they held at the start.
static void collect_words(void) {
    states.words.count = 0;
    look_back(native.undo.top, 0, NULL);
    for (size_t i = 0; i < states.looked_at.count; i++) {
        size_t start;
        struct undo_record r =
            undo_record(&native.undo, states.looked_at.at[i], &start);
        for (uint64_t at = first_word(&r); at < end_of_words(&r); at += 8)
            vec_push(&states.words, (struct word){at, word_at(at)});
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

const void *states_bytes(struct machine *m, size_t *size) {
    if (!can_tell())
        return NULL;
    states.bytes.count = 0;
    tell_threads(m, push_word, NULL);
    collect_words();
    for (size_t i = 0; i < states.words.count; i++) {
        const struct word *w = &states.words.at[i];
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
    vec_free(&states.bytes);
    vec_free(&states.words);
    vec_free(&states.told_at);
    vec_free(&states.told_words);
    vec_free(&states.telling);
    table_free(&states.told);
}
