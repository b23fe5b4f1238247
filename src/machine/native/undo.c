// SPDX-License-Identifier: Apache-2.0

#include "machine/native/undo.h"

#include "base/memory.h"

#include <string.h>

struct record {
    void *address;
    size_t size;
};

static size_t padded(size_t size) {
    return (size + 7) & ~(size_t)7;
}

static void make_room(struct undo *u, size_t more) {
    if (u->top + more <= u->room)
        return;
    u->room = 2 * u->room + more + 4096;
    u->bytes = memory_resize(u->bytes, u->room, 1);
}

void undo_save(struct undo *u, void *address, size_t size) {
    undo_save_old(u, address, address, size);
}

void undo_save_old(struct undo *u, void *address, const void *old,
                   size_t size) {
    size_t place = padded(size);
    make_room(u, place + sizeof(struct record));
    memcpy(u->bytes + u->top, old, size);
    *(struct record *)(void *)(u->bytes + u->top + place) =
        (struct record){address, size};
    u->top += place + sizeof(struct record);
}

void undo_back(struct undo *u, size_t mark) {
    while (u->top > mark) {
        u->top -= sizeof(struct record);
        struct record r = *(struct record *)(void *)(u->bytes + u->top);
        u->top -= padded(r.size);
        memcpy(r.address, u->bytes + u->top, r.size);
    }
}

void undo_free(struct undo *u) {
    memory_free(u->bytes);
    *u = (struct undo){0};
}
