// SPDX-License-Identifier: Apache-2.0

#include "base/text.h"

#include "base/fault.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void text_add_bytes(struct text *text, const char *bytes, size_t count) {
    vec_reserve(text, text->count + count + 1);
    memcpy(text->at + text->count, bytes, count);
    text->count += count;
    text->at[text->count] = 0;
}

void text_add(struct text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    require(length >= 0);
    va_end(arguments);
    vec_reserve(text, text->count + (size_t)length + 1);
    va_start(arguments, format);
    vsnprintf(text->at + text->count, (size_t)length + 1, format, arguments);
    va_end(arguments);
    text->count += (size_t)length;
    invariant(text->count < text->room && !text->at[text->count]);
}

const char *text_get(const struct text *text) {
    return text->at ? text->at : "";
}

void text_free(struct text *text) {
    vec_free(text);
}

static uint64_t hash(const char *text) { // FNV-1a
    uint64_t sum = 14695981039346656037u;
    for (; *text; text++)
        sum = (sum ^ (unsigned char)*text) * 1099511628211u;
    return sum ? sum : 1;
}

static struct text_map_row *find(const struct text_map *map, const char *text) {
    struct text_map_row *row = table_find(&map->rows, hash(text));
    while (row && strcmp(row->text, text))
        row = table_next(&map->rows, row);
    return row;
}

size_t text_map_put(struct text_map *map, const char *key, size_t value,
                    bool *is_new) {
    struct text_map_row *row = find(map, key);
    *is_new = !row;
    if (!row) {
        row = table_add(&map->rows, hash(key));
        row->text = memory_text(key, strlen(key));
        row->value = value;
    }
    return row->value;
}

bool text_map_get(const struct text_map *map, const char *key, size_t *value) {
    const struct text_map_row *row = find(map, key);
    if (row)
        *value = row->value;
    return row;
}

void text_map_free(struct text_map *map) {
    TABLE_EACH (&map->rows, row)
        memory_free(row->text);
    table_free(&map->rows);
}

bool text_starts(const char *text, const char *start) {
    return !strncmp(text, start, strlen(start));
}

bool text_ends(const char *text, const char *end) {
    size_t all = strlen(text), few = strlen(end);
    return all >= few && !strcmp(text + all - few, end);
}

static bool matches(const char *text, const char *words, bool whole) {
    while (*words) {
        size_t length = strcspn(words, " ");
        if (!strncmp(text, words, length) && (!whole || !text[length]))
            return true;
        words += length + (words[length] == ' ');
    }
    return false;
}

bool text_is_one_of(const char *text, const char *words) {
    return matches(text, words, true);
}

bool text_starts_with_one_of(const char *text, const char *words) {
    return matches(text, words, false);
}

void text_tame(char *text) {
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 127)
            *text = ' ';
}
