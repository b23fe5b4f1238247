// SPDX-License-Identifier: Apache-2.0

#include "base/table.h"

#include "base/memory.h"
#include "base/fault.h"

#include <string.h>

enum { FIRST_BITS = 6 };
_Static_assert(sizeof(struct table_item) == 8, "small rows");

// Larger ones are looked at when they grow only.
enum { SMALL = 256 };

static char *slot_at(const struct table *t, size_t slot, size_t size) {
    return (char *)t->slots + (slot & UINT64_MAX >> t->shift) * size;
}

bool table_is_full(const struct table *t, size_t more) {
    static const uint8_t quarters[] = {
        [TABLE_HALF] = 2, [TABLE_QUARTER] = 1, [TABLE_THREE_QUARTERS] = 3};
    return 4 * (t->count + more) > quarters[t->load] * table_room(t);
}

static char *free_slot(const struct table *t, size_t size, size_t key_size,
                       uint64_t key) {
    size_t slot = table_home_(t, key);
    while (table_key_(slot_at(t, slot, size), key_size))
        slot++;
    return slot_at(t, slot, size);
}

static void grow(struct table *t, size_t size, size_t key_size) {
    struct table old = *t;
    t->shift = old.slots ? old.shift - 1 : 64 - FIRST_BITS;
    invariant(t->shift > 0 && t->shift < 64);
    t->slots = memory_new((size_t)1 << (64 - t->shift), size);
    for (size_t i = 0; i < table_room(&old); i++) {
        const char *row = (char *)old.slots + i * size;
        uint64_t key = table_key_(row, key_size);
        if (key)
            memcpy(free_slot(t, size, key_size, key), row, size);
    }
    memory_free(old.slots);
    expensive(table_is_sound_(t, size, key_size));
}

void table_reserve_(struct table *t, size_t size, size_t key_size,
                    size_t rows) {
    while (rows > t->count && table_is_full(t, rows - t->count))
        grow(t, size, key_size);
}

void *table_add_(struct table *t, size_t size, size_t key_size, uint64_t key) {
    require(key && t->count < UINT32_MAX);
    if (table_is_full(t, 1))
        grow(t, size, key_size);
    t->count++;
    char *row = free_slot(t, size, key_size, key);
    if (key_size == 8)
        *(uint64_t *)(void *)row = key;
    else
        *(uint32_t *)(void *)row = (uint32_t)key;
    expensive(table_room(t) > SMALL || table_is_sound_(t, size, key_size));
    return row;
}

// Rows that were put further on because this one was in their way move up.
void table_remove_(struct table *t, size_t size, size_t key_size, void *row) {
    invariant(t->count && table_key_(row, key_size));
    size_t mask = UINT64_MAX >> t->shift;
    size_t hole = (size_t)((char *)row - (char *)t->slots) / size;
    invariant(hole <= mask);
    for (size_t next = hole + 1;; next++) {
        const char *other = slot_at(t, next, size);
        uint64_t key = table_key_(other, key_size);
        if (!key)
            break;
        if (((next - table_home_(t, key)) & mask) < ((next - hole) & mask))
            continue;
        memcpy(slot_at(t, hole, size), other, size);
        hole = next;
    }
    memset(slot_at(t, hole, size), 0, size);
    t->count--;
    expensive(table_room(t) > SMALL || table_is_sound_(t, size, key_size));
}

bool table_is_sound_(const struct table *t, size_t size, size_t key_size) {
    size_t room = table_room(t), count = 0;
    for (size_t slot = 0; slot < room; slot++) {
        uint64_t key = table_key_(slot_at(t, slot, size), key_size);
        if (!key)
            continue;
        count++;
        for (size_t at = table_home_(t, key); (at & (room - 1)) != slot; at++)
            if (!table_key_(slot_at(t, at, size), key_size))
                return false;
    }
    return count == t->count && !table_is_full(t, 0);
}

void table_clear_(struct table *t, size_t size) {
    if (t->count)
        memset(t->slots, 0, table_room(t) * size);
    t->count = 0;
}

void table_free_(struct table *t) {
    memory_free(t->slots);
    t->slots = NULL;
    t->count = 0;
}
