// SPDX-License-Identifier: Apache-2.0
// Pipes and eventfd: channels between the program's threads. Who reads an empty
// one waits, unless nobody is left to fill it; who fills a full one waits, too.
// Their state is the word that op.h describes, and what is in a pipe is kept
// like the contents of a file.

#include "machine/native/libc/file_model.h"

#include "machine/native/memory/heap.h"
#include "machine/native/races/c11.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/eventfd.h>

enum { PIPE_ROOM = 65536 };
static const uint64_t MOST_EVENTS = OP_CHANNEL_WRITER - 2;

// An operation on it; no step if nobody else is there and it need not wait.
static void act(struct file *file, struct op *op) {
    uint64_t *word = &file->place[0];
    op->addr = (uintptr_t)word;
    if (!library_is_alone() || !op_enabled(op, *word)) {
        native_visible(op);
        return;
    }
    op_set_mode(op);
    op_decide(op, *word);
    native_set(*word, op_state_after(op, op, native_self()->number, *word));
}

static void synchronise(const struct file *file, bool sends) {
    if (!native_c11())
        return;
    if (sends)
        c11_release(native_c11(), native_self()->number, file);
    else
        c11_acquire(native_c11(), native_self()->number, file);
}

uint64_t channel_look(struct file *file) {
    struct op op = {.kind = OP_SEM_READ, .size = 1};
    act(file, &op);
    synchronise(file, false);
    return op.old;
}

// Take at most so many: how many it were, or -1 if there was nothing to take
// and nobody is to wait.
static ssize_t receive(struct open_file_state *open, uint64_t most) {
    bool waits = !(open->flags & O_NONBLOCK);
    struct op op = {
        .kind = waits ? OP_RECEIVE : OP_TRYRECEIVE, .size = 1, .arg = most};
    act(open->file, &op);
    if (op.kind == OP_TRYRECEIVE_FAIL)
        return file_fails(EAGAIN);
    synchronise(open->file, false);
    uint64_t count = op_channel_count(op.old);
    return (ssize_t)(count < most ? count : most);
}

// False, and errno: there was no room, or nobody reads it any more.
static bool send(struct open_file_state *open, uint64_t count, uint64_t room) {
    bool waits = !(open->flags & O_NONBLOCK);
    struct op op = {.kind = waits ? OP_SEND : OP_TRYSEND,
                    .size = 1,
                    .arg = count,
                    .arg2 = room};
    act(open->file, &op);
    if (op.kind == OP_TRYSEND_FAIL) {
        libc_set_error(EAGAIN);
        return false;
    }
    if (!op_channel_readers(op.old)) {
        __mz_raise(SIGPIPE);
        libc_set_error(EPIPE);
        return false;
    }
    synchronise(open->file, true);
    return true;
}

// --------------------------------------------------------------------- pipes

static void append(struct file *pipe, const char *from, size_t size) {
    size_t end = pipe->start + pipe->size;
    if (end + size > pipe->room) {
        size_t room = 2 * (pipe->size + size);
        room = room < 256 ? 256 : room;
        char *block = heap_new(room, 8, true, native_at());
        if (pipe->size)
            memcpy(block, pipe->bytes + pipe->start, pipe->size);
        if (pipe->room)
            heap_delete(pipe->bytes, native_at());
        native_set(pipe->bytes, block);
        native_set(pipe->room, room);
        native_set(pipe->start, 0);
        end = pipe->size;
    }
    native_save(pipe->bytes + end, size);
    memcpy(pipe->bytes + end, from, size);
    native_set(pipe->size, pipe->size + size);
}

static ssize_t read_pipe(struct open_file_state *open, void *to, size_t size,
                         const struct mz_site *site) {
    struct file *pipe = open->file;
    ssize_t got = size ? receive(open, size) : 0;
    if (got <= 0)
        return got;
    const char *from = pipe->bytes + pipe->start;
    invariant((size_t)got <= pipe->size);
    native_set(pipe->start, pipe->start + (size_t)got);
    native_set(pipe->size, pipe->size - (size_t)got);
    file_gives(to, from, (size_t)got, site);
    channel_changed();
    return got;
}

// Up to PIPE_BUF bytes stay together.
static ssize_t write_pipe(struct open_file_state *open, const char *from,
                          size_t size) {
    for (size_t done = 0, piece; done < size; done += piece) {
        piece = size - done < PIPE_BUF ? size - done : PIPE_BUF;
        if (!send(open, piece, PIPE_ROOM))
            return done ? (ssize_t)done : -1;
        append(open->file, from + done, piece);
        channel_changed();
    }
    return (ssize_t)size;
}

int __mz_pipe2(int *ends, int flags) {
    const struct mz_site *site = native_at();
    if (flags & ~(O_CLOEXEC | O_NONBLOCK))
        return file_fails(EINVAL);
    struct file *pipe = file_make(FILE_PIPE, S_IFIFO | 0600);
    native_set(pipe->place[0], OP_CHANNEL_READER + OP_CHANNEL_WRITER);
    int mode = flags & O_NONBLOCK;
    bool closes = flags & O_CLOEXEC;
    int two[2];
    two[0] = file_number(file_opens(pipe, O_RDONLY | mode), 0, closes);
    two[1] = file_number(file_opens(pipe, O_WRONLY | mode), 0, closes);
    file_gives(ends, two, sizeof two, site);
    return 0;
}

int __mz_pipe(int *ends) {
    return __mz_pipe2(ends, 0);
}

// -------------------------------------------------------------------- events

int __mz_eventfd(unsigned value, int flags) {
    if (flags & ~(EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE))
        return file_fails(EINVAL);
    struct file *file = file_make(FILE_EVENTS, 0600);
    native_set(file->place[0], value + OP_CHANNEL_READER + OP_CHANNEL_WRITER);
    native_set(file->semaphore, flags & EFD_SEMAPHORE);
    int mode = flags & EFD_NONBLOCK ? O_NONBLOCK : 0;
    return file_number(file_opens(file, O_RDWR | mode), 0, flags & EFD_CLOEXEC);
}

static ssize_t read_events(struct open_file_state *open, void *to, size_t size,
                           const struct mz_site *site) {
    if (size < sizeof(eventfd_t))
        return file_fails(EINVAL);
    ssize_t got = receive(open, open->file->semaphore ? 1 : MOST_EVENTS);
    if (got < 0)
        return got;
    eventfd_t value = (eventfd_t)got;
    file_gives(to, &value, sizeof value, site);
    channel_changed();
    return sizeof value;
}

static ssize_t write_events(struct open_file_state *open, const char *from,
                            size_t size) {
    eventfd_t value;
    if (size < sizeof value)
        return file_fails(EINVAL);
    memcpy(&value, from, sizeof value);
    if (value == UINT64_MAX)
        return file_fails(EINVAL);
    if (value > MOST_EVENTS)
        __mz_unsupported("adds more than 2^40 to an eventfd", native_at());
    if (!send(open, value, MOST_EVENTS))
        return -1;
    channel_changed();
    return sizeof value;
}

int __mz_eventfd_read(int fd, eventfd_t *value) {
    return __mz_fd_read(fd, value, sizeof *value) == sizeof *value ? 0 : -1;
}

int __mz_eventfd_write(int fd, eventfd_t value) {
    struct open_file_state *open = file_take(fd);
    if (!open)
        return -1;
    ssize_t put = file_writes(open, &value, sizeof value, -1, NULL);
    file_let_go(open);
    return put == sizeof value ? 0 : -1;
}

// ---------------------------------------------------------------------- both

ssize_t channel_read(struct open_file_state *open, void *to, size_t size,
                     const struct mz_site *site) {
    return open->file->kind == FILE_PIPE ? read_pipe(open, to, size, site)
                                         : read_events(open, to, size, site);
}

ssize_t channel_write(struct open_file_state *open, const void *from,
                      size_t size) {
    return open->file->kind == FILE_PIPE ? write_pipe(open, from, size)
                                         : write_events(open, from, size);
}

// One more or one less who could fill or read it.
void channel_user(struct open_file_state *open, int change) {
    require(change == 1 || change == -1);
    if (open->file->kind != FILE_PIPE)
        return;
    uint64_t who = (open->flags & O_ACCMODE) == O_WRONLY ? OP_CHANNEL_WRITER
                                                         : OP_CHANNEL_READER;
    struct op op = {.kind = OP_RMW,
                    .update = RMW_ADD,
                    .size = sizeof(uint64_t),
                    .arg = change > 0 ? who : -who};
    act(open->file, &op);
    channel_changed();
}
