// SPDX-License-Identifier: Apache-2.0
// The fast path: operations that most steps are made of are recognised when a
// thread parks, and then what op.h says of them in general is done in a
// straight line. Each acts on one aligned word; how it would happen depends on
// what the word holds in no other way than that `old` is this.

#ifndef MAZURKA_MACHINE_NATIVE_FAST_PATH_H
#define MAZURKA_MACHINE_NATIVE_FAST_PATH_H

#include "op/op.h"

enum fast_path {
    FAST_NONE,
    FAST_ACCESS, // reads, writes or updates memory: never waits
    FAST_LOCK,   // of a mutex
    FAST_UNLOCK,
};

static inline enum fast_path fast_path_of(const struct op *op) {
    if (op->kind <= OP_RMW && (op->addr & 7) + op->size <= 8 &&
        !(op->flags & (OP_OPAQUE | OP_HASHED)))
        return FAST_ACCESS;
    if (op->kind == OP_LOCK && !(op->addr & 7))
        return FAST_LOCK;
    return op->kind == OP_UNLOCK && !(op->addr & 7) ? FAST_UNLOCK : FAST_NONE;
}

static inline uint64_t *fast_path_word(const struct op *op) {
    return (uint64_t *)(uintptr_t)(op->addr & ~7ull);
}

// For all but FAST_NONE: op_enabled.
static inline bool fast_path_enabled(enum fast_path path, const struct op *op) {
    return path != FAST_LOCK || *fast_path_word(op) == 0;
}

// For a mutex: op_state_after.
static inline uint64_t fast_path_owner(enum fast_path path, unsigned thread) {
    return path == FAST_LOCK ? 1ull + thread : 0;
}

#endif
