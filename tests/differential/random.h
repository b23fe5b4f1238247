// SPDX-License-Identifier: Apache-2.0
// Numbers that are random, and always the same for one seed.

#ifndef DIFFERENTIAL_RANDOM_H
#define DIFFERENTIAL_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

static inline uint64_t random_bits(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

static inline unsigned random_below(uint64_t *state, unsigned n) {
    return n ? (unsigned)(random_bits(state) >> 33) % n : 0;
}

static inline bool random_percent(uint64_t *state, unsigned percent) {
    return random_below(state, 100) < percent;
}

#endif
