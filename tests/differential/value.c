// SPDX-License-Identifier: Apache-2.0
#include "value.h"

#include <string.h>

// ----------------------------------------------------------------- storing

static uint64_t cut(uint64_t bits, unsigned size) {
    return size == 8 ? bits : bits & ((1ull << 8 * size) - 1);
}

static int64_t extend(uint64_t bits, unsigned size) {
    unsigned unused = 64 - 8 * size;
    return (int64_t)(bits << unused) >> unused;
}

static uint64_t float_bits(float f) {
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static float bits_float(uint64_t bytes) {
    uint32_t bits = (uint32_t)bytes;
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

uint64_t value_to_bytes(enum type type, int64_t value) {
    if (type == T_FLOAT)
        return float_bits((float)value);
    return cut((uint64_t)value, type_rows[type].size);
}

int64_t value_from_bytes(enum type type, uint64_t bytes) {
    if (type == T_FLOAT)
        return (int64_t)bits_float(bytes);
    return type_rows[type].is_signed ? extend(bytes, type_rows[type].size)
                                     : (int64_t)bytes;
}

uint64_t value_update(enum type type, enum update update, uint64_t old,
                      int64_t operand) {
    uint64_t arg = value_to_bytes(type, operand), result = old;
    switch (update) {
    case U_ADD:
        result = old + arg;
        break;
    case U_SUB:
        result = old - arg;
        break;
    case U_OR:
        result = old | arg;
        break;
    case U_AND:
        result = old & arg;
        break;
    case U_XOR:
        result = old ^ arg;
        break;
    case U_EXCHANGE:
    case UPDATE_COUNT:
        result = arg;
        break;
    }
    return cut(result, type_rows[type].size);
}

// -------------------------------------------------------------- arithmetic

// A value of type int, unsigned, long or unsigned long; or a float. Signed
// ones are kept extended by their sign, unsigned ones by zeros.
struct number {
    bool is_float, is_signed;
    unsigned size;
    uint64_t bits;
    float real;
};

static struct number make(uint64_t bits, unsigned size, bool is_signed) {
    bits = is_signed ? (uint64_t)extend(bits, size) : cut(bits, size);
    return (struct number){.is_signed = is_signed, .size = size, .bits = bits};
}

static struct number real(float f) {
    return (struct number){.is_float = true, .real = f};
}

static float as_real(struct number n) {
    if (n.is_float)
        return n.real;
    return n.is_signed ? (float)(int64_t)n.bits : (float)n.bits;
}

// A constant as it is written: an int if it fits, else a long.
static struct number constant(int64_t k, bool variable) {
    return make((uint64_t)k, variable || k == (int32_t)k ? 4 : 8, true);
}

// A variable's value after the integer promotions.
static struct number promoted(enum type type, uint64_t bytes) {
    const struct type_row *row = &type_rows[type];
    if (type == T_FLOAT)
        return real(bits_float(bytes));
    if (row->size < 4)
        return make((uint64_t)value_from_bytes(type, bytes), 4, true);
    return make(bytes, row->size, row->is_signed);
}

// The usual arithmetic conversions, for integers.
static void convert(struct number *a, struct number *b) {
    unsigned size = a->size > b->size ? a->size : b->size;
    bool sign = true;
    if (a->size == size)
        sign &= a->is_signed;
    if (b->size == size)
        sign &= b->is_signed;
    *a = make(a->bits, size, sign);
    *b = make(b->bits, size, sign);
}

static struct number modulo(struct number a, struct number b) {
    convert(&a, &b);
    uint64_t bits = a.is_signed ? (uint64_t)((int64_t)a.bits % (int64_t)b.bits)
                                : a.bits % b.bits;
    return make(bits, a.size, a.is_signed);
}

static struct number combine(enum form form, struct number a, struct number b) {
    convert(&a, &b);
    uint64_t bits = form == F_MASK  ? a.bits & b.bits
                    : form == F_SUM ? a.bits + b.bits
                                    : a.bits * b.bits;
    return make(bits, a.size, a.is_signed);
}

// The shifted value keeps its own type; what is masked is an int's width.
static struct number shifted(struct number a, unsigned by) {
    uint64_t bits =
        a.is_signed ? (uint64_t)((int64_t)a.bits >> by) : a.bits >> by;
    return combine(F_MASK, make(bits, a.size, a.is_signed),
                   constant(255, false));
}

#define COMPARED(a, comparison, b)       \
    ((comparison) == C_EQ   ? (a) == (b) \
     : (comparison) == C_NE ? (a) != (b) \
     : (comparison) == C_LT ? (a) < (b)  \
     : (comparison) == C_LE ? (a) <= (b) \
     : (comparison) == C_GT ? (a) > (b)  \
                            : (a) >= (b))

bool value_compares(int64_t a, enum comparison comparison, int64_t b) {
    return COMPARED(a, comparison, b);
}

static bool compare(struct number a, enum comparison comparison,
                    struct number b) {
    if (a.is_float || b.is_float) {
        float x = as_real(a), y = as_real(b);
        return COMPARED(x, comparison, y);
    }
    convert(&a, &b);
    if (a.is_signed)
        return COMPARED((int64_t)a.bits, comparison, (int64_t)b.bits);
    return COMPARED(a.bits, comparison, b.bits);
}

bool condition_holds(const struct condition *c, enum type type,
                     uint64_t bytes) {
    struct number v = promoted(type, bytes), m = constant(c->m, false);
    struct number k = constant(c->k, c->variable);
    switch ((enum form)c->form) {
    case F_SELF:
        break;
    case F_SHIFT:
        v = shifted(v, (unsigned)c->m);
        break;
    case F_MOD:
        v = modulo(v, m);
        break;
    case F_MASK:
    case F_SUM:
    case F_PRODUCT:
        v = combine((enum form)c->form, v, m);
        break;
    case F_CAST:
        v = promoted((enum type)c->cast,
                     value_to_bytes((enum type)c->cast, (int64_t)v.bits));
        break;
    case F_AS_FLOAT:
        v = real(as_real(v));
        break;
    case FORM_COUNT:
        break;
    }
    return compare(v, (enum comparison)c->comparison, k);
}
