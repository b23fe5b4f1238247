// SPDX-License-Identifier: Apache-2.0

#include "machine/native/undo.h"

#include "base/memory.h"

void undo_make_room(struct undo *u, size_t more) {
    if (u->top + more <= u->room)
        return;
    u->room = 2 * u->room + more + 4096;
    u->bytes = memory_resize(u->bytes, u->room, 1);
}

void undo_back(struct undo *u, size_t mark) {
    while (u->top > mark) {
        u->top -= sizeof(struct undo_record);
        struct undo_record r =
            *(struct undo_record *)(void *)(u->bytes + u->top);
        u->top -= undo_padded(r.size);
        undo_copy(r.address, u->bytes + u->top, r.size);
    }
}

void undo_free(struct undo *u) {
    memory_free(u->bytes);
    *u = (struct undo){0};
}

struct undo_record undo_record(const struct undo *u, size_t end,
                               size_t *start) {
    end -= sizeof(struct undo_record);
    struct undo_record r = *(struct undo_record *)(void *)(u->bytes + end);
    *start = end - undo_padded(r.size);
    return r;
}

void undo_exchange(struct undo *u, size_t end) {
    size_t start;
    struct undo_record r = undo_record(u, end, &start);
    char *memory = r.address, *kept = u->bytes + start;
    for (uint32_t i = 0; i < r.size; i++) {
        char byte = memory[i];
        memory[i] = kept[i];
        kept[i] = byte;
    }
}
