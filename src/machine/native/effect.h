// SPDX-License-Identifier: Apache-2.0
// What operations do: how one would happen now, whether it can, and the change
// of its object when it does (op.h says which, for all machines).

#ifndef MAZURKA_MACHINE_NATIVE_EFFECT_H
#define MAZURKA_MACHINE_NATIVE_EFFECT_H

#include "machine/native/goto.h"
#include "machine/native/runtime_state.h"

#include <string.h>

// How the operation would happen now.
void effect_decide(struct op *op);
bool effect_can_happen(const struct op *op, unsigned thread);
// What is filled in for who announces an operation: its size and mode.
void effect_complete(struct op *op);
// Its effect on its object. Memory wider than a word is left to the caller.
void effect_take(const struct op *op, unsigned thread);
void effect_note_lock(struct native_thread *thread, const struct op *op,
                      int change);
__attribute__((noinline)) void effect_update_memory(const struct op *op);
// What the operation that is about to happen will have done to its place.
void effect_note(size_t step, const struct op *op);
// Inside of an atomic section: the operation on memory, native_self()->op
// with its site, happens now, as part of the step. If it would have to wait, the
// thread goes no further, as at a false assumption.
// Out of line, as all that is rare where a thread parks: its locals would be
// saved with each step.
__attribute__((noinline)) void effect_at_once(void);
// What stands for these bytes in a hashed operation (OP_HASHED).
uint64_t effect_hash(const void *bytes, size_t size);

// Put a value into memory, of one of few sizes, all in line. Little endian.
__attribute__((always_inline)) static inline void
effect_store(void *place, size_t size, uint64_t value) {
    switch (size) {
    case 1:
        goto_save(place, 1);
        memcpy(place, &value, 1);
        break;
    case 4:
        goto_save(place, 4);
        memcpy(place, &value, 4);
        break;
    case 8:
        goto_save(place, 8);
        memcpy(place, &value, 8);
        break;
    default:
        goto_save(place, size);
        memcpy(place, &value, size);
        break;
    }
}

// The effect of an access to memory.
__attribute__((always_inline)) static inline void
effect_change_memory(const struct op *op) {
    if (op->kind == OP_WRITE)
        effect_store((void *)(uintptr_t)op->addr, op->size, op->arg);
    else if (op->kind != OP_READ)
        effect_update_memory(op);
}

// The same for a thread's operation, by its path.
static inline void effect_take_of(struct thread *t) {
    const struct op *op = &t->base.op;
    enum fast_path path = t->base.fast_path;
    if (path == FAST_ACCESS) {
        effect_change_memory(op);
    } else if (path) {
        goto_set(*fast_path_word(op), fast_path_owner(path, t->base.number));
        effect_note_lock(&t->base, op, op_rows[op->kind].holds);
    } else {
        effect_take(op, t->base.number);
    }
}

#endif
