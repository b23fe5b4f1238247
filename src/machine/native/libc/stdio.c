// SPDX-License-Identifier: Apache-2.0
// Output. That of a program appears once, whatever is explored afterwards; it
// is no operation that another thread could see. Other files than standard
// output and error are not ours: writing to them is an external call.

#include "machine/native/libc/libc.h"
#include "machine/native/library_state.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

FILE *libc_shown(int fd) {
    if (!native_settings()->show_output)
        return NULL;
    return fd == 1 ? stdout : stderr;
}

static bool is_standard(FILE *stream) {
    return stream == stdout || stream == stderr;
}

static void open_stream(struct libc_sink *sink, FILE *stream,
                        const char *function) {
    libc_sink_open(sink, LIBC_STREAM, native_at());
    if (is_standard(stream)) {
        sink->stream = libc_shown(stream == stdout ? 1 : 2);
        sink->printed = library.printed[native_self()->number];
    } else {
        native_external(function);
        sink->stream = stream;
    }
}

// ----------------------------------------------------------------- formatted

int __mz_vfprintf(FILE *stream, const char *format, va_list list) {
    struct libc_sink sink;
    open_stream(&sink, stream, "fprintf");
    int length = libc_format(&sink, format, list);
    libc_sink_flush(&sink);
    return length;
}

LIBC_VARIADIC(fprintf, (FILE *stream, const char *format, ...),
              __mz_vfprintf(stream, format, list))

int __mz_vprintf(const char *format, va_list list) {
    return __mz_vfprintf(stdout, format, list);
}

LIBC_VARIADIC(printf, (const char *format, ...),
              __mz_vfprintf(stdout, format, list))

// --------------------------------------------------------------- unformatted

int __mz_fputs(const char *text, FILE *stream) {
    struct libc_sink sink;
    open_stream(&sink, stream, "fputs");
    libc_sink_text(&sink, text, SIZE_MAX);
    libc_sink_flush(&sink);
    return 1;
}
NATIVE_SAME(fputs_unlocked, fputs)

int __mz_puts(const char *text) {
    struct libc_sink sink;
    open_stream(&sink, stdout, "puts");
    libc_sink_text(&sink, text, SIZE_MAX);
    libc_sink_put(&sink, "\n", 1);
    libc_sink_flush(&sink);
    return (int)sink.length;
}

int __mz_fputc(int byte, FILE *stream) {
    struct libc_sink sink;
    open_stream(&sink, stream, "fputc");
    char c = (char)byte;
    libc_sink_put(&sink, &c, 1);
    libc_sink_flush(&sink);
    return (unsigned char)byte;
}
NATIVE_SAME(fputc_unlocked, fputc)
NATIVE_SAME(putc, fputc)
NATIVE_SAME(putc_unlocked, fputc)

int __mz_putchar(int byte) {
    return __mz_fputc(byte, stdout);
}
NATIVE_SAME(putchar_unlocked, putchar)

static void put_bytes(struct libc_sink *sink, const char *bytes, size_t size) {
    for (size_t done = 0, piece; done < size; done += piece) {
        piece = size - done < LIBC_CHUNK ? size - done : LIBC_CHUNK;
        invariant(piece > 0 && done + piece <= size);
        native_reads(bytes + done, piece, sink->site);
        libc_sink_put(sink, bytes + done, piece);
    }
    libc_sink_flush(sink);
}

size_t __mz_fwrite(const void *bytes, size_t size, size_t count, FILE *stream) {
    size_t total;
    if (__builtin_mul_overflow(size, count, &total) || !total)
        return 0;
    struct libc_sink sink;
    open_stream(&sink, stream, "fwrite");
    put_bytes(&sink, bytes, total);
    return count;
}
NATIVE_SAME(fwrite_unlocked, fwrite)

int __mz_fflush(FILE *stream) {
    if (!stream || is_standard(stream)) {
        if (native_settings()->show_output)
            fflush(stream);
        return 0;
    }
    native_external("fflush");
    return fflush(stream);
}
NATIVE_SAME(fflush_unlocked, fflush)

// How output is buffered cannot be seen; the program's buffer stays unused.
int __mz_setvbuf(FILE *stream, char *buffer, int mode, size_t size) {
    (void)buffer, (void)size;
    if (!is_standard(stream))
        native_external("setvbuf");
    return mode == _IOFBF || mode == _IOLBF || mode == _IONBF ? 0 : -1;
}

void __mz_setbuf(FILE *stream, char *buffer) {
    __mz_setvbuf(stream, buffer, _IOFBF, BUFSIZ);
}

void __mz_perror(const char *text) {
    struct libc_sink sink;
    open_stream(&sink, stderr, "perror");
    int error = native_self()->error;
    if (text) {
        libc_sink_text(&sink, text, SIZE_MAX);
        if (sink.length)
            libc_sink_put(&sink, ": ", 2);
    }
    const char *name = __mz_strerror(error);
    libc_sink_put(&sink, name, strlen(name));
    libc_sink_put(&sink, "\n", 1);
    libc_sink_flush(&sink);
}

// ---------------------------------------------------------- file descriptors

// As a stream, for the standard ones: so they keep their order with printf.
static FILE *standard(int fd) {
    return fd == STDOUT_FILENO ? stdout : fd == STDERR_FILENO ? stderr : NULL;
}

ssize_t __mz_fd_write(int fd, const void *bytes, size_t size) {
    const struct mz_site *site = native_at();
    size = size > PTRDIFF_MAX ? PTRDIFF_MAX : size;
    FILE *stream = standard(fd);
    if (stream) {
        struct libc_sink sink;
        open_stream(&sink, stream, "write");
        put_bytes(&sink, bytes, size);
        return (ssize_t)size;
    }
    native_external("write");
    if (size)
        native_reads(bytes, size, site);
    ssize_t written = write(fd, bytes, size);
    if (written < 0)
        libc_set_error(errno);
    return written;
}

int __mz_vdprintf(int fd, const char *format, va_list list) {
    FILE *stream = standard(fd);
    if (stream)
        return __mz_vfprintf(stream, format, list);
    struct libc_sink sink;
    native_external("dprintf");
    libc_sink_open(&sink, LIBC_COUNT, native_at());
    int length = libc_format(&sink, format, list); // announces what is read
    if (length >= 0 && vdprintf(fd, format, list) < 0) {
        libc_set_error(errno);
        return -1;
    }
    return length;
}

LIBC_VARIADIC(dprintf, (int fd, const char *format, ...),
              __mz_vdprintf(fd, format, list))
