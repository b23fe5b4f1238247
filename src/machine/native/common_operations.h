// SPDX-License-Identifier: Apache-2.0
// The operations that most steps are made of, told by one look when a thread
// parks: what op.h says of them in general, in a straight line. Each acts on
// one aligned word; how it would happen depends on what the word holds in no
// other way than that `old` is this.

#ifndef MAZURKA_MACHINE_NATIVE_COMMON_OPERATIONS_H
#define MAZURKA_MACHINE_NATIVE_COMMON_OPERATIONS_H

#include "op/op.h"

enum shape {
    SHAPE_OTHER,
    SHAPE_ACCESS, // reads, writes or updates memory: never waits
    SHAPE_LOCK,   // of a mutex
    SHAPE_UNLOCK,
};

static inline enum shape shape_of(const struct op *op) {
    if (op->kind <= OP_RMW && (op->addr & 7) + op->size <= 8 &&
        !(op->flags & (OP_OPAQUE | OP_HASHED)))
        return SHAPE_ACCESS;
    if (op->kind == OP_LOCK && !(op->addr & 7))
        return SHAPE_LOCK;
    return op->kind == OP_UNLOCK && !(op->addr & 7) ? SHAPE_UNLOCK
                                                    : SHAPE_OTHER;
}

static inline uint64_t *shape_word(const struct op *op) {
    return (uint64_t *)(uintptr_t)(op->addr & ~7ull);
}

// For all but SHAPE_OTHER: op_enabled.
static inline bool shape_enabled(enum shape shape, const struct op *op) {
    return shape != SHAPE_LOCK || *shape_word(op) == 0;
}

// For a mutex: op_state_after.
static inline uint64_t shape_owner(enum shape shape, unsigned thread) {
    return shape == SHAPE_LOCK ? 1ull + thread : 0;
}

#endif
