// SPDX-License-Identifier: Apache-2.0
// Rows of numbers, each kept once: equal rows have equal names.
//
// Invariant: rows lie one after the other in `numbers`, in the order of their
// names, and each is found by its own hash.

#ifndef MAZURKA_BASE_INTERN_H
#define MAZURKA_BASE_INTERN_H

#include "base/memory.h"
#include "base/table.h"
#include "base/fault.h"

struct interned_row {
    uint32_t start, count;
};

struct interned {
    VEC(uint32_t) numbers;
    VEC(struct interned_row) rows;
    TABLE(struct table_item) table;
};

void interned_free(struct interned *interned);

// The name of a row. The numbers must not lie inside of `interned`.
uint32_t interned_name(struct interned *interned, const uint32_t *numbers,
                       uint32_t count);

// Valid until the next row comes.
static inline const uint32_t *interned_row(const struct interned *interned,
                                           uint32_t name, uint32_t *count) {
    expensive(name < interned->rows.count);
    *count = interned->rows.at[name].count;
    return *count ? interned->numbers.at + interned->rows.at[name].start : NULL;
}

size_t interned_bytes(const struct interned *interned);

// Debug: does the invariant hold for the last row?
bool interned_is_sound(const struct interned *interned);

#endif
