// SPDX-License-Identifier: Apache-2.0
#include "outcomes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool outcomes_have(const struct outcomes *set, uint64_t hash) {
    for (unsigned i = 0; i < set->count; i++)
        if (set->at[i].hash == hash)
            return true;
    return false;
}

void outcomes_add(struct outcomes *set, uint64_t hash, const char *words) {
    if (outcomes_have(set, hash))
        return;
    if (set->count == set->room) {
        set->room = set->room ? 2 * set->room : 16;
        set->at = realloc(set->at, set->room * sizeof set->at[0]);
        if (!set->at)
            abort();
    }
    struct outcome *new = &set->at[set->count++];
    new->hash = hash;
    snprintf(new->words, sizeof new->words, "%s", words);
}

bool outcomes_include(const struct outcomes *set, const struct outcomes *part) {
    for (unsigned i = 0; i < part->count; i++)
        if (!outcomes_have(set, part->at[i].hash))
            return false;
    return true;
}

bool outcomes_equal(const struct outcomes *a, const struct outcomes *b) {
    return a->count == b->count && outcomes_include(a, b);
}

void outcomes_free(struct outcomes *set) {
    free(set->at);
    *set = (struct outcomes){0};
}

void outcome_words(char *to, const int64_t *values, unsigned count) {
    unsigned length = 0;
    *to = 0;
    for (unsigned i = 0; i < count && length + 20 < 140; i++)
        length += (unsigned)sprintf(to + length, "%s%llx", i ? " " : "",
                                    (unsigned long long)values[i]);
}

uint64_t outcome_hash(const char *words) {
    uint64_t hash = 0;
    for (; *words; words++)
        hash = (hash ^ (uint64_t)(unsigned char)*words) * 0x100000001b3ull;
    return hash;
}
