// SPDX-License-Identifier: Apache-2.0

#include "machine/native/memory/undo.h"

#include "base/memory.h"

void undo_make_room(struct undo *u, size_t more) {
    require(more <= UINT32_MAX); // a record's size has 32 bits
    u->room = 2 * u->room + more + 4096;
    u->bytes = memory_resize(u->bytes, u->room, 1);
}

void undo_back(struct undo *u, size_t mark) {
    const char *at = u->bytes + u->top, *end = u->bytes + mark;
    invariant(mark <= u->top);
    while (at > end) {
        at -= sizeof(struct undo_record);
        struct undo_record r = *(const struct undo_record *)(const void *)at;
        at -= undo_padded(r.size);
        undo_copy(r.address, at, r.size);
    }
    invariant(at == end); // a mark stands between two records
    u->top = mark;
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
