// SPDX-License-Identifier: Apache-2.0

#include "base/text.h"

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

static uint32_t hash(const char *key) { // FNV-1a
    uint32_t sum = 2166136261u;
    for (; *key; key++)
        sum = (sum ^ (unsigned char)*key) * 16777619u;
    return sum;
}

bool text_map_get(const struct text_map *map, const char *key, size_t *value) {
    struct probe p = table_probe(&map->table, hash(key));
    while (table_next(&map->table, &p))
        if (!strcmp(map->at[p.item].key, key)) {
            *value = map->at[p.item].value;
            return true;
        }
    return false;
}

size_t text_map_put(struct text_map *map, const char *key, size_t value,
                    bool *is_new) {
    *is_new = !text_map_get(map, key, &value);
    if (*is_new) {
        table_add(&map->table, hash(key), (uint32_t)map->count);
        vec_push(map,
                 (struct text_map_row){memory_text(key, strlen(key)), value});
    }
    return value;
}

void text_map_free(struct text_map *map) {
    for (size_t i = 0; i < map->count; i++)
        memory_free(map->at[i].key);
    vec_free(map);
    table_free(&map->table);
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
