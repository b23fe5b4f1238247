// SPDX-License-Identifier: Apache-2.0
// Which of the words that there are was meant by one that is not there.

#ifndef MAZURKA_BASE_NEAREST_H
#define MAZURKA_BASE_NEAREST_H

#include <stddef.h>

// Invariant: `best` is the first of the words offered so far with the fewest
// slips, or NULL if none of them is near enough to be meant.
struct nearest {
    const char *word; // as it was written
    size_t length;    // of it
    const char *best;
    size_t best_length;
    unsigned slips;
};

struct nearest nearest_to(const char *word, size_t length);
void nearest_offer(struct nearest *nearest, const char *word, size_t length);

#endif
