// SPDX-License-Identifier: Apache-2.0
// Which byte ranges have been accessed, to tell when two overlap in part.
//
// A hash table from 8-byte words to the ranges that touch them:
//
//     slot ──▶ range 8..12 ──▶ range 12..16 ──▶ …      of words 1, 9, 17, …
//
// Invariant: no two ranges in it overlap without being equal; the first one
// that would break this is told, and not entered.

#ifndef MAZURKA_EXPLORE_RANGES_H
#define MAZURKA_EXPLORE_RANGES_H

#include "base/memory.h"

#include <stdbool.h>

struct range {
    uint64_t addr;
    uint32_t size;
    uint32_t next; // 1 + the next range of the slot, or 0
};

struct ranges {
    VEC(struct range) known; // once for each word that it touches
    VEC(uint64_t) words;     // of each of them
    uint32_t *slots;         // 1 + the first range, or 0
    uint32_t slot_count;     // a power of two
};

void ranges_free(struct ranges *ranges);

// Enter a range. False if a known one overlaps it in part.
bool ranges_add(struct ranges *ranges, uint64_t addr, uint32_t size);

#endif
