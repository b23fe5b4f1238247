// SPDX-License-Identifier: Apache-2.0
// Vector clocks: an entry a thread, how many of its events are seen.
//
// Widths are multiples of CLOCK_STRIDE, and entries stay below 2^31: four at
// once are compared as signed numbers, which every processor can.

#ifndef MAZURKA_BASE_CLOCK_H
#define MAZURKA_BASE_CLOCK_H

#include "base/fault.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { CLOCK_STRIDE = 8 };

typedef int32_t clock_part __attribute__((vector_size(16), aligned(4)));
_Static_assert(sizeof(clock_part) == 4 * sizeof(uint32_t) &&
                   CLOCK_STRIDE % 4 == 0,
               "parts of four entries");

static inline const clock_part *clock_part_at(const uint32_t *clock, size_t i) {
    return (const clock_part *)(const void *)(clock + i);
}

static inline void clock_set_part(uint32_t *clock, size_t i, clock_part part) {
    *(clock_part *)(void *)(clock + i) = part;
}

static inline clock_part clock_joined_part(const uint32_t *clock,
                                           const uint32_t *other, size_t i) {
    clock_part old = *clock_part_at(clock, i);
    clock_part from = *clock_part_at(other, i);
    clock_part newer = from > old;
    return (from & newer) | (old & ~newer);
}

// What either of two sees.
static inline void clock_join_two(uint32_t *clock, const uint32_t *one,
                                  const uint32_t *other, size_t width) {
    expensive(width % CLOCK_STRIDE == 0);
    for (size_t i = 0; i < width; i += CLOCK_STRIDE) {
        clock_set_part(clock, i, clock_joined_part(one, other, i));
        clock_set_part(clock, i + 4, clock_joined_part(one, other, i + 4));
    }
}

static inline void clock_join(uint32_t *clock, const uint32_t *other,
                              size_t width) {
    clock_join_two(clock, clock, other, width);
}

static inline void clock_copy(uint32_t *clock, const uint32_t *other,
                              size_t width) {
    for (size_t i = 0; i < width; i += CLOCK_STRIDE)
        memcpy(clock + i, other + i, CLOCK_STRIDE * sizeof *clock);
}

static inline void clock_fill(uint32_t *clock, uint32_t entry, size_t width) {
    int32_t all = (int32_t)entry;
    for (size_t i = 0; i < width; i += 4)
        clock_set_part(clock, i, (clock_part){all, all, all, all});
}

// To two places at once.
static inline void clock_copy_both(uint32_t *clock, uint32_t *second,
                                   const uint32_t *other, size_t width) {
    for (size_t i = 0; i < width; i += CLOCK_STRIDE) {
        clock_part low = *clock_part_at(other, i);
        clock_part high = *clock_part_at(other, i + 4);
        clock_set_part(clock, i, low);
        clock_set_part(clock, i + 4, high);
        clock_set_part(second, i, low);
        clock_set_part(second, i + 4, high);
    }
}

static inline bool clock_equal(const uint32_t *clock, const uint32_t *other,
                               size_t width) {
    typedef uint64_t halves __attribute__((vector_size(16)));
    clock_part different = {0};
    for (size_t i = 0; i < width; i += 4)
        different |= *clock_part_at(clock, i) ^ *clock_part_at(other, i);
    halves any = (halves)different;
    return !(any[0] | any[1]);
}

static inline bool clock_empty(const uint32_t *clock, size_t width) {
    for (size_t i = 0; i < width; i++)
        if (clock[i])
            return false;
    return true;
}

// Does it see one of these events, of each thread the one with this index?
static inline bool clock_sees_any(const uint32_t *clock, const uint32_t *indices,
                                  size_t width) {
    expensive(width % CLOCK_STRIDE == 0);
    typedef uint64_t halves __attribute__((vector_size(16)));
    clock_part none = ~(clock_part){0};
    for (size_t i = 0; i < width; i += 4)
        none &= *clock_part_at(indices, i) > *clock_part_at(clock, i);
    halves all = (halves)none;
    return ~(all[0] & all[1]) != 0;
}

// Can the event of `thread` with this clock come right after the cut: is all
// that it sees, but itself, in there?
static inline bool clock_follows(const uint32_t *clock, const uint32_t *cut,
                                 uint32_t thread, size_t width) {
    expensive(width % CLOCK_STRIDE == 0 && thread < width);
    typedef uint64_t halves __attribute__((vector_size(16)));
    for (size_t i = 0; i < width; i += 4) {
        halves more =
            (halves)(*clock_part_at(clock, i) > *clock_part_at(cut, i));
        if (!(more[0] | more[1]))
            continue;
        for (size_t k = i; k < i + 4; k++)
            if (clock[k] > cut[k] + (k == thread))
                return false;
    }
    return true;
}

#endif
