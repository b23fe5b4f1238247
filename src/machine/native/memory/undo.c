// SPDX-License-Identifier: Apache-2.0

#include "machine/native/memory/undo.h"

#include "base/memory.h"

void undo_make_room(struct undo *u, size_t more) {
    require(more <= UINT32_MAX); // a record's size has 32 bits
    u->room = 2 * u->room + more + 4096;
    u->bytes = memory_resize(u->bytes, u->room, 1);
}

bool undo_is_sound(const struct undo *u, size_t low, size_t high) {
    while (high > low) {
        size_t start, end = high - sizeof(struct undo_record);
        if (high < low + sizeof(struct undo_record))
            return false;
        struct undo_record r = *(struct undo_record *)(void *)(u->bytes + end);
        if (!r.address || undo_padded(r.size) > end - low)
            return false;
        start = end - undo_padded(r.size);
        high = start;
    }
    return high == low && low <= u->top;
}

void undo_free(struct undo *u) {
    memory_free(u->bytes);
    *u = (struct undo){0};
}

struct undo_record undo_record(const struct undo *u, size_t end,
                               size_t *start) {
    invariant(end >= sizeof(struct undo_record) && end <= u->top);
    end -= sizeof(struct undo_record);
    struct undo_record r = *(struct undo_record *)(void *)(u->bytes + end);
    *start = end - undo_padded(r.size);
    invariant(*start < end || !r.size);
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

// They stay where they are, and are about themselves.
void undo_leave_out(struct undo *u, size_t mark,
                    bool (*is_lost)(const void *address, size_t size)) {
    for (size_t at = u->top, start; at > mark; at = start) {
        struct undo_record r = undo_record(u, at, &start);
        if (r.size && is_lost(r.address, r.size))
            ((struct undo_record *)(void *)(u->bytes + at) - 1)->address =
                u->bytes + start;
    }
}
