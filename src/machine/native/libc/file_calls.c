// SPDX-License-Identifier: Apache-2.0
// Calls of POSIX on descriptors. Those that the model knows nothing of, because
// functions outside of control have made them, are the system's: these calls
// are outside of control, too.

#include "machine/native/libc/file_model.h"

#include "machine/native/files.h"
#include "machine/native/libc/disk.h"
#include "machine/native/libc/standard_input.h"
#include "machine/native/memory/heap.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/uio.h>

// For a descriptor of the system's: the call itself.
#define OTHERS(fd, name, call)          \
    if (file_is_others(fd)) {           \
        native_external(name);          \
        __typeof__(call) result = call; \
        if ((long)result < 0)           \
            libc_set_error(errno);      \
        return result;                  \
    }

int __mz_close(int fd) {
    if (fd > 2 && files_had(fd) && file_is_others(fd)) {
        native_external("close");
        return 0;
    }
    OTHERS(fd, "close", close(fd))
    return file_close(fd);
}

// ------------------------------------------------------- reading and writing

ssize_t __mz_fd_read(int fd, void *to, size_t size) {
    const struct mz_site *site = native_at();
    if (file_standard(fd) == STDIN_FILENO)
        return standard_input_read(to, size, site);
    OTHERS(fd, "read", (native_writes(to, size, site), read(fd, to, size)))
    struct open_file_state *open = file_take(fd);
    if (!open)
        return -1;
    ssize_t got = file_reads(open, to, size, -1, site);
    file_let_go(open);
    return got;
}

ssize_t __mz_fd_write(int fd, const void *from, size_t size) {
    const struct mz_site *site = native_at();
    if (file_standard(fd) > 0)
        return stdio_shows(fd, from, size > PTRDIFF_MAX ? PTRDIFF_MAX : size);
    OTHERS(fd, "write", (native_reads(from, size, site), write(fd, from, size)))
    struct open_file_state *open = file_take(fd);
    if (!open)
        return -1;
    ssize_t put = file_writes(open, from, size, -1, site);
    file_let_go(open);
    return put;
}

ssize_t __mz_pread(int fd, void *to, size_t size, off_t at) {
    const struct mz_site *site = native_at();
    OTHERS(fd, "pread",
           (native_writes(to, size, site), pread(fd, to, size, at)))
    struct open_file_state *open = file_take(fd);
    if (!open)
        return -1;
    ssize_t got =
        at < 0 ? file_fails(EINVAL) : file_reads(open, to, size, at, site);
    file_let_go(open);
    return got;
}

ssize_t __mz_pwrite(int fd, const void *from, size_t size, off_t at) {
    const struct mz_site *site = native_at();
    OTHERS(fd, "pwrite",
           (native_reads(from, size, site), pwrite(fd, from, size, at)))
    struct open_file_state *open = file_take(fd);
    if (!open)
        return -1;
    ssize_t put =
        at < 0 ? file_fails(EINVAL) : file_writes(open, from, size, at, site);
    file_let_go(open);
    return put;
}

// All parts are read or written as one: through a block of the thread's own.
static size_t all_of(const struct iovec *parts, int count) {
    size_t size = 0;
    if (count < 0 || count > IOV_MAX) {
        libc_set_error(EINVAL);
        return SIZE_MAX;
    }
    if (count)
        native_reads(parts, (size_t)count * sizeof *parts, native_at());
    for (int i = 0; i < count; i++)
        size += parts[i].iov_len;
    return size;
}

ssize_t __mz_readv(int fd, const struct iovec *parts, int count) {
    const struct mz_site *site = native_at();
    size_t size = all_of(parts, count);
    if (size == SIZE_MAX)
        return -1;
    char *all = heap_new(size ? size : 1, 8, false, site);
    ssize_t got = __mz_fd_read(fd, all, size);
    size_t left = got > 0 ? (size_t)got : 0;
    for (int i = 0; left; i++) {
        size_t piece = parts[i].iov_len < left ? parts[i].iov_len : left;
        file_gives(parts[i].iov_base, all + ((size_t)got - left), piece, site);
        left -= piece;
    }
    heap_delete(all, site);
    return got;
}

ssize_t __mz_writev(int fd, const struct iovec *parts, int count) {
    const struct mz_site *site = native_at();
    size_t size = all_of(parts, count), done = 0;
    if (size == SIZE_MAX)
        return -1;
    char *all = heap_new(size ? size : 1, 8, false, site);
    for (int i = 0; i < count && done < size; i++) {
        size_t piece = parts[i].iov_len;
        if (!piece)
            continue;
        native_reads(parts[i].iov_base, piece, site);
        native_save(all + done, piece);
        memcpy(all + done, parts[i].iov_base, piece);
        done += piece;
    }
    ssize_t put = __mz_fd_write(fd, all, size);
    heap_delete(all, site);
    return put;
}

off_t __mz_lseek(int fd, off_t offset, int whence) {
    if (file_standard(fd) >= 0)
        return file_fails(ESPIPE);
    OTHERS(fd, "lseek", lseek(fd, offset, whence))
    struct open_file_state *open = file_take(fd);
    if (!open)
        return -1;
    off_t at = file_seek(open, offset, whence);
    file_let_go(open);
    return at;
}

// --------------------------------------------------------------------- state

static int give_stat(const struct file *file, struct stat *to,
                     const struct mz_site *site) {
    struct stat s;
    file_describe(file, &s);
    file_gives(to, &s, sizeof s, site);
    return 0;
}

int __mz_fstat(int fd, struct stat *to) {
    const struct mz_site *site = native_at();
    if (file_standard(fd) >= 0) { // a pipe: whatever it is really
        struct file standard = {.kind = FILE_PIPE,
                                .mode = S_IFIFO | 0600,
                                .links = 1,
                                .number = (uint64_t)fd + 1};
        return give_stat(&standard, to, site);
    }
    OTHERS(fd, "fstat", (native_writes(to, sizeof *to, site), fstat(fd, to)))
    struct open_file_state *open = file_take(fd);
    if (!open)
        return -1;
    if (!file_is_channel(open->file))
        file_acts_first(open->file, OP_READ);
    give_stat(open->file, to, site);
    file_let_go(open);
    return 0;
}

static int stat_named(int name, struct stat *to, const struct mz_site *site) {
    if (name < 0)
        return -1;
    struct file *file = file_looked_up((unsigned)name);
    if (!file)
        return file_fails(file_missing((unsigned)name));
    file_acts_first(file, OP_READ);
    return give_stat(file, to, site);
}

int __mz_stat(const char *path, struct stat *to) {
    const struct mz_site *site = native_at();
    return stat_named(file_named(AT_FDCWD, path, true), to, site);
}

int __mz_lstat(const char *path, struct stat *to) {
    const struct mz_site *site = native_at();
    return stat_named(file_named(AT_FDCWD, path, false), to, site);
}

int __mz_fstatat(int folder, const char *path, struct stat *to, int flags) {
    const struct mz_site *site = native_at();
    if (flags & AT_EMPTY_PATH)
        return __mz_fstat(folder, to);
    bool follow = !(flags & AT_SYMLINK_NOFOLLOW);
    return stat_named(file_named(folder, path, follow), to, site);
}

int __mz_isatty(int fd) {
    if (file_standard(fd) < 0) {
        OTHERS(fd, "isatty", isatty(fd))
        struct open_file_state *open = file_take(fd);
        if (!open)
            return 0;
        file_let_go(open);
    }
    libc_set_error(ENOTTY);
    return 0;
}

int __mz_fchmod(int fd, mode_t mode) {
    struct open_file_state *open = file_take(fd);
    if (!open)
        return -1;
    file_set_mode(open->file, mode);
    file_let_go(open);
    return 0;
}

// --------------------------------------------------------------------- sizes

int __mz_ftruncate(int fd, off_t size) {
    OTHERS(fd, "ftruncate", ftruncate(fd, size))
    struct open_file_state *open = file_take(fd);
    if (!open)
        return -1;
    int result = (open->flags & O_ACCMODE) == O_RDONLY
                     ? file_fails(EINVAL)
                     : file_truncate(open->file, size);
    file_let_go(open);
    return result;
}

int __mz_posix_fallocate(int fd, off_t start, off_t size) {
    struct open_file_state *open = file_take(fd);
    if (!open)
        return EBADF;
    int error = 0;
    file_acts_all(open->file);
    if ((size_t)(start + size) > open->file->size)
        error = file_resize(open->file, (size_t)(start + size));
    file_let_go(open);
    return error;
}

// Advice is taken, and changes nothing.
int __mz_posix_fadvise(int fd, off_t start, off_t size, int advice) {
    (void)fd, (void)start, (void)size, (void)advice;
    return 0;
}

// What is written stays as it is: there is nothing to wait for.
int __mz_fsync(int fd) {
    if (file_standard(fd) >= 0)
        return file_fails(EINVAL);
    OTHERS(fd, "fsync", fsync(fd))
    struct open_file_state *open = file_take(fd);
    if (!open)
        return -1;
    bool channel = file_is_channel(open->file);
    file_let_go(open);
    return channel ? file_fails(EINVAL) : 0;
}
NATIVE_SAME(fdatasync, fsync)

void __mz_sync(void) {
}

// --------------------------------------------------------------- descriptors

static int duplicate(int fd, int least, int wanted, bool closes) {
    if (file_standard(fd) >= 0)
        __mz_unsupported("duplicates standard input or output", native_at());
    struct open_file_state *open = file_take(fd);
    if (!open)
        return -1;
    if (file_is_channel(open->file))
        channel_user(open, +1);
    int result = wanted >= 0 ? file_put_at(open, wanted, closes)
                             : file_number(open, least, closes);
    file_let_go(open);
    return result;
}

int __mz_dup(int fd) {
    OTHERS(fd, "dup", dup(fd))
    return duplicate(fd, 0, -1, false);
}

int __mz_dup2(int fd, int wanted) {
    OTHERS(fd, "dup2", dup2(fd, wanted))
    if (wanted < 0 || wanted >= FILE_NUMBERS)
        return file_fails(EBADF);
    if (fd != wanted)
        return duplicate(fd, 0, wanted, false);
    if (file_standard(fd) >= 0)
        return fd;
    struct open_file_state *open = file_take(fd);
    if (!open)
        return -1;
    file_let_go(open);
    return fd;
}

int __mz_dup3(int fd, int wanted, int flags) {
    if (fd == wanted || wanted < 0 || wanted >= FILE_NUMBERS)
        return file_fails(EINVAL);
    return duplicate(fd, 0, wanted, flags & O_CLOEXEC);
}

static int control(int fd, struct open_file_state *open, int what, long value) {
    enum { CHANGES = O_APPEND | O_NONBLOCK };
    switch (what) {
    case F_GETFD:
        return library.files.closes_on_exec[fd] ? FD_CLOEXEC : 0;
    case F_SETFD:
        native_set(library.files.closes_on_exec[fd], value & FD_CLOEXEC);
        return 0;
    case F_GETFL:
        return open->flags;
    case F_SETFL:
        native_set(open->flags,
                   (open->flags & ~CHANGES) | ((int)value & CHANGES));
        return 0;
    case F_SETLK: // of one process: they exclude nobody
    case F_SETLKW:
        return 0;
    case F_GETPIPE_SZ:
        return 65536;
    }
    __mz_unsupported("calls fcntl() with an unusual command", native_at());
}

int __mz_fcntl(int fd, int what, ...) {
    const struct mz_site *site = native_at();
    va_list list;
    va_start(list, what);
    long value = va_arg(list, long);
    va_end(list);
    if (file_standard(fd) >= 0 && what == F_GETFL)
        return fd ? O_WRONLY : O_RDONLY;
    if (file_standard(fd) >= 0 && (what == F_GETFD || what == F_SETFD))
        return 0;
    OTHERS(fd, "fcntl", fcntl(fd, what, value))
    if (what == F_DUPFD || what == F_DUPFD_CLOEXEC)
        return duplicate(fd, (int)value, -1, what == F_DUPFD_CLOEXEC);
    struct open_file_state *open = file_take(fd);
    if (!open)
        return -1;
    int result = 0;
    if (what == F_GETLK) {
        struct flock *lock = (struct flock *)value;
        native_writes(lock, sizeof *lock, site);
        lock->l_type = F_UNLCK;
    } else {
        result = control(fd, open, what, value);
    }
    file_let_go(open);
    return result;
}
