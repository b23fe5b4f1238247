// SPDX-License-Identifier: Apache-2.0
// Calls of POSIX on files by their names, folders, and the current folder.

#include "machine/native/libc/file_model.h"

#include "machine/native/libc/disk.h"
#include "machine/native/memory/heap.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

static mode_t mode_of(int flags, va_list list) {
    bool makes = (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE;
    return makes ? va_arg(list, mode_t) : 0;
}

static int open_at(int folder, const char *path, int flags, mode_t mode) {
    if ((flags & O_TMPFILE) == O_TMPFILE)
        __mz_unsupported("opens a file without a name (O_TMPFILE)",
                         native_at());
    int name = file_named(folder, path, !(flags & O_NOFOLLOW));
    return name < 0 ? -1 : file_open((unsigned)name, flags, mode);
}

int __mz_open(const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = mode_of(flags, list);
    va_end(list);
    return open_at(AT_FDCWD, path, flags, mode);
}

int __mz_openat(int folder, const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = mode_of(flags, list);
    va_end(list);
    return open_at(folder, path, flags, mode);
}

int __mz_creat(const char *path, mode_t mode) {
    return open_at(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

// ---------------------------------------------------------------------- state

int __mz_faccessat(int folder, const char *path, int way, int flags) {
    int number = file_named(folder, path, !(flags & AT_SYMLINK_NOFOLLOW));
    if (number < 0)
        return -1;
    struct file *file = file_looked_up((unsigned)number);
    if (!file)
        return file_fails(file_missing((unsigned)number));
    bool fine = (!(way & R_OK) || file_may(file, false)) &&
                (!(way & W_OK) || file_may(file, true)) &&
                (!(way & X_OK) || (file->mode & 0111));
    return fine ? 0 : file_fails(EACCES);
}

int __mz_access(const char *path, int way) {
    return __mz_faccessat(AT_FDCWD, path, way, 0);
}

int file_set_mode(struct file *file, mode_t mode) {
    file_acts_first(file, OP_WRITE);
    native_set(file->mode, (file->mode & S_IFMT) | (mode & 07777));
    return 0;
}

int __mz_chmod(const char *path, mode_t mode) {
    int name = file_named(AT_FDCWD, path, true);
    if (name < 0)
        return -1;
    struct file *file = file_looked_up((unsigned)name);
    return file ? file_set_mode(file, mode)
                : file_fails(file_missing((unsigned)name));
}

int file_truncate(struct file *file, off_t size) {
    if (size < 0 || file->kind != FILE_REGULAR)
        return file_fails(file->kind == FILE_FOLDER ? EISDIR : EINVAL);
    file_acts_all(file);
    int error = file_resize(file, (size_t)size);
    return error ? file_fails(error) : 0;
}

int __mz_truncate(const char *path, off_t size) {
    int name = file_named(AT_FDCWD, path, true);
    if (name < 0)
        return -1;
    struct file *file = file_looked_up((unsigned)name);
    return file ? file_truncate(file, size)
                : file_fails(file_missing((unsigned)name));
}

// ---------------------------------------------------------------------- names

// The file has one name more or less. Nothing else about it changes.
static void count_name(struct file *file, int change) {
    file_acts_first(file, OP_WRITE);
    native_set(file->links, file->links + (uint32_t)change);
}

static int take_away(int number, bool folder) {
    if (number < 0)
        return -1;
    unsigned name = (unsigned)number;
    struct file *file = file_to_change(name);
    if (!file)
        return file_fails(file_missing(name));
    int error = file_parent_error(name);
    if (error)
        return file_fails(error);
    bool is_folder = file->kind == FILE_FOLDER;
    if (is_folder != folder)
        return file_fails(folder ? ENOTDIR : EISDIR);
    if (folder && !folder_is_empty(name))
        return file_fails(ENOTEMPTY);
    file_set_name(name, NULL);
    count_name(file, -1);
    return 0;
}

int __mz_unlink(const char *path) {
    return take_away(file_named(AT_FDCWD, path, false), false);
}

int __mz_rmdir(const char *path) {
    return take_away(file_named(AT_FDCWD, path, false), true);
}

int __mz_unlinkat(int folder, const char *path, int flags) {
    return take_away(file_named(folder, path, false), flags & AT_REMOVEDIR);
}

int __mz_remove(const char *path) {
    int name = file_named(AT_FDCWD, path, false);
    if (name < 0)
        return -1;
    const struct file *file = file_now((unsigned)name);
    return take_away(name, file && file->kind == FILE_FOLDER);
}

int __mz_mkdirat(int folder, const char *path, mode_t mode) {
    int name = file_named(folder, path, false);
    if (name < 0)
        return -1;
    if (file_to_change((unsigned)name))
        return file_fails(EEXIST);
    int error = file_parent_error((unsigned)name);
    if (error)
        return file_fails(error);
    struct file *file = file_make(FILE_FOLDER, S_IFDIR | file_masked(mode));
    native_set(file->links, 2);
    file_set_name((unsigned)name, file);
    return 0;
}

int __mz_mkdir(const char *path, mode_t mode) {
    return __mz_mkdirat(AT_FDCWD, path, mode);
}

// Two names change, in the step of the second.
int __mz_renameat(int old_folder, const char *old_path, int new_folder,
                  const char *new_path) {
    int from = file_named(old_folder, old_path, false);
    int to = from < 0 ? -1 : file_named(new_folder, new_path, false);
    if (to < 0)
        return -1;
    file_to_change((unsigned)from);
    struct file *old = from == to ? NULL : file_to_change((unsigned)to);
    struct file *file = file_now((unsigned)from);
    if (!file)
        return file_fails(file_missing((unsigned)from));
    int error = file_parent_error((unsigned)to);
    if (error)
        return file_fails(error);
    if (file->kind == FILE_FOLDER || (old && old->kind == FILE_FOLDER))
        __mz_unsupported("renames a folder", native_at());
    if (from == to)
        return 0;
    file_set_name((unsigned)from, NULL);
    file_set_name((unsigned)to, file);
    if (old && old != file)
        count_name(old, -1);
    return 0;
}

int __mz_rename(const char *from, const char *to) {
    return __mz_renameat(AT_FDCWD, from, AT_FDCWD, to);
}

int __mz_link(const char *from, const char *to) {
    int old = file_named(AT_FDCWD, from, false);
    int name = old < 0 ? -1 : file_named(AT_FDCWD, to, false);
    if (name < 0)
        return -1;
    struct file *file = file_looked_up((unsigned)old);
    if (!file)
        return file_fails(file_missing((unsigned)old));
    if (file_to_change((unsigned)name))
        return file_fails(EEXIST);
    int error = file_parent_error((unsigned)name);
    if (error)
        return file_fails(error);
    file_set_name((unsigned)name, file);
    count_name(file, +1);
    return 0;
}

// ------------------------------------------------------------------ temporary

// The name is the program's own: its Xs become what nobody has yet, by the
// thread's own sequence of random numbers.
static int make_temporary(char *pattern, size_t suffix, int flags) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEF";
    const struct mz_site *site = native_at();
    size_t length = libc_reads_text(pattern, SIZE_MAX, site);
    if (length < 6 + suffix ||
        memcmp(pattern + length - suffix - 6, "XXXXXX", 6))
        return file_fails(EINVAL);
    char *at = pattern + length - suffix - 6;
    for (int tries = 0; tries < 100; tries++) {
        unsigned char bytes[6];
        random_fill(bytes, sizeof bytes);
        for (int i = 0; i < 6; i++)
            bytes[i] = (unsigned char)letters[bytes[i] % (sizeof letters - 1)];
        file_gives(at, bytes, sizeof bytes, site);
        int fd = flags < 0 ? __mz_mkdir(pattern, 0700)
                           : open_at(AT_FDCWD, pattern,
                                     flags | O_CREAT | O_EXCL | O_RDWR, 0600);
        if (fd >= 0 || native_self()->error != EEXIST)
            return fd;
    }
    return file_fails(EEXIST);
}

int __mz_mkostemps(char *pattern, int suffix, int flags) {
    return suffix < 0
               ? file_fails(EINVAL)
               : make_temporary(pattern, (size_t)suffix, flags & ~O_ACCMODE);
}

int __mz_mkostemp(char *pattern, int flags) {
    return make_temporary(pattern, 0, flags & ~O_ACCMODE);
}

int __mz_mkstemps(char *pattern, int suffix) {
    return __mz_mkostemps(pattern, suffix, 0);
}

int __mz_mkstemp(char *pattern) {
    return make_temporary(pattern, 0, 0);
}

char *__mz_mkdtemp(char *pattern) {
    return make_temporary(pattern, 0, -1) < 0 ? NULL : pattern;
}

// -------------------------------------------------------- the current folder

mode_t __mz_umask(mode_t mask) {
    library_changes(LIBRARY_FOLDER);
    mode_t old = library.files.mask_set ? library.files.mask : 022;
    native_set(library.files.mask, mask & 0777);
    native_set(library.files.mask_set, true);
    return old;
}

int __mz_chdir(const char *path) {
    int name = file_named(AT_FDCWD, path, true);
    if (name < 0)
        return -1;
    const struct file *folder = file_looked_up((unsigned)name);
    if (!folder)
        return file_fails(file_missing((unsigned)name));
    if (folder->kind != FILE_FOLDER)
        return file_fails(ENOTDIR);
    const char *there = file_path((unsigned)name);
    char *kept = heap_new(strlen(there) + 1, 1, false, native_at());
    strcpy(kept, there);
    library_changes(LIBRARY_FOLDER);
    if (library.files.folder)
        heap_delete(library.files.folder, native_at());
    native_set(library.files.used, true);
    native_set(library.files.folder, kept);
    return 0;
}

char *__mz_getcwd(char *to, size_t room) {
    const struct mz_site *site = native_at();
    const char *folder = file_current_folder();
    size_t size = strlen(folder) + 1;
    if (to && room < size) {
        libc_set_error(room ? ERANGE : EINVAL);
        return NULL;
    }
    if (!to) {
        to = heap_new(room > size ? room : size, 1, false, site);
        return memcpy(to, folder, size);
    }
    file_gives(to, folder, size, site);
    return to;
}

char *__mz_realpath(const char *path, char *to) {
    const struct mz_site *site = native_at();
    int name = file_named(AT_FDCWD, path, true);
    if (name < 0)
        return NULL;
    if (!file_looked_up((unsigned)name)) {
        libc_set_error(file_missing((unsigned)name));
        return NULL;
    }
    const char *found = file_path((unsigned)name);
    size_t size = strlen(found) + 1;
    if (!to)
        return memcpy(heap_new(size, 1, false, site), found, size);
    file_gives(to, found, size, site);
    return to;
}

ssize_t __mz_readlink(const char *path, char *to, size_t room) {
    const struct mz_site *site = native_at();
    int name = file_named(AT_FDCWD, path, false);
    if (name < 0)
        return -1;
    if (!file_looked_up((unsigned)name))
        return file_fails(file_missing((unsigned)name));
    char target[PATH_MAX];
    ssize_t length = readlink(file_path((unsigned)name), target, sizeof target);
    if (length < 0)
        return file_fails(EINVAL);
    size_t size = (size_t)length < room ? (size_t)length : room;
    file_gives(to, target, size, site);
    return (ssize_t)size;
}
