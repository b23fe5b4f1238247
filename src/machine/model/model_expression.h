// SPDX-License-Identifier: Apache-2.0
// Expressions of the model format: integers, registers and the operators of
// Python that make sense for them, compiled to a little stack code.
//
//   a if c else b   or   and   not   == != < <= > >= (chained)
//   | ^ & << >> + - * // % ~   min(…) max(…) abs(…)   ( )
//
// Values are 64-bit, two's complement, wrapping. `and` and `or` give one of
// their operands, `//` and `%` round down, as in Python.

#ifndef MAZURKA_MACHINE_MODEL_MODEL_EXPRESSION_H
#define MAZURKA_MACHINE_MODEL_MODEL_EXPRESSION_H

#include "base/memory.h"

#include <stdbool.h>
#include <stdint.h>

struct expression_code {
    uint8_t instruction;
    int64_t operand;
};

// A run of instructions in a shared pool. The common case, a constant, is
// answered without looking there.
struct expression {
    uint32_t start, count;
    bool constant;
    int64_t value;
};

typedef VEC(struct expression_code) expression_pool;

// Where a text is being read, and what went wrong with it.
struct expression_source {
    const char *text; // not 0-terminated
    size_t length;
    // The number of a register, or -1 if there is no such register.
    int (*reg)(void *context, const char *name, size_t length);
    void *context;
    size_t error_at; // offset in text
    char error[120];
};

bool expression_parse(struct expression_source *source, expression_pool *pool,
                      struct expression *result);

// False if it cannot be computed: *error then says why.
bool expression_value(const struct expression *expression,
                      const expression_pool *pool, const int64_t *registers,
                      int64_t *value, const char **error);

// The set of registers that it looks at, as bits (there are at most 64).
uint64_t expression_registers(const struct expression *expression,
                              const expression_pool *pool);

#endif
