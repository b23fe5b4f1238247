// SPDX-License-Identifier: Apache-2.0
// What C's types do to values: how they are stored, and how conditions on them
// are computed, with promotions and the usual arithmetic conversions.

#ifndef DIFFERENTIAL_VALUE_H
#define DIFFERENTIAL_VALUE_H

#include "language.h"

// A long as the bytes of a variable of this type, and back.
uint64_t value_to_bytes(enum type type, int64_t value);
int64_t value_from_bytes(enum type type, uint64_t bytes);

// What a read-modify-write leaves behind; not for floats but to exchange.
uint64_t value_update(enum type type, enum update update, uint64_t old,
                      int64_t operand);

bool value_compares(int64_t a, enum comparison comparison, int64_t b);

// Does a condition hold for a variable of this type with these bytes?
bool condition_holds(const struct condition *condition, enum type type,
                     uint64_t bytes);

#endif
