// SPDX-License-Identifier: Apache-2.0

#define XXH_INLINE_ALL
#include "machine/native/effect.h"

#include "base/fault.h"

#include <xxhash.h>

static bool has_state(const struct op *op) {
    return op->addr != 0;
}

static uint64_t *state_word(const struct op *op) {
    return op_object((enum op_kind)op->kind) == ON_MEMORY
               ? fast_path_word(op)
               : (uint64_t *)(uintptr_t)op->addr;
}

uint64_t effect_hash(const void *bytes, size_t size) {
    uint64_t hash = XXH3_64bits(bytes, size);
    return hash == OP_UNKNOWN ? ~hash : hash;
}

static uint64_t barrier_size(const struct op *barrier) {
    uint64_t size = *(uint32_t *)(uintptr_t)(barrier->addr + 8);
    return size ? size : 1;
}

void effect_decide(struct op *op) {
    if (!has_state(op))
        return;
    uint64_t state = op->flags & OP_HASHED
                         ? effect_hash((void *)(uintptr_t)op->addr, op->size)
                         : *state_word(op);
    if (op->kind == OP_ARRIVE)
        op->arg = state / barrier_size(op);
    op_decide(op, state);
}

bool effect_can_happen(const struct op *op, unsigned thread) {
    if (op_blocking((enum op_kind)op->kind) == NEVER_WAITS)
        return true;
    if (native.base.graphs && op_is_access(op)) // an await
        return !(native.weak.failed >> thread & 1);
    uint64_t state = has_state(op) ? *state_word(op) : 0;
    switch (op_after(op)) {
    case AFTER_NOTHING:
        return op_enabled(op, state);
    case AFTER_END:
        return native_has_ended(&native.thread[op->target]->base) ||
               native.thread[op->target]->base.holder != op->arg2;
    case AFTER_ARRIVALS:
        return state >= (op->arg + 1) * barrier_size(op);
    case AFTER_WAKING:
        return !(*(uint64_t *)(uintptr_t)op->arg >> thread & 1) &&
               op_enabled(op, state);
    }
    return false;
}

void effect_note_lock(struct native_thread *t, const struct op *op,
                      int change) {
    invariant(change);
    t->held += (unsigned)change;
    // What readers share protects nothing that they write.
    if (!native.c11 || op_rows[op->kind].mode == OP_READS)
        return;
    uint64_t lock = lockset_of(&native.lockset, op->addr);
    t->locks = change > 0 ? t->locks | lock : t->locks & ~lock;
}

__attribute__((noinline)) void effect_update_memory(const struct op *op) {
    effect_store((void *)(uintptr_t)op->addr, op->size,
                 op_result(op, op_value(op, op->old)));
}

void effect_take(const struct op *op, unsigned thread) {
    expensive(thread < NATIVE_MOST_THREADS);
    if (op->addr2) {
        uint64_t *waiters = (uint64_t *)(uintptr_t)op->addr2;
        goto_set(*waiters, *waiters | 1ull << thread);
    }
    if (!has_state(op) || !op_changes(op, op))
        return;
    if (op_object((enum op_kind)op->kind) == ON_MEMORY) {
        void *place = (void *)(uintptr_t)op->addr;
        if (op->size > 8 || op->flags & (OP_OPAQUE | OP_HASHED))
            goto_save(place, op->size);
        else
            effect_update_memory(op);
        return;
    }
    uint64_t *word = state_word(op);
    goto_set(*word, op_state_after(op, op, thread, op->old));
    int change = op_rows[op->kind].holds;
    if (change)
        effect_note_lock(&native.thread[thread]->base, op, change);
}

void effect_complete(struct op *op) {
    if (!op->size && op_object((enum op_kind)op->kind) <= ON_BARRIER)
        op->size = 1;
    if (native.settings.readers_conflict &&
        op_object((enum op_kind)op->kind) == ON_RWLOCK)
        op->flags |= OP_READERS_CONFLICT;
    op_set_mode(op);
    if (native.base.graphs && op_is_access(op))
        op->mode = OP_IGNORES; // what it depends on is what it reads from
}

// Is its object another than before then, as far as that is known?
static bool changes_something(const struct op *op) {
    unsigned thread = native.running->base.number;
    return op_changes(op, op) &&
           (op->flags & (OP_OPAQUE | OP_HASHED) ||
            op_state_after(op, op, thread, op->old) != op->old);
}

void effect_at_once(void) {
    struct op *op = &native.running->base.op;
    effect_complete(op);
    effect_decide(op);
    if (!effect_can_happen(op, native.running->base.number))
        native_stuck();
    if (native.settings.record)
        recording_operation(op);
    if (native.running->rounds.used && changes_something(op))
        rounds_change((void *)(uintptr_t)op->addr, op->size);
    effect_take(op, native.running->base.number);
}

void effect_note(size_t step, const struct op *op) {
    struct taken_step *taken = &native.taken.at[step];
    invariant(step < native.taken.count);
    enum op_object object = op_object((enum op_kind)op->kind);
    bool changes = has_state(op) && op_changes(op, op);
    if (op->kind == OP_CHOOSE ||
        (object <= ON_SEMAPHORE && !op->addr2 && !changes))
        return;
    taken->effect = EFFECT_UNKNOWN;
    if (op->addr2 || op->kind == OP_AWAKE ||
        (native.base.graphs && op_is_access(op)) ||
        op->flags & (OP_OPAQUE | OP_HASHED))
        return;
    uint64_t difference;
    if (object == ON_MEMORY && (op->addr & 7) + op->size <= 8)
        difference =
            op_result(op, op_value(op, op->old)) - op_value(op, op->old);
    else if (object == ON_MUTEX || object == ON_RWLOCK ||
             object == ON_SEMAPHORE)
        difference =
            op_state_after(op, op, taken->step.thread, op->old) - op->old;
    else
        return;
    taken->effect = EFFECT_KNOWN;
    vec_reserve(&native.differences, step + 1);
    native.differences.at[step] = difference;
}
