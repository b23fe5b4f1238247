// SPDX-License-Identifier: Apache-2.0
// str*: lengths, copies and comparisons of texts that end with a 0.

#include "machine/native/libc/libc.h"

#include <ctype.h>
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
NATIVE_SAME(strxfrm, strlcpy)

size_t __mz_strlcat(char *to, const char *from, size_t size) {
    size_t length = libc_reads_text(to, size, native_at());
    invariant(length <= size);
    return length + __mz_strlcpy(to + length, from, size - length);
}

// In the C locale, which is the only one, texts sort as their bytes do.
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
// loop goes on. If each access is a step, `b` must not decide that.
static int compare(const char *a, const char *b, size_t most,
                   int (*fold)(int)) {
    const struct mz_site *site = native_at();
    char kept[LIBC_CHUNK];
    while (most) {
        size_t piece = most < LIBC_CHUNK ? most : LIBC_CHUNK;
        struct comparison_with with = {fold, b, piece};
        native_touches(b, 1, false, site);
        if (native_settings()->races == RACES_INTERLEAVE) {
            piece = libc_reads_text(a, piece, site);
            piece += piece < LIBC_CHUNK && piece < most;
        } else {
            piece = libc_reads(a, extent_of_common, &with, site);
        }
        invariant(piece > 0 && piece <= LIBC_CHUNK);
        memcpy(kept, a, piece);
        with = (struct comparison_with){fold, kept, piece};
        size_t common = libc_reads(b, extent_of_common, &with, site);
        invariant(common > 0 && common <= piece);
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
NATIVE_SAME(strcoll, strcmp)

int __mz_strncmp(const char *a, const char *b, size_t most) {
    return compare(a, b, most, as_is);
}

int __mz_strcasecmp(const char *a, const char *b) {
    return compare(a, b, SIZE_MAX, tolower);
}

int __mz_strncasecmp(const char *a, const char *b, size_t most) {
    return compare(a, b, most, tolower);
}
