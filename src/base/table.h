// SPDX-License-Identifier: Apache-2.0
// A hash table of small numbers: the items themselves are kept elsewhere.
//
//   slots:   |  .  | hash item | hash item |  .  | …      open addressing
//
// The owner knows the hash of an item and how to compare two of them; the
// table only says which items have a hash. Items are never removed one by one.
//
//   for (struct probe p = table_probe(&t, hash); table_next(&t, &p);)
//       if (same(items[p.item], wanted)) …

#ifndef MAZURKA_BASE_TABLE_H
#define MAZURKA_BASE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

struct slot {
    uint32_t hash;
    uint32_t item; // 1 + item, or 0 if the slot is free
};

struct table {
    struct slot *slots;
    uint32_t room, used; // room is 0 or a power of two
};

struct probe {
    uint32_t hash, at;
    uint32_t item; // found
};

static inline struct probe table_probe(const struct table *table,
                                       uint32_t hash) {
    return (struct probe){hash, table->room ? hash & (table->room - 1) : 0, 0};
}

static inline bool table_next(const struct table *table, struct probe *p) {
    while (table->room && table->slots[p->at].item) {
        const struct slot *s = &table->slots[p->at];
        p->at = (p->at + 1) & (table->room - 1);
        if (s->hash == p->hash) {
            p->item = s->item - 1;
            return true;
        }
    }
    return false;
}

void table_add(struct table *table, uint32_t hash, uint32_t item);
void table_clear(struct table *table); // keeps its room
void table_free(struct table *table);

#endif
