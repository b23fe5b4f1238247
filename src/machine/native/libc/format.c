// SPDX-License-Identifier: Apache-2.0
// printf's formats: which memory they read and write, and what they make of
// it. Each conversion is taken out, its argument fetched, and the C library
// formats just this one; texts (%s) are copied by ourselves.

#include "machine/native/libc/libc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

// ------------------------------------------------------------- conversions

enum length { NO_LENGTH, HH, H, L, LL, LONG_DOUBLE, J, Z, T };

struct conversion {
    char flags[16];
    int width;     // -1: none
    int precision; // -1: none
    enum length length;
    char kind;
};

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// A number, or * for an argument.
static const char *read_number(const char *at, struct variadic *arguments,
                               int *number) {
    if (*at == '*') {
        *number = va_arg(arguments->list, int);
        return at + 1;
    }
    int n = 0;
    for (; is_digit(*at) && n < 100000000; at++)
        n = 10 * n + (*at - '0');
    *number = n;
    return at;
}

static const char *read_length(const char *at, enum length *length) {
    static const struct {
        const char *text;
        enum length length;
    } table[] = {{"hh", HH},         {"h", H}, {"ll", LL}, {"l", L}, {"q", LL},
                 {"L", LONG_DOUBLE}, {"j", J}, {"z", Z},   {"Z", Z}, {"t", T}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        size_t n = strlen(table[i].text);
        if (!strncmp(at, table[i].text, n)) {
            *length = table[i].length;
            return at + n;
        }
    }
    *length = NO_LENGTH;
    return at;
}

// What follows a %. NULL if it is unknown, before any argument was taken:
// then the C library has to deal with it as a whole.
static const char *read_conversion(const char *at, struct conversion *c,
                                   struct variadic *arguments) {
    const char *look = at + strspn(at, "-+ #0'I*.0123456789hlqLjzZt");
    if (!*look || !strchr("diouxXcCsSpnmeEfFgGaA%", *look))
        return NULL; // so is the $ of a numbered argument
    size_t flags = strspn(at, "-+ #0'I");
    if (flags >= sizeof c->flags - 1)
        return NULL;
    memcpy(c->flags, at, flags);
    c->flags[flags] = 0;
    at += flags;
    c->width = c->precision = -1;
    if (*at == '*' || is_digit(*at)) {
        at = read_number(at, arguments, &c->width);
        if (c->width < 0) {
            invariant(strlen(c->flags) + 1 < sizeof c->flags);
            strcat(c->flags, "-");
            c->width = -c->width;
        }
    }
    if (*at == '.') {
        at = read_number(at + 1, arguments, &c->precision);
        if (c->precision < 0)
            c->precision = -1;
    }
    at = read_length(at, &c->length);
    c->kind = *at;
    if (c->kind == 'S' || c->kind == 'C') { // old names
        c->kind = c->kind == 'S' ? 's' : 'c';
        c->length = L;
    }
    return at + 1;
}

// ---------------------------------------------------------------- arguments

union value {
    intmax_t integer;
    uintmax_t natural;
    double real;
    long double long_real;
    void *pointer;
};

static intmax_t fetch_signed(struct variadic *a, enum length length) {
    if (length > H)
        return va_arg(a->list, intmax_t);
    int value = va_arg(a->list, int);
    return length == HH  ? (signed char)value
           : length == H ? (short)value
                         : value;
}

static uintmax_t fetch_unsigned(struct variadic *a, enum length length) {
    if (length > H)
        return va_arg(a->list, uintmax_t);
    unsigned value = va_arg(a->list, unsigned);
    return length == HH  ? (unsigned char)value
           : length == H ? (unsigned short)value
                         : value;
}

static void fetch(struct variadic *a, const struct conversion *c,
                  union value *value) {
    switch (c->kind) {
    case 'd':
    case 'i':
        value->integer = fetch_signed(a, c->length);
        break;
    case 'o':
    case 'u':
    case 'x':
    case 'X':
        value->natural = fetch_unsigned(a, c->length);
        break;
    case 'c':
        value->natural = va_arg(a->list, unsigned);
        break;
    case 's':
    case 'p':
    case 'n':
        value->pointer = va_arg(a->list, void *);
        break;
    case 'm':
    case '%':
        break;
    default:
        if (c->length == LONG_DOUBLE)
            value->long_real = va_arg(a->list, long double);
        else
            value->real = va_arg(a->list, double);
    }
}

// --------------------------------------------------------------- formatting

// The conversion in text again, with numbers for *, and integers of one size.
static void write_conversion(const struct conversion *c, char spec[64]) {
    char width[16] = "", precision[16] = "";
    if (c->width >= 0)
        snprintf(width, sizeof width, "%d", c->width);
    if (c->precision >= 0)
        snprintf(precision, sizeof precision, ".%d", c->precision);
    const char *length = strchr("diouxX", c->kind)                 ? "j"
                         : c->length == LONG_DOUBLE                ? "L"
                         : strchr("sc", c->kind) && c->length == L ? "l"
                                                                   : "";
    int made = snprintf(spec, 64, "%%%s%s%s%s%c", c->flags, width, precision,
                        length, c->kind);
    invariant(made > 0 && made < 64);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
static int format_value(char *to, size_t room, const struct conversion *c,
                        const char *spec, const union value *value) {
    errno = native_self()->error; // for %m
    switch (c->kind) {
    case 'd':
    case 'i':
        return snprintf(to, room, spec, value->integer);
    case 'o':
    case 'u':
    case 'x':
    case 'X':
        return snprintf(to, room, spec, value->natural);
    case 'c':
        return snprintf(to, room, spec, (unsigned)value->natural);
    case 's': // of wide characters
    case 'p':
        return snprintf(to, room, spec, value->pointer);
    case 'm':
        return snprintf(to, room, spec);
    default:
        if (c->length == LONG_DOUBLE)
            return snprintf(to, room, spec, value->long_real);
        return snprintf(to, room, spec, value->real);
    }
}

static int format_rest(char *to, size_t room, const char *format,
                       struct variadic *arguments) {
    va_list copy;
    va_copy(copy, arguments->list);
    errno = native_self()->error;
    int length = vsnprintf(to, room, format, copy);
    va_end(copy);
    return length;
}
#pragma GCC diagnostic pop

// Something long, made anew for each piece of it: no memory of ours may be
// held while others run. Returns false if it cannot be made.
static bool put_long(struct libc_sink *sink, const struct conversion *c,
                     const char *format, const union value *value,
                     struct variadic *rest) {
    size_t done = 0, length;
    do {
        char piece[LIBC_CHUNK / 2], *all;
        int n = c ? format_value(NULL, 0, c, format, value)
                  : format_rest(NULL, 0, format, rest);
        if (n < 0 || !(all = malloc((size_t)n + 1)))
            return false;
        length = (size_t)n;
        if (c)
            format_value(all, length + 1, c, format, value);
        else
            format_rest(all, length + 1, format, rest);
        size_t count = length > done ? length - done : 0;
        count = count < sizeof piece ? count : sizeof piece;
        invariant(done + count <= length || !count);
        memcpy(piece, all + done, count);
        free(all);
        libc_sink_put(sink, piece, count);
        done += count;
    } while (done < length);
    return true;
}

// ------------------------------------------------------- texts and addresses

static void put_text(struct libc_sink *sink, const struct conversion *c,
                     const char *text) {
    size_t most = c->precision < 0 ? SIZE_MAX : (size_t)c->precision;
    size_t width = c->width < 0 ? 0 : (size_t)c->width;
    bool left = strchr(c->flags, '-');
    if (width && !left) {
        size_t length = libc_reads_text(text, most, sink->site);
        if (length < width)
            libc_sink_fill(sink, ' ', width - length);
    }
    size_t before = sink->length;
    libc_sink_text(sink, text, most);
    size_t length = sink->length - before;
    if (left && length < width)
        libc_sink_fill(sink, ' ', width - length);
}

static size_t extent_of_wide(const char *text, const void *most) {
    size_t limit = *(const size_t *)most;
    size_t length = wcsnlen((const wchar_t *)text, limit);
    return (length < limit ? length + 1 : length) * sizeof(wchar_t);
}

// %n
static void store_length(const struct libc_sink *sink, enum length length,
                         void *place) {
    static const uint8_t sizes[] = {
        [NO_LENGTH] = sizeof(int), [HH] = 1, [H] = 2, [L] = 8, [LL] = 8,
        [LONG_DOUBLE] = 8,         [J] = 8,  [Z] = 8, [T] = 8};
    _Static_assert(sizeof sizes == T + 1, "a size for each length");
    uint64_t value = sink->length;
    native_writes(place, sizes[length], sink->site);
    memcpy(place, &value, sizes[length]); // little endian
}

static bool put_conversion(struct libc_sink *sink, const struct conversion *c,
                           const union value *value) {
    if (c->kind == '%') {
        libc_sink_put(sink, "%", 1);
        return true;
    }
    if (c->kind == 'n') {
        store_length(sink, c->length, value->pointer);
        return true;
    }
    if (c->kind == 's' && c->length != L) {
        put_text(sink, c, value->pointer);
        return true;
    }
    char spec[64], text[128];
    write_conversion(c, spec);
    if (c->kind == 's') {
        size_t most = c->precision < 0 ? SIZE_MAX / sizeof(wchar_t)
                                       : (size_t)c->precision;
        if (most)
            libc_reads(value->pointer, extent_of_wide, &most, sink->site);
    }
    int length = format_value(text, sizeof text, c, spec, value);
    if (length < 0)
        return false;
    if ((size_t)length >= sizeof text)
        return put_long(sink, c, spec, value, NULL);
    libc_sink_put(sink, text, (size_t)length);
    return true;
}

int libc_format(struct libc_sink *sink, const char *format, va_list list) {
    libc_reads_text(format, SIZE_MAX, sink->site);
    struct variadic arguments;
    va_copy(arguments.list, list);
    bool good = true;
    while (good && *format) {
        const char *percent = strchrnul(format, '%');
        libc_sink_put(sink, format, (size_t)(percent - format));
        if (!*percent)
            break;
        struct conversion c;
        const char *next = read_conversion(percent + 1, &c, &arguments);
        if (!next) {
            good = put_long(sink, NULL, percent, NULL, &arguments);
            break;
        }
        union value value;
        fetch(&arguments, &c, &value);
        good = put_conversion(sink, &c, &value);
        format = next;
    }
    va_end(arguments.list);
    if (!good)
        libc_set_error(EILSEQ);
    else if (sink->length > INT32_MAX)
        libc_set_error(EOVERFLOW);
    return good && sink->length <= INT32_MAX ? (int)sink->length : -1;
}

// ---------------------------------------------------------------- to memory

int __mz_vsnprintf(char *to, size_t room, const char *format, va_list list) {
    struct libc_sink sink;
    libc_sink_open(&sink, LIBC_MEMORY, native_at());
    sink.to = to;
    sink.room = room ? room - 1 : 0;
    int length = libc_format(&sink, format, list);
    if (room) {
        sink.room = room;
        libc_sink_put(&sink, "", 1);
        libc_sink_flush(&sink);
    }
    return length;
}

LIBC_VARIADIC(snprintf, (char *to, size_t room, const char *format, ...),
              __mz_vsnprintf(to, room, format, list))

int __mz_vsprintf(char *to, const char *format, va_list list) {
    return __mz_vsnprintf(to, SIZE_MAX, format, list);
}

LIBC_VARIADIC(sprintf, (char *to, const char *format, ...),
              __mz_vsnprintf(to, SIZE_MAX, format, list))

int __mz_vasprintf(char **to, const char *format, va_list list) {
    const struct mz_site *site = native_at();
    struct libc_sink sink;
    libc_sink_open(&sink, LIBC_BLOCK, site);
    int length = libc_format(&sink, format, list);
    libc_sink_put(&sink, "", 1);
    char *block = libc_sink_block(&sink);
    if (!block || length < 0) {
        libc_set_error(ENOMEM);
        return -1;
    }
    native_writes(to, sizeof *to, site);
    *to = block;
    return length;
}

LIBC_VARIADIC(asprintf, (char **to, const char *format, ...),
              __mz_vasprintf(to, format, list))
