// SPDX-License-Identifier: Apache-2.0
// Output. That of a program appears once, whatever is explored afterwards; it
// is no operation that another thread could see. What goes to files is theirs
// (streams.h).

#include "machine/native/libc/file_model.h"
#include "machine/native/libc/streams.h"
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
    struct stream *model = stream_of(stream);
    libc_sink_open(sink, model ? LIBC_MODEL : LIBC_STREAM, native_at());
    if (model) {
        stream_lock(model);
        sink->model = model;
    } else if (is_standard(stream)) {
        sink->stream = libc_shown(stream == stdout ? 1 : 2);
        sink->printed = library.printed[native_self()->number];
    } else {
        native_external(function);
        sink->stream = stream;
    }
}

// What was put is written, or in the stream's buffer. False: an error.
static bool close_stream(struct libc_sink *sink) {
    libc_sink_flush(sink);
    if (sink->model)
        stream_unlock(sink->model);
    return !sink->failed;
}

// ----------------------------------------------------------------- formatted

int __mz_vfprintf(FILE *stream, const char *format, va_list list) {
    struct libc_sink sink;
    open_stream(&sink, stream, "fprintf");
    int length = libc_format(&sink, format, list);
    return close_stream(&sink) ? length : -1;
}

LIBC_VARIADIC(fprintf, (FILE * stream, const char *format, ...),
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
    return close_stream(&sink) ? 1 : EOF;
}
NATIVE_SAME(fputs_unlocked, fputs)

int __mz_puts(const char *text) {
    struct libc_sink sink;
    open_stream(&sink, stdout, "puts");
    libc_sink_text(&sink, text, SIZE_MAX);
    libc_sink_put(&sink, "\n", 1);
    return close_stream(&sink) ? (int)sink.length : EOF;
}

int __mz_fputc(int byte, FILE *stream) {
    struct libc_sink sink;
    open_stream(&sink, stream, "fputc");
    char c = (char)byte;
    libc_sink_put(&sink, &c, 1);
    return close_stream(&sink) ? (unsigned char)byte : EOF;
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
}

size_t __mz_fwrite(const void *bytes, size_t size, size_t count, FILE *stream) {
    size_t total;
    if (__builtin_mul_overflow(size, count, &total) || !total)
        return 0;
    struct libc_sink sink;
    open_stream(&sink, stream, "fwrite");
    put_bytes(&sink, bytes, total);
    return close_stream(&sink) ? count : 0;
}
NATIVE_SAME(fwrite_unlocked, fwrite)

int __mz_fflush(FILE *stream) {
    struct stream *model = stream ? stream_of(stream) : NULL;
    if (!stream)
        stream_flush_all();
    if (model) {
        stream_lock(model);
        bool fine = stream_flush(model);
        stream_unlock(model);
        return fine ? 0 : EOF;
    }
    if (!stream || is_standard(stream)) {
        if (native_settings()->show_output)
            fflush(stream);
        return 0;
    }
    native_external("fflush");
    return fflush(stream);
}
NATIVE_SAME(fflush_unlocked, fflush)

// How standard output is buffered cannot be seen; the program's buffer stays
// unused.
int __mz_setvbuf(FILE *stream, char *buffer, int mode, size_t size) {
    (void)buffer, (void)size;
    struct stream *model = stream_of(stream);
    if (mode != _IOFBF && mode != _IOLBF && mode != _IONBF)
        return -1;
    if (model)
        native_set(model->buffering, mode);
    else if (!is_standard(stream) && stream != stdin)
        native_external("setvbuf");
    return 0;
}

void __mz_setbuf(FILE *stream, char *buffer) {
    __mz_setvbuf(stream, buffer, buffer ? _IOFBF : _IONBF, BUFSIZ);
}

void __mz_setbuffer(FILE *stream, char *buffer, size_t size) {
    __mz_setvbuf(stream, buffer, buffer ? _IOFBF : _IONBF, size);
}

void __mz_setlinebuf(FILE *stream) {
    __mz_setvbuf(stream, NULL, _IOLBF, 0);
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
    close_stream(&sink);
}

// ---------------------------------------------------------- file descriptors

// As a stream, so that it keeps its order with printf.
ssize_t stdio_shows(int fd, const void *bytes, size_t size) {
    struct libc_sink sink;
    open_stream(&sink, fd == STDOUT_FILENO ? stdout : stderr, "write");
    put_bytes(&sink, bytes, size);
    close_stream(&sink);
    return (ssize_t)size;
}

int __mz_vdprintf(int fd, const char *format, va_list list) {
    if (file_standard(fd) > 0)
        return __mz_vfprintf(fd == STDOUT_FILENO ? stdout : stderr, format,
                             list);
    struct libc_sink sink;
    libc_sink_open(&sink, LIBC_BLOCK, native_at());
    int length = libc_format(&sink, format, list);
    char *block = length >= 0 ? libc_sink_block(&sink) : NULL;
    if (!block)
        return -1;
    ssize_t put = __mz_fd_write(fd, block, (size_t)length);
    heap_delete(block, native_at());
    return put < 0 ? -1 : length;
}

LIBC_VARIADIC(dprintf, (int fd, const char *format, ...),
              __mz_vdprintf(fd, format, list))
