// SPDX-License-Identifier: Apache-2.0

#include "base/nearest.h"

#include "base/fault.h"

#include <stdbool.h>
#include <string.h>

enum { LONGEST = 40 }; // words beyond it are nobody's

static unsigned least(unsigned a, unsigned b) {
    return a < b ? a : b;
}

// Row by row of the table of distances between prefixes; three rows, because
// two exchanged characters look back by two. How many slips of the pen are
// between two words: a character too many, one missing, another one, two
// exchanged.
static unsigned slips_between(const char *a, size_t a_length, const char *b,
                              size_t b_length) {
    unsigned rows[3][LONGEST + 1] = {0};
    if (a_length > LONGEST || b_length > LONGEST)
        return LONGEST;
    for (size_t i = 0; i <= a_length; i++) {
        unsigned *now = rows[i % 3], *before = rows[(i + 2) % 3];
        const unsigned *earlier = rows[(i + 1) % 3];
        now[0] = (unsigned)i;
        for (size_t j = 1; j <= b_length; j++) {
            if (i == 0) {
                now[j] = (unsigned)j;
                continue;
            }
            now[j] = least(least(now[j - 1], before[j]) + 1,
                           before[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = least(now[j], earlier[j - 2] + 1);
        }
    }
    return rows[a_length % 3][b_length];
}

// A third of the word may be wrong; of a short one, a single character.
static unsigned most_slips(size_t length) {
    return length < 4 ? 1 : (unsigned)(length + 2) / 3;
}

struct nearest nearest_to(const char *word, size_t length) {
    return (struct nearest){
        .word = word, .length = length, .slips = most_slips(length) + 1};
}

// What was left unfinished was meant, too.
static bool is_beginning(const struct nearest *n, const char *word,
                         size_t length) {
    return n->length >= 3 && length > n->length &&
           memcmp(word, n->word, n->length) == 0;
}

static unsigned slips_to(const struct nearest *n, const char *word,
                         size_t length) {
    return is_beginning(n, word, length)
               ? 1
               : slips_between(n->word, n->length, word, length);
}

static bool nearest_is_sound(const struct nearest *n) {
    return n->best ? n->slips <= most_slips(n->length) &&
                         n->slips == slips_to(n, n->best, n->best_length)
                   : n->slips == most_slips(n->length) + 1;
}

void nearest_offer(struct nearest *n, const char *word, size_t length) {
    unsigned slips = slips_to(n, word, length);
    expensive(nearest_is_sound(n));
    if (slips >= n->slips || slips >= length)
        return;
    n->best = word;
    n->best_length = length;
    n->slips = slips;
}
