// SPDX-License-Identifier: Apache-2.0
// str*: what is found in texts, and tokens.

#include "machine/native/libc/libc.h"
#include "machine/native/library_state.h"

#include <string.h>

static size_t extent_to_char(const char *text, const void *byte) {
    return (size_t)(strchrnul(text, *(const int *)byte) - text) + 1;
}

char *__mz_strchrnul(const char *text, int byte) {
    size_t read = libc_reads(text, extent_to_char, &byte, native_at());
    invariant(read > 0);
    return (char *)text + read - 1;
}

char *__mz_strchr(const char *text, int byte) {
    char *found = __mz_strchrnul(text, byte);
    return *found == (char)byte ? found : NULL;
}
NATIVE_SAME(index, strchr)

char *__mz_strrchr(const char *text, int byte) {
    libc_reads_text(text, SIZE_MAX, native_at());
    return strrchr(text, byte);
}
NATIVE_SAME(rindex, strrchr)

// Up to the end of what is found, or all.
static size_t extent_to_found(const char *hay, const void *needle) {
    const char *found = strstr(hay, needle);
    return found ? (size_t)(found - hay) + strlen(needle) : strlen(hay) + 1;
}

static size_t extent_to_found_case(const char *hay, const void *needle) {
    const char *found = strcasestr(hay, needle);
    return found ? (size_t)(found - hay) + strlen(needle) : strlen(hay) + 1;
}

// What is looked for is kept, unless it is very long, before the rest is read.
static const char *keep(const char *needle, char kept[LIBC_CHUNK]) {
    size_t length = libc_reads_text(needle, SIZE_MAX, native_at());
    return length < LIBC_CHUNK ? memcpy(kept, needle, length + 1) : needle;
}

char *__mz_strstr(const char *hay, const char *needle) {
    const struct mz_site *site = native_at();
    char kept[LIBC_CHUNK];
    needle = keep(needle, kept);
    libc_reads(hay, extent_to_found, needle, site);
    return strstr(hay, needle);
}

char *__mz_strcasestr(const char *hay, const char *needle) {
    const struct mz_site *site = native_at();
    char kept[LIBC_CHUNK];
    needle = keep(needle, kept);
    libc_reads(hay, extent_to_found_case, needle, site);
    return strcasestr(hay, needle);
}

// A set of bytes, kept.
struct set {
    bool has[256];
    bool wanted; // does the span consist of these, or of all others?
};

static void read_set(struct set *set, const char *bytes, bool wanted_) {
    libc_reads_text(bytes, SIZE_MAX, native_at());
    memset(set->has, 0, sizeof set->has);
    for (; *bytes; bytes++)
        set->has[(unsigned char)*bytes] = true;
    set->wanted = wanted_;
}

static size_t extent_of_span(const char *text, const void *context) {
    const struct set *set = context;
    size_t length = 0;
    while (text[length] && set->has[(unsigned char)text[length]] == set->wanted)
        length++;
    return length + 1;
}

static size_t span(const char *text, const struct set *set) {
    size_t read = libc_reads(text, extent_of_span, set, native_at());
    invariant(read > 0);
    return read - 1;
}

size_t __mz_strspn(const char *text, const char *bytes) {
    struct set set;
    read_set(&set, bytes, true);
    return span(text, &set);
}

size_t __mz_strcspn(const char *text, const char *bytes) {
    struct set set;
    read_set(&set, bytes, false);
    return span(text, &set);
}

char *__mz_strpbrk(const char *text, const char *bytes) {
    const char *found = text + __mz_strcspn(text, bytes);
    return *found ? (char *)found : NULL;
}

// ------------------------------------------------------------------- tokens

// The next token from `text`; *rest is where to go on, or NULL.
static char *next_token(char *text, const char *separators, char **rest) {
    const struct mz_site *site = native_at();
    struct set set;
    read_set(&set, separators, true);
    text += span(text, &set);
    *rest = text;
    if (!*text)
        return NULL;
    set.wanted = false;
    char *end = text + span(text, &set);
    *rest = end;
    if (*end) {
        native_writes(end, 1, site);
        *end = 0;
        *rest = end + 1;
    }
    return text;
}

char *__mz_strtok(char *text, const char *separators) {
    const struct mz_site *site = native_at();
    char **place = &library.lent.token_rest;
    if (!text) {
        native_reads(place, sizeof *place, site);
        text = *place;
    }
    if (!text)
        return NULL;
    char *rest, *token = next_token(text, separators, &rest);
    native_writes(place, sizeof *place, site);
    *place = token ? rest : NULL;
    return token;
}

char *__mz_strtok_r(char *text, const char *separators, char **rest) {
    const struct mz_site *site = native_at();
    if (!text) {
        native_reads(rest, sizeof *rest, site);
        text = *rest;
    }
    if (!text)
        return NULL;
    char *next, *token = next_token(text, separators, &next);
    native_writes(rest, sizeof *rest, site);
    *rest = next;
    return token;
}

char *__mz_strsep(char **rest, const char *separators) {
    const struct mz_site *site = native_at();
    native_reads(rest, sizeof *rest, site);
    char *text = *rest, *next = NULL;
    if (!text)
        return NULL;
    struct set set;
    read_set(&set, separators, false);
    char *end = text + span(text, &set);
    if (*end) {
        native_writes(end, 1, site);
        *end = 0;
        next = end + 1;
    }
    native_writes(rest, sizeof *rest, site);
    *rest = next;
    return text;
}
