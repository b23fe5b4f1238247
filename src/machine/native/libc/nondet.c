// SPDX-License-Identifier: Apache-2.0
// Values that come from anywhere: __VERIFIER_nondet_*.

#include "base/fault.h"
#include "machine/native/libc/libc.h"
#include "machine/native/library_state.h"

#include <float.h>
#include <string.h>

enum { MOST_TRIED = 16 };

// The compiler tells which values there are before it calls.
void __mz_nondet(const void *values, uint32_t count, uint32_t all) {
    library.nondet.values = values;
    library.nondet.count = count;
    library.nondet.all = all;
}

struct integer {
    unsigned bits;
    bool is_signed;
};

static int64_t in_type(int64_t value, struct integer type) {
    unsigned unused = 64 - type.bits;
    return type.is_signed ? (int64_t)((uint64_t)value << unused) >> unused
                          : (int64_t)((uint64_t)value << unused >> unused);
}

static int64_t lowest(struct integer type) {
    return type.is_signed ? (int64_t)(UINT64_MAX << (type.bits - 1)) : 0;
}

// Of 64 bits without a sign, as far as it can be told here.
static int64_t highest(struct integer type) {
    unsigned bits = type.bits - type.is_signed;
    return bits >= 63 ? INT64_MAX : (int64_t)((1ull << bits) - 1);
}

struct tried {
    unsigned count;
    int64_t at[MOST_TRIED];
};

static void offer(struct tried *tried, int64_t value, struct integer type) {
    value = in_type(value, type);
    for (unsigned i = 0; i < tried->count; i++)
        if (tried->at[i] == value)
            return;
    if (tried->count < MOST_TRIED)
        tried->at[tried->count++] = value;
}

// --nondet=MIN..MAX, as far as the type goes.
static int64_t in_range(struct integer type) {
    const struct native_settings *settings = native_settings();
    int64_t least = settings->nondet_least, most = settings->nondet_most;
    bool all = least <= lowest(type) && most >= highest(type) &&
               (type.is_signed || type.bits < 64);
    if (least < lowest(type))
        least = lowest(type);
    if (most > highest(type))
        most = highest(type);
    if (!all)
        native_bounded(LIMIT_NONDET);
    if (most < least) // no value of this type
        native_stuck();
    if ((uint64_t)most - (uint64_t)least >= INT32_MAX)
        native_limit(LIMIT_CHOICES);
    return least + __mz_mz_choose((int)(most - least + 1));
}

// Nobody else is ever told: what comes next may be another thread's.
static struct library_nondet take(void) {
    struct library_nondet told = library.nondet;
    library.nondet = (struct library_nondet){0};
    return told;
}

// Those that matter: all, if the compiler has seen that; else a few.
static int64_t that_matters(struct integer type, struct library_nondet told) {
    struct tried tried = {0};
    if (told.all)
        return in_type(told.values[__mz_mz_choose((int)told.count)], type);
    offer(&tried, 0, type);
    offer(&tried, 1, type);
    offer(&tried, -1, type);
    for (uint32_t i = 0; i < told.count && tried.count < MOST_TRIED - 2; i++)
        offer(&tried, told.values[i], type);
    offer(&tried, highest(type), type);
    offer(&tried, lowest(type), type);
    native_bounded(LIMIT_NONDET);
    return tried.at[__mz_mz_choose((int)tried.count)];
}

static int64_t integer(size_t size, bool is_signed) {
    struct integer type = {size < 8 ? 8 * (unsigned)size : 64, is_signed};
    struct library_nondet told = take();
    return native_settings()->nondet_given ? in_range(type)
                                           : that_matters(type, told);
}

#define LIBC_INTEGER(type, name)                                \
    type __mz___VERIFIER_nondet_##name(void) {                  \
        return (type)integer(sizeof(type), (type)-1 < (type)1); \
    }
NONDET_INTEGERS(LIBC_INTEGER)

static double real(double most) {
    const double values[] = {0, 1, -1, 0.5, most, -most};
    take();
    native_bounded(LIMIT_NONDET);
    return values[__mz_mz_choose(6)];
}

float __mz___VERIFIER_nondet_float(void) {
    return (float)real((double)FLT_MAX);
}

double __mz___VERIFIER_nondet_double(void) {
    return real(DBL_MAX);
}

// No other address is one that a program could do anything with.
#define LIBC_POINTER(type, name)               \
    type __mz___VERIFIER_nondet_##name(void) { \
        take();                                \
        native_bounded(LIMIT_NONDET);          \
        return NULL;                           \
    }
NONDET_POINTERS(LIBC_POINTER)

_Bool __mz___VERIFIER_nondet_bool(void) {
    take();
    return __mz_mz_choose(2);
}
