// SPDX-License-Identifier: Apache-2.0
// What threads know, as a hash (states.h): said by models of library functions,
// and by the program itself.

#include "base/fault.h"
#include "machine/native/library_state.h"
#include "machine/native/runtime_state.h"
#include "machine/native/state/states.h"

#include <stdarg.h>
#include <string.h>

static struct state *local(void) {
    expensive(native.running);
    return &native.running->local;
}

void native_knows(uint64_t word) {
    if (native.settings.states)
        states_fold(local(), word);
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
    states_fold(local(), (uintptr_t)address);
    for (size_t done = 0; done < size; done += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes + done, size - done < 8 ? size - done : 8);
        states_fold(local(), word);
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
    states_fold(local(), (uint64_t)op->choice << 8 | op->kind);
    states_fold(local(), found);
    vec_reserve(&states.found, native.taken.count);
    states.found.at[native.taken.count - 1] = found;
}

void states_found_since(size_t steps) {
    for (size_t i = steps; i < native.taken.count; i++) {
        const struct taken_step *t = &native.taken.at[i];
        if (t->step.thread != native.running->base.number)
            continue;
        states_fold(local(), t->addr);
        states_fold(local(), (uint64_t)t->kind << 32 | t->size);
        states_fold(local(), states.found.at[i]);
    }
}

void states_forget_thread(struct native_thread *thread) {
    if (thread->error)
        native_set(thread->error, 0);
    if (thread->woke_by_itself)
        native_set(thread->woke_by_itself, false);
    if (thread->detached && thread->result)
        native_set(thread->result, NULL);
    for (unsigned i = 0; i < library.keys.end; i++)
        if (thread->keys[i])
            native_set(thread->keys[i], NULL);
}

// ----------------------------------------- what the program itself tells

// Two different things that were told must not have the same hash: `head` is
// followed by as many values as its last word says.
static void check_told(const struct state *hash, const uint64_t head[4],
                       va_list values) {
    uint32_t count = 4 + (uint32_t)head[3];
    states.telling.count = 0;
    for (uint32_t i = 0; i < count; i++)
        vec_push(&states.telling, i < 4 ? head[i] : va_arg(values, uint64_t));
    const uint64_t *words = states.telling.at;
    uint32_t short_hash = table_hash((uint32_t)hash->word[0]);
    for (struct table_item *it = table_find(&states.told, short_hash); it;
         it = table_next(&states.told, it)) {
        const uint64_t *old =
            &states.told_words.at[states.told_at.at[it->item]];
        if (old[0] != hash->word[0] || old[1] != hash->word[1])
            continue;
        if (old[2] != count || memcmp(old + 3, words, count * 8) != 0)
            fault("two states of a thread have the same hash");
        return;
    }
    table_add(&states.told, short_hash)->item = (uint32_t)states.told_at.count;
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
    states_fold(&s, (uintptr_t)unit);
    states_fold(&s, (uint64_t)point << 32 | count);
    va_list values, again;
    va_start(values, count);
    va_copy(again, values);
    for (uint32_t i = 0; i < count; i++)
        states_fold(&s, va_arg(values, uint64_t));
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
    states_fold(local(), 0);
    native.running->result_matters = true;
    for (size_t i = 0; i < states.unknown_at.count; i++)
        if (states.unknown_at.at[i].site == site) {
            states.unknown_at.at[i].times++;
            return;
        }
    vec_push(&states.unknown_at, (struct states_unknown){site, 1});
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
