// SPDX-License-Identifier: Apache-2.0
// Texts: growing ones, questions about them, and a map from texts to numbers.

#ifndef MAZURKA_BASE_TEXT_H
#define MAZURKA_BASE_TEXT_H

#include "base/memory.h"
#include "base/table.h"

#include <stdbool.h>
#include <stddef.h>

// Always 0-terminated once something was added; {0} is the empty text.
struct text {
    char *at;
    size_t count, room;
};

void text_add(struct text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void text_add_bytes(struct text *text, const char *bytes, size_t count);
// The text itself, "" if nothing was ever added.
const char *text_get(const struct text *text);
void text_free(struct text *text);

bool text_starts(const char *text, const char *start);
bool text_ends(const char *text, const char *end);
// Is it, or does it start with, one of the words of a list, which are separated
// by single blanks?
bool text_is_one_of(const char *text, const char *words);
bool text_starts_with_one_of(const char *text, const char *words);

// A text of somebody else's for the middle of a line: no control characters, by
// which it could look like a line of ours.
void text_tame(char *text);

// Texts to numbers; texts are copied. {0} is the empty map.
struct text_map_row {
    uint64_t key; // a hash
    char *text;
    size_t value;
};
struct text_map {
    TABLE(struct text_map_row) rows;
};

// The number of a text; a new one gets `value`, and *is_new is set.
size_t text_map_put(struct text_map *map, const char *key, size_t value,
                    bool *is_new);
bool text_map_get(const struct text_map *map, const char *key, size_t *value);
void text_map_free(struct text_map *map);

#endif
