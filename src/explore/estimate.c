// SPDX-License-Identifier: Apache-2.0

#include "explore/estimate.h"

#include "base/fault.h"

// splitmix64
static uint64_t next(struct estimate_random *r) {
    uint64_t z = (r->state += 0x9e3779b97f4a7c15ull);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

unsigned estimate_pick(struct estimate_random *r, unsigned count) {
    require(count);
    return (unsigned)(next(r) % count);
}

double estimate_uniform(struct estimate_random *r) {
    return (double)(next(r) >> 11) * 0x1p-53;
}

void samples_add(struct samples *s, double sample) {
    s->count++;
    s->sum += sample;
    s->squares += sample * sample;
}

double samples_mean(const struct samples *s) {
    return s->count ? s->sum / (double)s->count : 0;
}

// Without the mathematical library, which programs under test need not have.
static double square_root(double x) {
    double root = x > 1 ? x : 1;
    for (int i = 0; i < 100; i++)
        root = (root + x / root) / 2;
    return root;
}

// About twice the deviation of the mean, as a factor. Few samples are never as
// certain as they look.
static double uncertainty(const struct samples *s) {
    double mean = samples_mean(s), count = (double)s->count;
    double variance = s->squares / count / mean / mean - 1;
    double of_mean = square_root(((variance > 0 ? variance : 0) + 1) / count);
    return (1 + of_mean) * (1 + of_mean);
}

struct estimate estimate_from(const struct samples *s, double other) {
    struct estimate e = {.total = samples_mean(s)};
    if (e.total <= 0)
        return (struct estimate){.total = other, .low = 0, .high = other * 10};
    double factor = uncertainty(s);
    e.low = e.total / factor;
    e.high = e.total * factor;
    e.high = other > e.high ? other : e.high;
    return e;
}

enum { REFUTED = 2 };

void estimate_adapt(struct estimate *e, double done, double each) {
    if (e->total <= 0)
        return;
    e->total *= each;
    e->low *= each;
    e->high *= each;
    if (done > REFUTED * e->high) {
        *e = (struct estimate){.refuted = e->high};
        return;
    }
    e->low = e->low < done ? done : e->low;
    e->total = e->total < e->low ? e->low : e->total;
    e->high = e->high < e->total ? e->total : e->high;
}
