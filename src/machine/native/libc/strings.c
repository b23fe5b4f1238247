// SPDX-License-Identifier: Apache-2.0
// str*: functions over texts that end with a 0.

#include "machine/native/libc/libc.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

// ------------------------------------------------------------------ lengths

size_t __mz_strlen(const char *text) {
    return libc_reads_text(text, SIZE_MAX, native_at());
}

size_t __mz_strnlen(const char *text, size_t most) {
    return libc_reads_text(text, most, native_at());
}

// ------------------------------------------------------------------ copying

static void refuse_overlap(const char *function, const char *to,
                           const char *from, size_t size) {
    if (to < from + size && from < to + size)
        native_report(FINDING_API_MISUSE, native_at(),
                      "%s() of %zu bytes that overlap with their copy",
                      function, size);
}

char *__mz_stpcpy(char *to, const char *from) {
    const struct mz_site *site = native_at();
    size_t length = libc_reads_text(from, SIZE_MAX, site);
    refuse_overlap("strcpy", to, from, length + 1);
    libc_copy_read(to, from, length + 1, site);
    return to + length;
}

char *__mz_strcpy(char *to, const char *from) {
    __mz_stpcpy(to, from);
    return to;
}

char *__mz_stpncpy(char *to, const char *from, size_t size) {
    const struct mz_site *site = native_at();
    struct libc_sink sink;
    libc_sink_open(&sink, LIBC_MEMORY, site);
    sink.to = to;
    libc_sink_text(&sink, from, size);
    size_t length = sink.length;
    refuse_overlap("strncpy", to, from, length);
    libc_sink_fill(&sink, 0, size - length);
    libc_sink_flush(&sink);
    return to + length;
}

char *__mz_strncpy(char *to, const char *from, size_t size) {
    __mz_stpncpy(to, from, size);
    return to;
}

char *__mz_strncat(char *to, const char *from, size_t most) {
    const struct mz_site *site = native_at();
    size_t length = libc_reads_text(to, SIZE_MAX, site);
    struct libc_sink sink;
    libc_sink_open(&sink, LIBC_MEMORY, site);
    sink.to = to + length;
    libc_sink_text(&sink, from, most);
    refuse_overlap("strcat", to + length, from, sink.length + 1);
    libc_sink_put(&sink, "", 1);
    libc_sink_flush(&sink);
    return to;
}

char *__mz_strcat(char *to, const char *from) {
    return __mz_strncat(to, from, SIZE_MAX);
}

size_t __mz_strlcpy(char *to, const char *from, size_t size) {
    const struct mz_site *site = native_at();
    struct libc_sink sink;
    libc_sink_open(&sink, LIBC_MEMORY, site);
    sink.to = to;
    sink.room = size ? size - 1 : 0;
    libc_sink_text(&sink, from, SIZE_MAX);
    size_t length = sink.length;
    if (size) {
        sink.room = size;
        libc_sink_put(&sink, "", 1);
        libc_sink_flush(&sink);
    }
    return length;
}

size_t __mz_strlcat(char *to, const char *from, size_t size) {
    size_t length = libc_reads_text(to, size, native_at());
    return length + __mz_strlcpy(to + length, from, size - length);
}

// In the C locale, which is the only one, texts sort as their bytes do.
size_t __mz_strxfrm(char *to, const char *from, size_t size) {
    return __mz_strlcpy(to, from, size);
}

// ---------------------------------------------------------------- comparing

// How a comparison looks at bytes, and at what it compares with.
struct comparison_with {
    int (*fold)(int);
    const char *with;
    size_t most;
};

static int as_is(int byte) {
    return byte;
}

// Up to and including the first difference or the end.
static size_t extent_of_common(const char *text, const void *context) {
    const struct comparison_with *c = context;
    for (size_t i = 0; i < c->most; i++) {
        int a = (unsigned char)text[i], b = (unsigned char)c->with[i];
        if (c->fold(a) != c->fold(b) || !a)
            return i + 1;
    }
    return c->most;
}

// Keep what is read of `a` before `b` is read. `a` is announced only as far as
// the comparison goes by what `b` holds now; if that changes meanwhile, the
// loop goes on.
static int compare(const char *a, const char *b, size_t most,
                   int (*fold)(int)) {
    const struct mz_site *site = native_at();
    char kept[LIBC_CHUNK];
    while (most) {
        size_t piece = most < LIBC_CHUNK ? most : LIBC_CHUNK;
        struct comparison_with with = {fold, b, piece};
        native_touches(b, 1, false, site);
        piece = libc_reads(a, extent_of_common, &with, site);
        memcpy(kept, a, piece);
        with = (struct comparison_with){fold, kept, piece};
        size_t common = libc_reads(b, extent_of_common, &with, site);
        int last_a = (unsigned char)kept[common - 1];
        int last_b = (unsigned char)b[common - 1];
        if (fold(last_a) != fold(last_b))
            return fold(last_a) - fold(last_b);
        if (!last_a)
            return 0;
        a += common;
        b += common;
        most -= common;
    }
    return 0;
}

int __mz_strcmp(const char *a, const char *b) {
    return compare(a, b, SIZE_MAX, as_is);
}

int __mz_strncmp(const char *a, const char *b, size_t most) {
    return compare(a, b, most, as_is);
}

int __mz_strcasecmp(const char *a, const char *b) {
    return compare(a, b, SIZE_MAX, tolower);
}

int __mz_strncasecmp(const char *a, const char *b, size_t most) {
    return compare(a, b, most, tolower);
}

int __mz_strcoll(const char *a, const char *b) {
    return compare(a, b, SIZE_MAX, as_is);
}

// ---------------------------------------------------------------- searching

static size_t extent_to_char(const char *text, const void *byte) {
    return (size_t)(strchrnul(text, *(const int *)byte) - text) + 1;
}

char *__mz_strchrnul(const char *text, int byte) {
    size_t read = libc_reads(text, extent_to_char, &byte, native_at());
    return (char *)text + read - 1;
}

char *__mz_strchr(const char *text, int byte) {
    char *found = __mz_strchrnul(text, byte);
    return *found == (char)byte ? found : NULL;
}

char *__mz_strrchr(const char *text, int byte) {
    libc_reads_text(text, SIZE_MAX, native_at());
    return strrchr(text, byte);
}

char *__mz_index(const char *text, int byte) {
    return __mz_strchr(text, byte);
}

char *__mz_rindex(const char *text, int byte) {
    return __mz_strrchr(text, byte);
}

// Up to the end of what is found, or all.
static size_t extent_to_found(const char *hay, const void *needle) {
    const char *found = strstr(hay, needle);
    return found ? (size_t)(found - hay) + strlen(needle) : strlen(hay) + 1;
}

static size_t extent_to_found_case(const char *hay, const void *needle) {
    const char *found = strcasestr(hay, needle);
    return found ? (size_t)(found - hay) + strlen(needle) : strlen(hay) + 1;
}

char *__mz_strstr(const char *hay, const char *needle) {
    const struct mz_site *site = native_at();
    libc_reads_text(needle, SIZE_MAX, site);
    libc_reads(hay, extent_to_found, needle, site);
    return strstr(hay, needle);
}

char *__mz_strcasestr(const char *hay, const char *needle) {
    const struct mz_site *site = native_at();
    libc_reads_text(needle, SIZE_MAX, site);
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
    return libc_reads(text, extent_of_span, set, native_at()) - 1;
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

// Where strtok() goes on. The C library has one place for all threads, and who
// uses it in two of them has a bug; here each thread has its own, so that
// what a thread sees does not depend on calls that are no operations.
static char *token_rest[NATIVE_MOST_THREADS] NATIVE_STATE;

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
    char **place = &token_rest[native_self()->number];
    if (!text)
        text = *place;
    if (!text)
        return NULL;
    char *rest, *token = next_token(text, separators, &rest);
    native_set(*place, token ? rest : NULL);
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

// ----------------------------------------------------------- names of errors

char *__mz_strerror(int error) {
    const char *name = strerrordesc_np(error);
    return (char *)(name ? name : "Unknown error");
}

char *__mz_strsignal(int number) {
    const char *name = sigdescr_np(number);
    return (char *)(name ? name : "Unknown signal");
}

char *__mz_strerror_r(int error, char *text, size_t room) {
    (void)text, (void)room; // GNU's may return a constant, and does
    return __mz_strerror(error);
}

int __mz___xpg_strerror_r(int error, char *text, size_t room) {
    const char *name = __mz_strerror(error);
    struct libc_sink sink;
    libc_sink_open(&sink, LIBC_MEMORY, native_at());
    sink.to = text;
    sink.room = room ? room - 1 : 0;
    libc_sink_put(&sink, name, strlen(name));
    bool fits = sink.length < room;
    if (room) {
        sink.room = room;
        libc_sink_put(&sink, "", 1);
        libc_sink_flush(&sink);
    }
    return !strerrordesc_np(error) ? EINVAL : fits ? 0 : ERANGE;
}
