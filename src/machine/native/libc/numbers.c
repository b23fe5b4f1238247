// SPDX-License-Identifier: Apache-2.0
// Texts that are numbers.

#include "machine/native/libc/libc.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

// Which part of the text a function reads is known when it has done its work:
// up to and including the first byte that does not belong to the number.
struct number {
    void (*parse)(struct number *, const char *text, char **end);
    int base;
    union {
        long long integer;
        unsigned long long natural;
        float f;
        double d;
        long double ld;
    };
};

static size_t extent_of_number(const char *text, const void *context) {
    struct number number = *(const struct number *)context;
    char *end;
    number.parse(&number, text, &end);
    invariant(end >= text);
    size_t read = (size_t)(end - text);
    if (!read)
        while (isspace((unsigned char)text[read]) || text[read] == '-' ||
               text[read] == '+')
            read++;
    return read + 1;
}

typedef void parser(struct number *number, const char *text, char **end);

static void parse(struct number *number, const char *text, char **end, int base,
                  parser *with) {
    const struct mz_site *site = native_at();
    number->parse = with;
    number->base = base;
    libc_reads(text, extent_of_number, number, site);
    char *stop;
    errno = 0;
    with(number, text, &stop);
    if (errno)
        libc_set_error(errno);
    if (end) {
        native_writes(end, sizeof *end, site);
        *end = stop;
    }
}

static void parse_signed(struct number *n, const char *text, char **end) {
    n->integer = strtoll(text, end, n->base);
}

static void parse_unsigned(struct number *n, const char *text, char **end) {
    n->natural = strtoull(text, end, n->base);
}

// `long`, `long long` and `intmax_t` are the same here.
_Static_assert(sizeof(long) == sizeof(intmax_t), "a 64-bit system");
_Static_assert(sizeof(long) == sizeof(long long), "a 64-bit system");

long long __mz_strtoll(const char *text, char **end, int base) {
    struct number number;
    parse(&number, text, end, base, parse_signed);
    return number.integer;
}

long __mz_strtol(const char *text, char **end, int base) {
    return (long)__mz_strtoll(text, end, base);
}

intmax_t __mz_strtoimax(const char *text, char **end, int base) {
    return __mz_strtoll(text, end, base);
}

unsigned long long __mz_strtoull(const char *text, char **end, int base) {
    struct number number;
    parse(&number, text, end, base, parse_unsigned);
    return number.natural;
}

unsigned long __mz_strtoul(const char *text, char **end, int base) {
    return (unsigned long)__mz_strtoull(text, end, base);
}

uintmax_t __mz_strtoumax(const char *text, char **end, int base) {
    return __mz_strtoull(text, end, base);
}

#define REAL(function, type, field)                               \
    static void parse_##field(struct number *n, const char *text, \
                              char **end) {                       \
        n->field = function(text, end);                           \
    }                                                             \
    type __mz_##function(const char *text, char **end) {          \
        struct number number;                                     \
        parse(&number, text, end, 0, parse_##field);              \
        return number.field;                                      \
    }
REAL(strtof, float, f)
REAL(strtod, double, d)
REAL(strtold, long double, ld)

int __mz_atoi(const char *text) {
    return (int)__mz_strtoll(text, NULL, 10);
}

long __mz_atol(const char *text) {
    return (long)__mz_strtoll(text, NULL, 10);
}

long long __mz_atoll(const char *text) {
    return __mz_strtoll(text, NULL, 10);
}

double __mz_atof(const char *text) {
    return __mz_strtod(text, NULL);
}
