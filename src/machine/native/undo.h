// SPDX-License-Identifier: Apache-2.0
// The undo log: what memory held before it was overwritten, newest last.
//
//   | bytes | where, how many | bytes | where, how many | …        ◀ top
//
// A mark is a height of the log. Going back to one pops records and copies
// their bytes back, so the memory is again what it was when the mark was made.

#ifndef MAZURKA_NATIVE_UNDO_H
#define MAZURKA_NATIVE_UNDO_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct undo {
    char *bytes;
    size_t top, room;
};

struct undo_record {
    void *address;
    size_t size;
};

void undo_make_room(struct undo *undo, size_t more);

static inline size_t undo_padded(size_t size) {
    return (size + 7) & ~(size_t)7;
}

// For memory that may have been overwritten already: `old` is what it held.
// Several times a step, so in line: small constant sizes need no call.
static inline void undo_save_old(struct undo *u, void *address,
                                 const void *old, size_t size) {
    size_t place = undo_padded(size);
    if (u->top + place + sizeof(struct undo_record) > u->room)
        undo_make_room(u, place + sizeof(struct undo_record));
    char *top = u->bytes + u->top;
    memcpy(top, old, size);
    *(struct undo_record *)(void *)(top + place) =
        (struct undo_record){address, size};
    u->top += place + sizeof(struct undo_record);
}

static inline void undo_save(struct undo *u, void *address, size_t size) {
    undo_save_old(u, address, address, size);
}

void undo_back(struct undo *undo, size_t mark);
void undo_free(struct undo *undo);

#endif
