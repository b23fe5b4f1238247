// SPDX-License-Identifier: Apache-2.0

#include "base/intern.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <string.h>

void interned_free(struct interned *in) {
    vec_free(&in->numbers);
    vec_free(&in->rows);
    table_free(&in->table);
}

uint32_t interned_name(struct interned *in, const uint32_t *numbers,
                       uint32_t count) {
    require(in->numbers.count + count <= UINT32_MAX);
    invariant(!count || numbers < in->numbers.at ||
              numbers >= in->numbers.at + in->numbers.room);
    uint32_t hash =
        table_hash((uint32_t)XXH3_64bits(numbers, count * sizeof *numbers));
    for (struct table_item *it = table_find(&in->table, hash); it;
         it = table_next(&in->table, it)) {
        uint32_t length;
        const uint32_t *row = interned_row(in, it->item, &length);
        if (length == count &&
            (!count || memcmp(row, numbers, count * sizeof *row) == 0))
            return it->item;
    }
    uint32_t name = (uint32_t)in->rows.count;
    vec_push(&in->rows,
             (struct interned_row){(uint32_t)in->numbers.count, count});
    for (uint32_t i = 0; i < count; i++)
        vec_push(&in->numbers, numbers[i]);
    table_add(&in->table, hash)->item = name;
    expensive(interned_is_sound(in));
    return name;
}

bool interned_is_sound(const struct interned *in) {
    uint32_t count, name = (uint32_t)in->rows.count - 1, found = 0;
    const uint32_t *row = interned_row(in, name, &count);
    uint32_t hash = table_hash((uint32_t)XXH3_64bits(row, count * sizeof *row));
    for (struct table_item *it = table_find(&in->table, hash); it;
         it = table_next(&in->table, it))
        found += it->item == name;
    return found == 1 && in->rows.at[name].start + count == in->numbers.count &&
           in->rows.count == in->table.table.count;
}

size_t interned_bytes(const struct interned *in) {
    return in->numbers.room * sizeof *in->numbers.at +
           in->rows.room * sizeof *in->rows.at + table_bytes(&in->table);
}
