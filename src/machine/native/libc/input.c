// SPDX-License-Identifier: Apache-2.0
// Input. Standard input is known (standard_input.h), and so are files
// (streams.h). What else comes from outside is not under our control: the real
// functions are called and named in the report. What they write is announced.

#include "machine/native/memory/heap.h"
#include "machine/native/libc/libc.h"
#include "machine/native/libc/file_model.h"
#include "machine/native/libc/standard_input.h"
#include "machine/native/libc/streams.h"
#include "machine/native/library_state.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

// Is it standard input? If not, the function is one that nobody controls.
static bool is_known(FILE *stream, const char *function) {
    if (standard_input_is_stream(stream))
        return true;
    native_external(function);
    return false;
}

// At most so many bytes of it are passed; which, and how many that were.
static const char *pass(size_t *size) {
    size_t left;
    const char *rest = standard_input_rest(&left);
    bool ended = *size > left;
    *size = ended ? left : *size;
    standard_input_pass(*size, ended);
    return rest;
}

// The next byte of a stream of ours.
static int next_byte(struct stream *model) {
    const char *bytes;
    stream_lock(model);
    int byte = stream_peek(model, &bytes) ? (unsigned char)*bytes : EOF;
    if (byte != EOF)
        stream_pass(model, 1);
    stream_unlock(model);
    return byte;
}

int __mz_fgetc(FILE *stream) {
    struct stream *model = stream_of(stream);
    if (model)
        return next_byte(model);
    if (!is_known(stream, "fgetc"))
        return fgetc(stream);
    size_t size = 1;
    const char *byte = pass(&size);
    return size ? (unsigned char)*byte : EOF;
}
NATIVE_SAME(getc, fgetc)
NATIVE_SAME(getc_unlocked, fgetc)
NATIVE_SAME(fgetc_unlocked, fgetc)

int __mz_getchar(void) {
    return __mz_fgetc(stdin);
}
NATIVE_SAME(getchar_unlocked, getchar)

static int put_back(struct stream *model, int byte) {
    if (byte == EOF)
        return EOF;
    stream_lock(model);
    if (model->way == STREAM_WRITES)
        stream_flush(model);
    bool fine = model->backs < STREAM_MOST_BACK;
    if (fine) {
        native_set(model->back[model->backs], (unsigned char)byte);
        native_set(model->backs, model->backs + 1);
        native_set(model->ended, false);
    }
    stream_unlock(model);
    return fine ? (unsigned char)byte : EOF;
}

int __mz_ungetc(int byte, FILE *stream) {
    struct stream *model = stream_of(stream);
    if (model)
        return put_back(model, byte);
    if (!is_known(stream, "ungetc"))
        return ungetc(byte, stream);
    if (byte == EOF)
        return EOF;
    if (!standard_input_put_back(byte))
        __mz_unsupported("puts another byte back into standard input",
                         native_at());
    return (unsigned char)byte;
}

// Of a stream of ours; looked at with its lock.
static int flag(struct stream *model, const bool *which) {
    stream_lock(model);
    int result = *which;
    stream_unlock(model);
    return result;
}

int __mz_feof(FILE *stream) {
    struct stream *model = stream_of(stream);
    if (model)
        return flag(model, &model->ended);
    return is_known(stream, "feof") ? library.input.ended : feof(stream);
}
NATIVE_SAME(feof_unlocked, feof)

int __mz_ferror(FILE *stream) {
    struct stream *model = stream_of(stream);
    if (model)
        return flag(model, &model->failed);
    if (stream == stdout || stream == stderr)
        return 0;
    return is_known(stream, "ferror") ? 0 : ferror(stream);
}
NATIVE_SAME(ferror_unlocked, ferror)

void __mz_clearerr(FILE *stream) {
    struct stream *model = stream_of(stream);
    if (model) {
        stream_lock(model);
        native_set(model->ended, false);
        native_set(model->failed, false);
        stream_unlock(model);
    } else if (is_known(stream, "clearerr"))
        native_set(library.input.ended, false);
    else
        clearerr(stream);
}
NATIVE_SAME(clearerr_unlocked, clearerr)

static int read_known_line(struct libc_sink *sink, int end, size_t most) {
    size_t left;
    const char *rest = standard_input_rest(&left);
    size_t size = most < left ? most : left;
    const char *at = size ? memchr(rest, end, size) : NULL;
    if (at)
        size = (size_t)(at - rest) + 1;
    bool ended = !at && size < most;
    standard_input_pass(size, ended);
    libc_sink_put(sink, rest, size);
    return ended ? EOF : size ? (unsigned char)rest[size - 1] : 0;
}

static int read_line_of(struct libc_sink *sink, struct stream *model, int end,
                        size_t most) {
    const char *bytes;
    size_t size;
    while (most && (size = stream_peek(model, &bytes))) {
        size = size < most ? size : most;
        const char *at = memchr(bytes, end, size);
        size = at ? (size_t)(at - bytes) + 1 : size;
        libc_sink_put(sink, bytes, size);
        stream_pass(model, size);
        if (at)
            return end;
        most -= size;
    }
    return most ? EOF : 0;
}

// Bytes up to and including `end`, at most `most`. The last one read, or EOF.
static int read_line(struct libc_sink *sink, FILE *stream, bool known, int end,
                     size_t most) {
    struct stream *model = stream_of(stream);
    if (model) {
        stream_lock(model);
        int last = read_line_of(sink, model, end, most);
        stream_unlock(model);
        return last;
    }
    if (known)
        return read_known_line(sink, end, most);
    int byte = 0;
    while (sink->length < most && (byte = fgetc(stream)) != EOF) {
        char c = (char)byte;
        libc_sink_put(sink, &c, 1);
        if (byte == end)
            break;
    }
    return byte;
}

static char *read_text(char *to, size_t most, FILE *stream, bool known,
                       bool keep_end) {
    struct libc_sink sink;
    libc_sink_open(&sink, LIBC_MEMORY, native_at());
    sink.to = to;
    int last = read_line(&sink, stream, known, '\n', most);
    if (!sink.length && last == EOF)
        return NULL;
    if (!keep_end && last == '\n' && sink.pending)
        sink.pending--;
    libc_sink_put(&sink, "", 1);
    libc_sink_flush(&sink);
    return to;
}

char *__mz_fgets(char *to, int room, FILE *stream) {
    bool known = stream_of(stream) || is_known(stream, "fgets");
    return room > 0 ? read_text(to, (size_t)room - 1, stream, known, true)
                    : NULL;
}

char *__mz_gets(char *to) {
    bool known = is_known(stdin, "gets");
    return read_text(to, SIZE_MAX, stdin, known, false);
}

NATIVE_SAME(fgets_unlocked, fgets)

static size_t read_from(struct stream *model, char *to, size_t total,
                        const struct mz_site *site) {
    size_t done = 0, size;
    const char *bytes;
    stream_lock(model);
    while (done < total && (size = stream_peek(model, &bytes))) {
        size = size < total - done ? size : total - done;
        stream_pass(model, size);
        file_gives(to + done, bytes, size, site);
        done += size;
    }
    stream_unlock(model);
    return done;
}

size_t __mz_fread(void *to, size_t size, size_t count, FILE *stream) {
    size_t total;
    struct stream *model = stream_of(stream);
    if (model)
        return !__builtin_mul_overflow(size, count, &total) && total
                   ? read_from(model, to, total, native_at()) / size
                   : 0;
    bool known = is_known(stream, "fread");
    if (__builtin_mul_overflow(size, count, &total) || !total)
        return 0;
    const struct mz_site *site = native_at();
    const char *bytes = known ? pass(&total) : NULL;
    if (total)
        native_writes(to, total, site);
    if (!known)
        return fread(to, size, count, stream);
    memcpy(to, bytes, total);
    return total / size;
}

NATIVE_SAME(fread_unlocked, fread)

ssize_t standard_input_read(void *to, size_t size, const struct mz_site *site) {
    bool known = standard_input_is(STDIN_FILENO);
    const char *bytes = known ? pass(&size) : NULL;
    if (!known)
        native_external("read");
    if (size)
        native_writes(to, size, site);
    if (known) {
        memcpy(to, bytes, size);
        return (ssize_t)size;
    }
    ssize_t got = read(STDIN_FILENO, to, size);
    if (got < 0)
        libc_set_error(errno);
    return got;
}

// -------------------------------------------------------------------- lines

// The line takes the place of what *line holds, if there is room.
static bool deliver(struct libc_sink *sink, char **line, size_t *room) {
    const struct mz_site *site = sink->site;
    size_t size = sink->length;
    native_reads(line, sizeof *line, site);
    char *old = *line;
    native_reads(room, sizeof *room, site);
    size_t had = *room;
    char *block = libc_sink_block(sink);
    if (!block)
        return false;
    if (old && had >= size) {
        native_writes(old, size, site);
        memcpy(old, block, size);
        heap_delete(block, site);
        return true;
    }
    if (old)
        __mz_free(old);
    native_writes(line, sizeof *line, site);
    *line = block;
    native_writes(room, sizeof *room, site);
    *room = size;
    return true;
}

ssize_t __mz_getdelim(char **line, size_t *room, int end, FILE *stream) {
    bool known = stream_of(stream) || is_known(stream, "getline");
    if (!line || !room) {
        libc_set_error(EINVAL);
        return -1;
    }
    struct libc_sink sink;
    libc_sink_open(&sink, LIBC_BLOCK, native_at());
    read_line(&sink, stream, known, end, SIZE_MAX);
    size_t length = sink.length;
    if (!length)
        return -1;
    libc_sink_put(&sink, "", 1);
    if (!deliver(&sink, line, room)) {
        libc_set_error(ENOMEM);
        return -1;
    }
    return (ssize_t)length;
}

ssize_t __mz_getline(char **line, size_t *room, FILE *stream) {
    return __mz_getdelim(line, room, '\n', stream);
}
