// SPDX-License-Identifier: Apache-2.0
// Mathematics: the host's, but that errno is the program's, and that what is
// written through pointers, or to signgam, is announced.

#include "machine/native/libc/libc.h"

#include <errno.h>
#include <math.h>

// -------------------------------------------------------------------- errno

// The host's errno tells whether the function that is called now sets it.
static void begin(void) {
    errno = 0;
}

static void end(void) {
    if (errno)
        libc_set_error(errno);
}

// What a function computes, with or without the program's errno.
#define MODEL(type, function, parameters, call) \
    NATIVE_MODEL(function)                      \
    type __mz_##function parameters {           \
        begin();                                \
        type result = call;                     \
        end();                                  \
        return result;                          \
    }

#define ONE(function)                                    \
    MODEL(double, function, (double x), function(x))     \
    MODEL(float, function##f, (float x), function##f(x)) \
    MODEL(long double, function##l, (long double x), function##l(x))
#define TWO(function)                                                \
    MODEL(double, function, (double x, double y), function(x, y))    \
    MODEL(float, function##f, (float x, float y), function##f(x, y)) \
    MODEL(long double, function##l, (long double x, long double y),  \
          function##l(x, y))
#define INTEGER(type, function)                         \
    MODEL(type, function, (double x), function(x))      \
    MODEL(type, function##f, (float x), function##f(x)) \
    MODEL(type, function##l, (long double x), function##l(x))
#define SCALED(type, function)                                      \
    MODEL(double, function, (double x, type n), function(x, n))     \
    MODEL(float, function##f, (float x, type n), function##f(x, n)) \
    MODEL(long double, function##l, (long double x, type n), function##l(x, n))

MATH_OF_ONE(ONE)
MATH_OF_TWO(TWO)
MATH_TO_INTEGER(INTEGER)
MATH_BY_INTEGER(SCALED)
MODEL(double, nexttoward, (double x, long double y), nexttoward(x, y))
MODEL(float, nexttowardf, (float x, long double y), nexttowardf(x, y))
MODEL(long double, nexttowardl, (long double x, long double y),
      nexttowardl(x, y))
MODEL(double, fma, (double x, double y, double z), fma(x, y, z))
MODEL(float, fmaf, (float x, float y, float z), fmaf(x, y, z))
MODEL(long double, fmal, (long double x, long double y, long double z),
      fmal(x, y, z))

// ----------------------------------------------------------------- pointers

// The results are known before the first of them is announced: others may run
// in between.
#define DELIVER(to, value)                            \
    do {                                              \
        native_writes(to, sizeof *(to), native_at()); \
        *(to) = value;                                \
    } while (0)

#define WRITES(type, suffix)                                     \
    NATIVE_MODEL(frexp##suffix)                                  \
    type __mz_frexp##suffix(type x, int *exponent) {             \
        int its;                                                 \
        type result = frexp##suffix(x, &its);                    \
        DELIVER(exponent, its);                                  \
        return result;                                           \
    }                                                            \
    NATIVE_MODEL(modf##suffix)                                   \
    type __mz_modf##suffix(type x, type *whole) {                \
        type its, result = modf##suffix(x, &its);                \
        DELIVER(whole, its);                                     \
        return result;                                           \
    }                                                            \
    NATIVE_MODEL(remquo##suffix)                                 \
    type __mz_remquo##suffix(type x, type y, int *quotient) {    \
        int its;                                                 \
        begin();                                                 \
        type result = remquo##suffix(x, y, &its);                \
        end();                                                   \
        DELIVER(quotient, its);                                  \
        return result;                                           \
    }                                                            \
    NATIVE_MODEL(sincos##suffix)                                 \
    void __mz_sincos##suffix(type x, type *sine, type *cosine) { \
        const struct mz_site *site = native_at();                \
        type its_sine, its_cosine;                               \
        begin();                                                 \
        sincos##suffix(x, &its_sine, &its_cosine);               \
        end();                                                   \
        native_writes(sine, sizeof *sine, site);                 \
        *sine = its_sine;                                        \
        native_writes(cosine, sizeof *cosine, site);             \
        *cosine = its_cosine;                                    \
    }                                                            \
    NATIVE_MODEL(lgamma##suffix)                                 \
    type __mz_lgamma##suffix(type x) {                           \
        int sign;                                                \
        begin();                                                 \
        type result = lgamma##suffix##_r(x, &sign);              \
        end();                                                   \
        DELIVER(&signgam, sign);                                 \
        return result;                                           \
    }                                                            \
    NATIVE_MODEL(nan##suffix)                                    \
    type __mz_nan##suffix(const char *text) {                    \
        native_reads_text(text, native_at());                    \
        return nan##suffix(text);                                \
    }
WRITES(double, )
WRITES(float, f)
WRITES(long double, l)
