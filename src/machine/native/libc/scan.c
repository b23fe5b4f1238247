// SPDX-License-Identifier: Apache-2.0
// scanf's formats. A text is taken apart here, one directive after the other,
// each number by the C library. A stream is read by the C library; only the
// writes are announced.

#include "machine/native/memory/heap.h"
#include "machine/native/libc/libc.h"
#include "machine/native/libc/standard_input.h"
#include "machine/native/libc/streams.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { OF_INT, OF_CHAR, OF_SHORT, OF_LONG, OF_LONG_DOUBLE };

struct directive {
    bool ignored, allocates;
    int width; // 0: none
    int length;
    char kind;         // conversion character
    const char *set;   // of %[, from the bracket on
    size_t set_length; // up to and including the closing bracket
};

// ------------------------------------------------------------------ parsing

static const char *read_set(const char *at, struct directive *d) {
    d->set = at;
    const char *end = at + 1;
    end += *end == '^';
    end += *end == ']';
    end = strchr(end, ']');
    if (!end)
        return NULL;
    d->set_length = (size_t)(end - at) + 1;
    return end + 1;
}

// What follows a %, or NULL if that is not supported.
static const char *read_directive(const char *at, struct directive *d) {
    *d = (struct directive){0};
    if (*at == '*') {
        d->ignored = true;
        at++;
    }
    for (; isdigit((unsigned char)*at) && d->width < 100000000; at++)
        d->width = 10 * d->width + (*at - '0');
    if (*at == '$')
        return NULL;
    if (*at == 'm') {
        d->allocates = true;
        at++;
    }
    for (; *at && strchr("hlLqjzt", *at); at++)
        d->length = *at == 'h'   ? d->length == OF_SHORT ? OF_CHAR : OF_SHORT
                    : *at == 'L' ? OF_LONG_DOUBLE
                                 : OF_LONG;
    d->kind = *at;
    bool text = *at == 's' || *at == 'c' || *at == '[';
    if (!*at || !strchr("diouxXpneEfFgGaAsc[%", *at) ||
        (text && d->length == OF_LONG))
        return NULL;
    return *at == '[' ? read_set(at, d) : at + 1;
}

static bool is_real(char kind) {
    return strchr("eEfFgGaA", kind);
}

static size_t size_of(const struct directive *d) {
    static const uint8_t integers[] = {4, 1, 2, 8, 8};
    _Static_assert(sizeof integers == OF_LONG_DOUBLE + 1, "one for each");
    require(d->length >= OF_INT && d->length <= OF_LONG_DOUBLE);
    if (d->kind == 'p')
        return 8;
    if (!is_real(d->kind))
        return integers[d->length];
    return d->length == OF_LONG_DOUBLE ? sizeof(long double)
           : d->length == OF_LONG      ? sizeof(double)
                                       : sizeof(float);
}

// ----------------------------------------------------------------- a text

struct scan {
    const char *text, *at;
    const struct mz_site *site;
    struct variadic arguments;
    int assigned;
};

static void skip_space(struct scan *s) {
    while (isspace((unsigned char)*s->at))
        s->at++;
}

static void store(struct scan *s, void *place, const void *value, size_t size) {
    native_writes(place, size, s->site);
    memcpy(place, value, size);
}

// %d, %f, …: false if there is no such number.
static bool scan_number(struct scan *s, const struct directive *d) {
    char spec[40], width[16] = "";
    if (d->width)
        snprintf(width, sizeof width, "%d", d->width);
    const char *length = d->kind == 'p'                ? ""
                         : !is_real(d->kind)           ? "j"
                         : d->length == OF_LONG_DOUBLE ? "L"
                         : d->length == OF_LONG        ? "l"
                                                       : "";
    snprintf(spec, sizeof spec, "%%%s%s%c%%n", width, length, d->kind);
    char value[16] = {0};
    _Static_assert(sizeof(long double) <= sizeof value, "the largest of all");
    int read = 0;
    if (sscanf(s->at, spec, (void *)value, &read) < 1)
        return false;
    invariant(read > 0);
    s->at += read;
    if (!d->ignored) {
        // The low bytes of a larger integer: little endian.
        store(s, va_arg(s->arguments.list, void *), value, size_of(d));
        s->assigned++;
    }
    return true;
}

static size_t text_length(struct scan *s, const struct directive *d) {
    size_t most = d->width ? (size_t)d->width : d->kind == 'c' ? 1 : SIZE_MAX;
    size_t length = 0;
    if (d->kind == 'c')
        return strnlen(s->at, most) == most ? most : 0;
    if (d->kind == 's') {
        while (length < most && s->at[length] &&
               !isspace((unsigned char)s->at[length]))
            length++;
        return length;
    }
    char spec[300];
    int read = 0;
    if (d->set_length > 260)
        __mz_unsupported("calls sscanf() with a very long %[set]", s->site);
    snprintf(spec, sizeof spec, "%%*%.*s%%n", (int)d->set_length, d->set);
    sscanf(s->at, spec, &read);
    invariant(read >= 0);
    return (size_t)read < most ? (size_t)read : most;
}

static bool scan_text(struct scan *s, const struct directive *d) {
    size_t length = text_length(s, d);
    const char *from = s->at;
    s->at += length;
    if (!length)
        return false;
    if (d->ignored)
        return true;
    void *place = va_arg(s->arguments.list, void *);
    struct libc_sink sink;
    libc_sink_open(&sink, d->allocates ? LIBC_BLOCK : LIBC_MEMORY, s->site);
    sink.to = d->allocates ? NULL : place;
    libc_sink_put(&sink, from, length);
    if (d->kind != 'c')
        libc_sink_put(&sink, "", 1);
    if (d->allocates) {
        char *block = libc_sink_block(&sink);
        store(s, place, &block, sizeof block);
    } else {
        libc_sink_flush(&sink);
    }
    s->assigned++;
    return true;
}

// False: it does not match, and scanning ends.
static bool scan_directive(struct scan *s, const struct directive *d) {
    if (d->kind == 'n') {
        int64_t done = s->at - s->text;
        store(s, va_arg(s->arguments.list, void *), &done, size_of(d));
        return true;
    }
    if (d->kind != 'c' && d->kind != '[')
        skip_space(s);
    if (d->kind == '%')
        return *s->at++ == '%';
    if (d->kind == 's' || d->kind == 'c' || d->kind == '[')
        return scan_text(s, d);
    return scan_number(s, d);
}

static int scan(struct scan *s, const char *format) {
    while (*format) {
        if (isspace((unsigned char)*format)) {
            skip_space(s);
            format++;
            continue;
        }
        bool matches;
        if (*format == '%') {
            struct directive d;
            format = read_directive(format + 1, &d);
            if (!format)
                __mz_unsupported("calls sscanf() with an unusual format",
                                 s->site);
            matches = scan_directive(s, &d);
        } else {
            matches = *s->at == *format++;
            s->at += matches;
        }
        if (!matches)
            return s->assigned || *s->at ? s->assigned : EOF;
    }
    return s->assigned;
}

int __mz_vsscanf(const char *text, const char *format, va_list list) {
    struct scan s = {.site = native_at()};
    size_t length = libc_reads_text(text, SIZE_MAX, s.site);
    // A short text is kept as it is now; a longer one is looked at in place,
    // as if nobody wrote to it meanwhile.
    char kept[LIBC_CHUNK];
    bool is_short = length < sizeof kept;
    if (is_short)
        memcpy(kept, text, length + 1);
    libc_reads_text(format, SIZE_MAX, s.site);
    s.text = s.at = is_short ? kept : text;
    va_copy(s.arguments.list, list);
    int assigned = scan(&s, format);
    va_end(s.arguments.list);
    return assigned;
}

LIBC_VARIADIC(sscanf, (const char *text, const char *format, ...),
              __mz_vsscanf(text, format, list))

// ----------------------------------------------------------------- a stream

// A text without a width may become any length: its first byte stands for it.
static void announce_writes(const char *format, struct variadic *arguments,
                            const struct mz_site *site) {
    while (*(format = strchrnul(format, '%'))) {
        struct directive d;
        format = read_directive(format + 1, &d);
        if (!format)
            __mz_unsupported("calls scanf() with an unusual format", site);
        if (d.kind == '%' || d.ignored)
            continue;
        void *place = va_arg(arguments->list, void *);
        size_t size = size_of(&d);
        if (d.allocates)
            __mz_unsupported("calls scanf() with %m", site);
        if (d.kind == 'c')
            size = d.width ? (size_t)d.width : 1;
        else if (d.kind == 's' || d.kind == '[')
            size = d.width ? (size_t)d.width + 1 : 1;
        native_writes(place, size, site);
    }
}

static int scan_standard_input(const char *format, va_list list,
                               const struct mz_site *site) {
    size_t left;
    struct scan s = {.site = site};
    s.text = s.at = standard_input_rest(&left);
    va_copy(s.arguments.list, list);
    int assigned = scan(&s, format);
    va_end(s.arguments.list);
    standard_input_pass((size_t)(s.at - s.text), s.at == s.text + left);
    return assigned;
}

// All that is left of a file, as a text; so many bytes of it are passed then.
static int scan_stream(struct stream *model, const char *format, va_list list,
                       const struct mz_site *site) {
    struct libc_sink sink;
    libc_sink_open(&sink, LIBC_BLOCK, site);
    stream_lock(model);
    off_t start = stream_tell(model);
    if (start < 0)
        __mz_unsupported("calls fscanf() for a pipe", site);
    const char *bytes;
    for (size_t size; (size = stream_peek(model, &bytes));) {
        libc_sink_put(&sink, bytes, size);
        stream_pass(model, size);
    }
    size_t left = sink.length;
    libc_sink_put(&sink, "", 1);
    char *text = libc_sink_block(&sink);
    struct scan s = {.site = site};
    s.text = s.at = text;
    va_copy(s.arguments.list, list);
    int assigned = scan(&s, format);
    va_end(s.arguments.list);
    bool ended = s.at == text + left;
    stream_seek(model, start + (s.at - text), SEEK_SET);
    native_set(model->ended, ended);
    heap_delete(text, site);
    stream_unlock(model);
    return assigned;
}

int __mz_vfscanf(FILE *stream, const char *format, va_list list) {
    const struct mz_site *site = native_at();
    libc_reads_text(format, SIZE_MAX, site);
    struct stream *model = stream_of(stream);
    if (model)
        return scan_stream(model, format, list, site);
    if (standard_input_is_stream(stream))
        return scan_standard_input(format, list, site);
    struct variadic arguments;
    va_copy(arguments.list, list);
    announce_writes(format, &arguments, site);
    va_end(arguments.list);
    native_external("scanf");
    return vfscanf(stream, format, list);
}

LIBC_VARIADIC(fscanf, (FILE * stream, const char *format, ...),
              __mz_vfscanf(stream, format, list))

int __mz_vscanf(const char *format, va_list list) {
    return __mz_vfscanf(stdin, format, list);
}

LIBC_VARIADIC(scanf, (const char *format, ...),
              __mz_vfscanf(stdin, format, list))
