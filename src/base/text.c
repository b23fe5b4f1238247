// SPDX-License-Identifier: Apache-2.0

#include "base/text.h"

#include <stdarg.h>
#include <stdint.h>
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
    va_end(arguments);
    vec_reserve(text, text->count + (size_t)length + 1);
    va_start(arguments, format);
    vsnprintf(text->at + text->count, (size_t)length + 1, format, arguments);
    va_end(arguments);
    text->count += (size_t)length;
}

const char *text_get(const struct text *text) {
    return text->at ? text->at : "";
}

void text_free(struct text *text) {
    vec_free(text);
}

static uint64_t hash(const char *key) { // FNV-1a
    uint64_t sum = 14695981039346656037u;
    for (; *key; key++)
        sum = (sum ^ (unsigned char)*key) * 1099511628211u;
    return sum;
}

static struct text_map_row *find(const struct text_map *map, const char *key) {
    size_t i = hash(key) & (map->room - 1);
    while (map->rows[i].key && strcmp(map->rows[i].key, key))
        i = (i + 1) & (map->room - 1);
    return &map->rows[i];
}

static void grow(struct text_map *map) {
    struct text_map old = *map;
    map->room = old.room ? 2 * old.room : 64;
    map->rows = memory_new(map->room, sizeof *map->rows);
    for (size_t i = 0; i < old.room; i++)
        if (old.rows[i].key)
            *find(map, old.rows[i].key) = old.rows[i];
    memory_free(old.rows);
}

size_t text_map_put(struct text_map *map, const char *key, size_t value,
                    bool *is_new) {
    if (2 * map->count >= map->room)
        grow(map);
    struct text_map_row *row = find(map, key);
    *is_new = !row->key;
    if (*is_new) {
        *row = (struct text_map_row){memory_text(key, strlen(key)), value};
        map->count++;
    }
    return row->value;
}

bool text_map_get(const struct text_map *map, const char *key, size_t *value) {
    const struct text_map_row *row = map->room ? find(map, key) : NULL;
    if (!row || !row->key)
        return false;
    *value = row->value;
    return true;
}

void text_map_free(struct text_map *map) {
    for (size_t i = 0; i < map->room; i++)
        memory_free(map->rows[i].key);
    memory_free(map->rows);
    *map = (struct text_map){0};
}

bool text_starts(const char *text, const char *start) {
    return !strncmp(text, start, strlen(start));
}

bool text_ends(const char *text, const char *end) {
    size_t all = strlen(text), few = strlen(end);
    return all >= few && !strcmp(text + all - few, end);
}
