// SPDX-License-Identifier: Apache-2.0
// Input. What comes from outside is not under our control: the real functions
// are called and named in the report. What they write is announced.

#include "machine/native/memory/heap.h"
#include "machine/native/libc/libc.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

int __mz_fgetc(FILE *stream) {
    native_external("fgetc");
    return fgetc(stream);
}

int __mz_getc(FILE *stream) {
    return __mz_fgetc(stream);
}

int __mz_getc_unlocked(FILE *stream) {
    return __mz_fgetc(stream);
}

int __mz_getchar(void) {
    return __mz_fgetc(stdin);
}

int __mz_getchar_unlocked(void) {
    return __mz_fgetc(stdin);
}

int __mz_ungetc(int byte, FILE *stream) {
    native_external("ungetc");
    return ungetc(byte, stream);
}

// Bytes up to and including `end`, at most `most`. The last one read, or EOF.
static int read_line(struct libc_sink *sink, FILE *stream, int end,
                     size_t most) {
    int byte = 0;
    while (sink->length < most && (byte = fgetc(stream)) != EOF) {
        char c = (char)byte;
        libc_sink_put(sink, &c, 1);
        if (byte == end)
            break;
    }
    return byte;
}

static char *read_text(char *to, size_t most, FILE *stream, bool keep_end) {
    struct libc_sink sink;
    libc_sink_open(&sink, LIBC_MEMORY, native_at());
    sink.to = to;
    int last = read_line(&sink, stream, '\n', most);
    if (!sink.length && last == EOF)
        return NULL;
    if (!keep_end && last == '\n' && sink.pending)
        sink.pending--;
    libc_sink_put(&sink, "", 1);
    libc_sink_flush(&sink);
    return to;
}

char *__mz_fgets(char *to, int room, FILE *stream) {
    native_external("fgets");
    return room > 0 ? read_text(to, (size_t)room - 1, stream, true) : NULL;
}

char *__mz_gets(char *to) {
    native_external("gets");
    return read_text(to, SIZE_MAX, stdin, false);
}

size_t __mz_fread(void *to, size_t size, size_t count, FILE *stream) {
    size_t total;
    native_external("fread");
    if (__builtin_mul_overflow(size, count, &total) || !total)
        return 0;
    native_writes(to, total, native_at());
    return fread(to, size, count, stream);
}

ssize_t __mz_fd_read(int fd, void *to, size_t size) {
    native_external("read");
    if (size)
        native_writes(to, size, native_at());
    ssize_t got = read(fd, to, size);
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
    native_external("getline");
    if (!line || !room) {
        libc_set_error(EINVAL);
        return -1;
    }
    struct libc_sink sink;
    libc_sink_open(&sink, LIBC_BLOCK, native_at());
    read_line(&sink, stream, end, SIZE_MAX);
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
