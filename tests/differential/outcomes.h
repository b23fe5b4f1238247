// SPDX-License-Identifier: Apache-2.0
// Sets of outcomes.

#ifndef DIFFERENTIAL_OUTCOMES_H
#define DIFFERENTIAL_OUTCOMES_H

#include <stdbool.h>
#include <stdint.h>

enum { OUTCOME_WORDS = 150 };

struct outcome {
    uint64_t hash;
    char words[OUTCOME_WORDS]; // "" if only the hash is known
};

struct outcomes {
    struct outcome *at;
    unsigned count, room;
};

void outcomes_add(struct outcomes *set, uint64_t hash, const char *words);
bool outcomes_have(const struct outcomes *set, uint64_t hash);
bool outcomes_include(const struct outcomes *set, const struct outcomes *part);
bool outcomes_equal(const struct outcomes *a, const struct outcomes *b);
void outcomes_free(struct outcomes *set);

// A number for an outcome of which only the words are known.
uint64_t outcome_hash(const char *words);
// Values as a program with OUTCOME_IN_WORDS tells them.
void outcome_words(char *to, const int64_t *values, unsigned count);

#endif
