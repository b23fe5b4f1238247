// SPDX-License-Identifier: Apache-2.0

#include "machine/native/libc/streams.h"

#include "machine/native/libc/disk.h"
#include "machine/native/libc/file_model.h"
#include "machine/native/memory/heap.h"
#include "machine/native/races/c11.h"

#include <errno.h>
#include <string.h>

enum { MAGIC = 0x4d7a4653, BUFFER = 4096 };

// ------------------------------------------------------------------- streams

int stream_mode(const char *mode) {
    int flags = *mode == 'r'   ? 0
                : *mode == 'w' ? O_CREAT | O_TRUNC
                : *mode == 'a' ? O_CREAT | O_APPEND
                               : -1;
    if (flags < 0)
        return -1;
    bool both = false;
    for (const char *at = mode + 1; *at && *at != ','; at++) {
        both |= *at == '+';
        flags |= *at == 'x' ? O_EXCL : *at == 'e' ? O_CLOEXEC : 0;
    }
    return flags | (both ? O_RDWR : *mode == 'r' ? O_RDONLY : O_WRONLY);
}

struct stream *stream_new(int fd, int flags) {
    unsigned self = native_self()->number;
    struct stream *s = heap_new(sizeof *s, 16, true, native_at());
    native_save(s, sizeof *s);
    disk_stream_image(s->image, sizeof s->image);
    s->magic = MAGIC;
    s->fd = fd;
    s->flags = flags;
    s->buffering = _IOFBF;
    s->opener = self;
    s->next = library.files.streams[self];
    native_set(library.files.used, true);
    native_set(library.files.streams[self], s);
    return s;
}

static int standard_fd(const FILE *file) {
    return file == stdin    ? STDIN_FILENO
           : file == stdout ? STDOUT_FILENO
           : file == stderr ? STDERR_FILENO
                            : -1;
}

// What standard output and the like are, after they were closed or replaced.
static struct stream *replaced(int fd) {
    if (file_standard(fd) >= 0)
        return NULL;
    struct stream *s = library.files.standard[fd];
    if (!s) {
        s = stream_new(fd, fd ? O_WRONLY : O_RDONLY);
        native_set(library.files.standard[fd], s);
    }
    return s;
}

static void check_open(const struct stream *s) {
    if (heap_is_freed(s))
        native_fail(FINDING_USE_AFTER_FREE, native_at(),
                    "uses a stream that was closed before");
}

struct stream *stream_of(FILE *file) {
    int fd = standard_fd(file);
    if (fd >= 0)
        return replaced(fd);
    const struct heap_block *block = heap_block_once_at(file);
    struct stream *s = (struct stream *)file;
    if (!block || block->size != sizeof *s || s->magic != MAGIC)
        return NULL;
    check_open(s);
    return s;
}

// -------------------------------------------------------------------- locking

static bool has(const struct stream *s) {
    return s->depth && s->lock == 1ull + native_self()->number;
}

// It may have been closed while its thread waited.
static void taken(struct stream *s, bool quietly) {
    check_open(s);
    native_set(s->depth, 1);
    native_set(s->quietly, quietly);
    if (native_c11() && !quietly)
        c11_acquire(native_c11(), native_self()->number, s);
}

void stream_lock(struct stream *s) {
    if (!library_is_alone() || s->lock) {
        stream_hold(s);
        return;
    }
    native_set(s->lock, 1ull + native_self()->number);
    taken(s, true);
}

void stream_hold(struct stream *s) {
    if (has(s)) {
        native_set(s->depth, s->depth + 1);
        return;
    }
    struct op op = {.kind = OP_LOCK, .size = 1, .addr = (uintptr_t)&s->lock};
    native_visible(&op);
    taken(s, false);
}

bool stream_trylock(struct stream *s) {
    if (has(s)) {
        native_set(s->depth, s->depth + 1);
        return true;
    }
    struct op op = {.kind = OP_TRYLOCK, .size = 1, .addr = (uintptr_t)&s->lock};
    native_visible(&op);
    if (op.kind != OP_TRYLOCK)
        return false;
    taken(s, false);
    return true;
}

void stream_unlock(struct stream *s) {
    if (!has(s))
        return;
    native_set(s->depth, s->depth - 1);
    if (s->depth)
        return;
    if (s->quietly) {
        native_set(s->lock, 0);
        return;
    }
    struct op op = {.kind = OP_UNLOCK, .size = 1, .addr = (uintptr_t)&s->lock};
    if (native_c11())
        c11_release(native_c11(), native_self()->number, s);
    native_visible(&op);
}

// ------------------------------------------------------------------- buffers

static bool fails(struct stream *s) {
    native_set(s->failed, true);
    return false;
}

static void make_buffer(struct stream *s) {
    if (s->buffer)
        return;
    native_set(s->buffer, heap_new(BUFFER, 8, false, native_at()));
    native_set(s->room, (size_t)BUFFER);
}

bool stream_flush(struct stream *s) {
    if (s->way != STREAM_WRITES || !s->end)
        return true;
    struct open_file_state *open = file_take(s->fd);
    size_t done = 0, size = s->end;
    while (open && done < size) {
        ssize_t put =
            file_writes(open, s->buffer + done, size - done, -1, NULL);
        if (put < 0)
            break;
        done += (size_t)put;
    }
    if (open)
        file_let_go(open);
    native_set(s->end, (size_t)0);
    return done == size || fails(s);
}

// What was read ahead is not read: the file is where the program is.
static void forget_input(struct stream *s) {
    size_t ahead = s->end - s->start + s->backs;
    struct open_file_state *open = ahead ? file_take(s->fd) : NULL;
    if (open) {
        if (!file_is_channel(open->file))
            file_seek(open, -(off_t)ahead, SEEK_CUR);
        file_let_go(open);
    }
    native_set(s->start, (size_t)0);
    native_set(s->end, (size_t)0);
    native_set(s->backs, 0u);
}

bool stream_put(struct stream *s, const char *bytes, size_t count) {
    if ((s->flags & O_ACCMODE) == O_RDONLY) {
        libc_set_error(EBADF);
        return fails(s);
    }
    if (s->way == STREAM_READS)
        forget_input(s);
    make_buffer(s);
    native_set(s->way, STREAM_WRITES);
    bool line = s->buffering == _IOLBF && memchr(bytes, '\n', count);
    bool fine = true;
    while (count && fine) {
        size_t free = s->room - s->end;
        size_t piece = count < free ? count : free;
        native_save(s->buffer + s->end, piece);
        memcpy(s->buffer + s->end, bytes, piece);
        native_set(s->end, s->end + piece);
        bytes += piece;
        count -= piece;
        if (s->end == s->room)
            fine = stream_flush(s);
    }
    if (fine && (line || s->buffering == _IONBF))
        fine = stream_flush(s);
    return fine;
}

size_t stream_peek(struct stream *s, const char **bytes) {
    if ((s->flags & O_ACCMODE) == O_WRONLY) {
        libc_set_error(EBADF);
        return fails(s);
    }
    if (s->backs) {
        *bytes = (const char *)&s->back[s->backs - 1];
        return 1;
    }
    if (s->way == STREAM_WRITES && !stream_flush(s))
        return 0;
    make_buffer(s);
    if (s->way == STREAM_READS && s->start < s->end) {
        *bytes = s->buffer + s->start;
        return s->end - s->start;
    }
    struct open_file_state *open = file_take(s->fd);
    native_set(s->way, STREAM_READS);
    native_set(s->start, (size_t)0);
    native_set(s->end, (size_t)0);
    if (!open)
        return fails(s);
    size_t most = s->buffering == _IONBF ? 1 : s->room;
    ssize_t got = file_reads(open, s->buffer, most, -1, NULL);
    file_let_go(open);
    if (got < 0)
        return fails(s);
    if (got == 0)
        native_set(s->ended, true);
    native_set(s->end, (size_t)got);
    *bytes = s->buffer;
    return (size_t)got;
}

void stream_pass(struct stream *s, size_t count) {
    if (s->backs) {
        invariant(count == 1);
        native_set(s->backs, s->backs - 1);
        return;
    }
    invariant(s->start + count <= s->end);
    native_set(s->start, s->start + count);
}

// ------------------------------------------------------------------ position

off_t stream_tell(struct stream *s) {
    struct open_file_state *open = file_take(s->fd);
    if (!open)
        return -1;
    bool appends = s->way == STREAM_WRITES && (open->flags & O_APPEND);
    off_t at = file_seek(open, 0, appends ? SEEK_END : SEEK_CUR);
    file_let_go(open);
    if (at < 0)
        return -1;
    return s->way == STREAM_WRITES
               ? at + (off_t)s->end
               : at - (off_t)(s->end - s->start) - (off_t)s->backs;
}

bool stream_seek(struct stream *s, off_t offset, int whence) {
    bool fine = stream_flush(s);
    if (s->way == STREAM_READS)
        forget_input(s);
    struct open_file_state *open = fine ? file_take(s->fd) : NULL;
    if (!open)
        return false;
    off_t at = file_seek(open, offset, whence);
    file_let_go(open);
    if (at < 0)
        return false;
    native_set(s->way, STREAM_IDLE);
    native_set(s->ended, false);
    return true;
}

// ---------------------------------------------------------------------- ends

static void take_off(struct stream *s) {
    struct stream **at = &library.files.streams[s->opener];
    while (*at && *at != s)
        at = &(*at)->next;
    if (*at)
        native_set(*at, s->next);
    for (int fd = 0; fd < 3; fd++)
        if (library.files.standard[fd] == s)
            native_set(library.files.standard[fd], NULL);
}

bool stream_end(struct stream *s) {
    bool fine = stream_flush(s);
    if (s->way == STREAM_READS)
        forget_input(s);
    take_off(s);
    if (s->buffer)
        heap_delete(s->buffer, native_at());
    heap_delete(s, native_at());
    return fine;
}

void stream_flush_all(void) {
    for (unsigned i = 0; i < NATIVE_MOST_THREADS; i++)
        for (struct stream *s = library.files.streams[i]; s; s = s->next)
            if (s->way == STREAM_WRITES && s->end) {
                stream_lock(s);
                stream_flush(s);
                stream_unlock(s);
            }
}
