// SPDX-License-Identifier: Apache-2.0
// The undo log: what memory held before it was overwritten, newest last.
//
//   | bytes | where, how many | bytes | where, how many | …        ◀ top
//
// A mark is a height of the log. Going back to one pops records and copies
// their bytes back, so the memory is again what it was when the mark was made.
//
// Invariant: from every mark down to 0 the log is whole records.
//
// Quiet records are of memory that is no part of the program's state
// (states.h).

#ifndef MAZURKA_MACHINE_NATIVE_MEMORY_UNDO_H
#define MAZURKA_MACHINE_NATIVE_MEMORY_UNDO_H

#include "base/fault.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct undo {
    char *bytes;
    size_t top, room;
};

struct undo_record {
    void *address;
    uint32_t size; // no block, and no stack, is larger
    bool quiet;
};

_Static_assert(sizeof(struct undo_record) == 16, "the log stays aligned");

__attribute__((cold, noinline)) void undo_make_room(struct undo *undo,
                                                    size_t more);

static inline size_t undo_padded(size_t size) {
    return (size + 7) & ~(size_t)7;
}

enum { UNDO_PIECE = 128 }; // what a step saves of its thread

// Most are words, and a call costs more than to copy one.
static inline void undo_copy(void *to, const void *from, size_t size) {
    if (size == 8)
        memcpy(to, from, 8);
    else if (size == 4)
        memcpy(to, from, 4);
    else if (size == UNDO_PIECE)
        memcpy(to, from, UNDO_PIECE);
    else
        memcpy(to, from, size);
}

// Room for records that need so much in all, with what is around their bytes.
static inline void undo_reserve(struct undo *u, size_t more) {
    if (u->top + more > u->room)
        undo_make_room(u, more);
}

static inline size_t undo_room_for(size_t size) {
    return undo_padded(size) + sizeof(struct undo_record);
}

// The bytes of a record are at `top`: it ends here. The top after it.
static inline char *undo_end_record(char *top, void *address, size_t size,
                                    bool quiet) {
    size_t place = undo_padded(size);
    *(struct undo_record *)(void *)(top + place) =
        (struct undo_record){address, (uint32_t)size, quiet};
    return top + place + sizeof(struct undo_record);
}

// A record at `top`, where there is room for it. The top after it.
__attribute__((always_inline)) static inline char *
undo_put(char *top, void *address, const void *old, size_t size, bool quiet) {
    undo_copy(top, old, size);
    return undo_end_record(top, address, size, quiet);
}

// Several times a step, so in line: small constant sizes need no call.
__attribute__((always_inline)) static inline void
undo_push(struct undo *u, void *address, const void *old, size_t size,
          bool quiet) {
    undo_reserve(u, undo_room_for(size));
    undo_put(u->bytes + u->top, address, old, size, quiet);
    u->top += undo_room_for(size);
}

// For memory that may have been overwritten already: `old` is what it held.
static inline void undo_save_old(struct undo *u, void *address, const void *old,
                                 size_t size) {
    undo_push(u, address, old, size, false);
}

__attribute__((always_inline)) static inline void
undo_save(struct undo *u, void *address, size_t size) {
    undo_push(u, address, address, size, false);
}

static inline void undo_save_quietly(struct undo *u, void *address,
                                     const void *old, size_t size) {
    undo_push(u, address, old, size, true);
}

// Of the records above a mark, leave out those of memory that is lost: somebody
// has unmapped it.
void undo_leave_out(struct undo *undo, size_t mark,
                    bool (*is_lost)(const void *address, size_t size));
// Put back what the records between two heights have, the newest first.
static inline void undo_restore(const struct undo *u, size_t high, size_t low) {
    const char *at = u->bytes + high, *end = u->bytes + low;
    invariant(low <= high && high <= u->top);
    while (at > end) {
        at -= sizeof(struct undo_record);
        struct undo_record r = *(const struct undo_record *)(const void *)at;
        at -= undo_padded(r.size);
        undo_copy(r.address, at, r.size);
    }
    invariant(at == end); // a mark stands between two records
}
void undo_free(struct undo *undo);

// The record that ends at a height of the log (not 0), and where it begins: the
// height at which the one before ends.
struct undo_record undo_record(const struct undo *undo, size_t end,
                               size_t *start);
// Let its bytes and the memory's change places.
void undo_exchange(struct undo *undo, size_t end);

// Of the records between two heights, keep only those that have a byte which no
// earlier one has: going back over all of them at once stays the same. By how
// much the log is shorter then.
size_t undo_compact(struct undo *undo, size_t low, size_t high);
// Debug: does the invariant hold between two heights?
bool undo_is_sound(const struct undo *undo, size_t low, size_t high);

#endif
