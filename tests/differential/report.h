// SPDX-License-Identifier: Apache-2.0
// What the random programs have in common: how they tell what came out. The
// values are put one after the other; at the end, an assertion fails whose text
// is the outcome. By default that is a hash in two words, so that telling costs
// few accesses; with OUTCOME_IN_WORDS it is the values.

#ifndef DIFFERENTIAL_REPORT_H
#define DIFFERENTIAL_REPORT_H

#define _GNU_SOURCE

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __MAZURKA__
#include <mazurka.h>
#endif

struct node {
    long v;
    atomic_long w;
};

#ifndef OUTCOME_IN_WORDS

typedef unsigned long outcome;

static inline outcome put(outcome o, long value) {
    o = (o ^ (unsigned long)value) * 0x9e3779b97f4a7c15ul;
    return o ^ o >> 29;
}

static inline unsigned long eight_digits(unsigned long bits) {
    unsigned long text = 0;
    for (int i = 0; i < 8; i++)
        text |= ('a' + (bits >> 4 * i & 15)) << 8 * i;
    return text;
}

static inline void tell(outcome o) {
    unsigned long text[3] = {eight_digits(o), eight_digits(o >> 32), 0};
    __assert_fail((const char *)text, "outcome", 0, "main");
}

#else

typedef unsigned long outcome; // how many characters there are
static char outcome_text[140];

static inline outcome put(outcome o, long value) {
    unsigned long bits = (unsigned long)value;
    if (o)
        outcome_text[o++] = ' ';
    int digits = 1;
    while (digits < 16 && bits >> 4 * digits)
        digits++;
    while (digits-- && o < sizeof outcome_text - 2)
        outcome_text[o++] = "0123456789abcdef"[bits >> 4 * digits & 15];
    return o;
}

static inline void tell(outcome o) {
    outcome_text[o] = 0;
    __assert_fail(outcome_text, "outcome", 0, "main");
}

#endif

static inline outcome put_text(outcome o, const char *text) {
    long all = 0;
    for (int i = 0; i < 16 && text[i]; i++)
        all = all * 31 + text[i];
    return put(o, all);
}

// A register of a thread in 15 bits, four of them in what it returns.
static inline long folded(long value) {
    if (value >= 0 && value < 0x4000)
        return value;
    unsigned long hash = (unsigned long)value * 0x9e3779b97f4a7c15ul;
    return (long)(0x4000 | hash >> 50);
}

static inline void *result(long a, long b, long c, long d) {
    return (void *)(folded(a) | folded(b) << 15 | folded(c) << 30 |
                    folded(d) << 45);
}

#endif
