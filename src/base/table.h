// SPDX-License-Identifier: Apache-2.0
// The hash map: rows of any type, found by a key, which is their first member.
//
//   struct row { uint64_t key; … };       // the key may be 32 bits, too
//   TABLE(struct row) t = {0};
//
//   slots:  |  .  | key … | key … |  .  | …       open addressing
//
//   table_put(&t, key)          the row with this key, a new one if there is
//   none table_add(&t, key)          a new row, even if there is one with this
//   key table_find(&t, key)         a row with this key, or NULL table_next(&t,
//   row)         the next one with the same key, or NULL table_remove(&t, row)
//   TABLE_EACH(&t, row) …       all rows, in no order
//
// No key is 0: that is a free slot, and a slot that is free is zero in all its
// bytes. So a new row is zero but for its key. If the key is a hash, rows with
// the same key can be different things: the owner compares. Rows move when
// others are added or removed.
//
// Invariant: between the slot where the search for a row begins and its own no
// slot is free; `count` rows are there, and no more than the load allows.

#ifndef MAZURKA_BASE_TABLE_H
#define MAZURKA_BASE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// How full it may get.
enum table_load { TABLE_HALF, TABLE_QUARTER, TABLE_THREE_QUARTERS };

struct table {
    void *slots;
    uint32_t count;
    uint16_t shift; // 64 - log2 of the number of slots, if there are any
    uint16_t load;
};

// `type` is never looked at: it says what rows are.
#define TABLE(row)          \
    union {                 \
        struct table table; \
        row *type;          \
    }

// A row for who keeps things elsewhere and numbers them: a hash, and the
// number.
struct table_item {
    uint32_t key, item;
};
static inline uint32_t table_hash(uint32_t hash) {
    return hash ? hash : 1;
}

static inline size_t table_room(const struct table *t) {
    return t->slots ? (size_t)(UINT64_MAX >> t->shift) + 1 : 0;
}

static inline size_t table_home_(const struct table *t, uint64_t key) {
    return key * 0x9e3779b97f4a7c15ull >> t->shift;
}

static inline uint64_t table_key_(const void *row, size_t key_size) {
    return key_size == 8 ? *(const uint64_t *)row : *(const uint32_t *)row;
}

// From this slot on: the first row with the key, or NULL.
__attribute__((always_inline)) static inline void *
table_seek_(const struct table *t, size_t slot, size_t size, size_t key_size,
            uint64_t key) {
    for (;; slot = (slot + 1) & UINT64_MAX >> t->shift) {
        char *row = (char *)t->slots + slot * size;
        uint64_t found = table_key_(row, key_size);
        if (__builtin_expect(found == key, 1))
            return row;
        if (!found)
            return NULL;
    }
}

__attribute__((always_inline)) static inline void *
table_find_(const struct table *t, size_t size, size_t key_size, uint64_t key) {
    return table_seek_(t, table_home_(t, key), size, key_size, key);
}

bool table_is_full(const struct table *table, size_t more);
// Out of line: who looks for what is there most often has no more to do then.
__attribute__((noinline)) void *table_add_(struct table *table, size_t size,
                                           size_t key_size, uint64_t key);
void table_remove_(struct table *table, size_t size, size_t key_size,
                   void *row);
void table_reserve_(struct table *table, size_t size, size_t key_size,
                    size_t rows);
void table_clear_(struct table *table, size_t size); // keeps its room
void table_free_(struct table *table);
// Debug: does the invariant hold?
bool table_is_sound_(const struct table *table, size_t size, size_t key_size);

static inline void *table_put_(struct table *t, size_t size, size_t key_size,
                               uint64_t key) {
    void *row = t->slots ? table_find_(t, size, key_size, key) : NULL;
    return row ? row : table_add_(t, size, key_size, key);
}

#define TABLE_SIZES_(t) sizeof *(t)->type, sizeof(t)->type->key
#define TABLE_ROW_(t) __typeof__(&*(t)->type)
#define TABLE_INDEX_(t, row) (size_t)((row) - (TABLE_ROW_(t))(t)->table.slots)

// The slot where the search for the key begins: most often it is there. For
// tables that have room.
#define table_home(t, key_) \
    ((TABLE_ROW_(t))(t)->table.slots + table_home_(&(t)->table, key_))
#define table_find_in_room(t, key_) \
    ((TABLE_ROW_(t))table_find_(&(t)->table, TABLE_SIZES_(t), key_))
#define table_find(t, key_) \
    ((t)->table.slots ? table_find_in_room(t, key_) : NULL)
#define table_next(t, row)                                          \
    ((TABLE_ROW_(t))table_seek_(&(t)->table,                        \
                                (TABLE_INDEX_(t, row) + 1) &        \
                                    UINT64_MAX >> (t)->table.shift, \
                                TABLE_SIZES_(t), (row)->key))
#define table_put(t, key_) \
    ((TABLE_ROW_(t))table_put_(&(t)->table, TABLE_SIZES_(t), key_))
#define table_add(t, key_) \
    ((TABLE_ROW_(t))table_add_(&(t)->table, TABLE_SIZES_(t), key_))
#define table_remove(t, row) table_remove_(&(t)->table, TABLE_SIZES_(t), row)
// Room for so many rows, without getting larger.
#define table_reserve(t, rows) \
    table_reserve_(&(t)->table, TABLE_SIZES_(t), rows)
#define table_clear(t) table_clear_(&(t)->table, sizeof *(t)->type)
#define table_free(t) table_free_(&(t)->table)
#define table_bytes(t) (table_room(&(t)->table) * sizeof *(t)->type)
#define table_is_sound(t) table_is_sound_(&(t)->table, TABLE_SIZES_(t))
#define TABLE_EACH(t, row)                                   \
    for (TABLE_ROW_(t) row = (t)->table.slots,               \
                       end_ = row + table_room(&(t)->table); \
         row < end_; row++)                                  \
        if (row->key)

#endif
