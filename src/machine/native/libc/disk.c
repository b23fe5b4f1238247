// SPDX-License-Identifier: Apache-2.0

#include "machine/native/libc/disk.h"

#include "base/memory.h"
#include "machine/native/file_state.h"
#include "machine/native/runtime_state.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// --------------------------------------------------------------------- paths

// "." and "..", and slashes that stand together, go.
static void make_plain(char *path) {
    char *to = path;
    for (char *at = path; *at;) {
        while (*at == '/')
            at++;
        size_t length = strcspn(at, "/");
        if (length == 2 && at[0] == '.' && at[1] == '.') {
            while (to > path && *--to != '/')
                ;
        } else if (length && !(length == 1 && *at == '.')) {
            *to++ = '/';
            memmove(to, at, length);
            to += length;
        }
        at += length;
    }
    if (to == path)
        *to++ = '/';
    *to = '\0';
}

// The part of it that is on disk, without links; what is not stays as it is.
static void follow_links(char *path, bool last) {
    char there[PATH_MAX], rest[PATH_MAX] = "";
    size_t length = strlen(path), cut = length;
    if (!last) {
        char *slash = strrchr(path, '/');
        cut = slash ? (size_t)(slash - path) : 0;
    }
    for (;;) {
        memcpy(rest, path + cut, length - cut + 1);
        path[cut] = '\0';
        bool found = realpath(cut ? path : "/", there) != NULL;
        memcpy(path + cut, rest, length - cut + 1);
        if (found || !cut)
            break;
        while (cut && path[--cut] != '/')
            ;
    }
    if (!cut)
        return;
    size_t start = strcmp(there, "/") ? strlen(there) : 0;
    if (start + length - cut >= PATH_MAX)
        return;
    memmove(path + start, rest, length - cut + 1);
    memcpy(path, there, start);
    if (!*path)
        strcpy(path, "/");
}

const char *disk_start_folder(void) {
    if (!native.disk_folder) {
        char folder[PATH_MAX];
        if (!getcwd(folder, sizeof folder))
            strcpy(folder, "/");
        native.disk_folder = memory_text(folder, strlen(folder));
    }
    return native.disk_folder;
}

// --------------------------------------------------------------------- files

static unsigned same_as(const struct disk_file *file) {
    for (unsigned i = 0; !file->error && i < native.disk.count; i++) {
        const struct disk_file *f = native.disk.at[i];
        if (!f->error && f->stat.st_dev == file->stat.st_dev &&
            f->stat.st_ino == file->stat.st_ino)
            return f->same;
    }
    return (unsigned)native.disk.count;
}

static void ask(struct disk_file *file) {
    if (lstat(file->path, &file->stat) != 0) {
        file->error = errno;
        return;
    }
    file->readable = access(file->path, R_OK) == 0;
    file->writable = access(file->path, W_OK) == 0;
}

int disk_number(const char *folder, const char *path, bool follow) {
    char plain[PATH_MAX];
    size_t before = *path == '/' ? 0 : strlen(folder), length = strlen(path);
    if (before + 1 + length >= sizeof plain)
        return -2;
    memcpy(plain, folder, before);
    plain[before] = '/';
    memcpy(plain + before + 1, path, length + 1);
    make_plain(plain);
    follow_links(plain, follow);
    for (size_t i = 0; i < native.disk.count; i++)
        if (!strcmp(native.disk.at[i]->path, plain))
            return (int)i;
    if (native.disk.count == FILE_NAMES)
        return -1;
    struct disk_file *file = memory_new(1, sizeof *file);
    file->path = memory_text(plain, strlen(plain));
    ask(file);
    file->same = same_as(file);
    vec_push(&native.disk, file);
    return (int)native.disk.count - 1;
}

const struct disk_file *disk_file(unsigned number) {
    invariant(number < native.disk.count);
    return native.disk.at[number];
}

unsigned disk_count(void) {
    return (unsigned)native.disk.count;
}

const char *disk_bytes(unsigned number, size_t *size) {
    struct disk_file *file = native.disk.at[number];
    if (!file->loaded) {
        VEC(char) bytes = {0};
        int fd = open(file->path, O_RDONLY | O_CLOEXEC);
        for (ssize_t got = 1; fd >= 0 && got > 0;) {
            vec_reserve(&bytes, bytes.count + (1 << 16));
            got = read(fd, bytes.at + bytes.count, 1 << 16);
            bytes.count += got > 0 ? (size_t)got : 0;
        }
        if (fd >= 0)
            close(fd);
        file->bytes = bytes.at;
        file->size = bytes.count;
        file->loaded = true;
    }
    *size = file->size;
    return file->bytes;
}

const char *disk_listing(unsigned number, size_t *size) {
    struct disk_file *file = native.disk.at[number];
    struct dirent **entries = NULL;
    if (!file->listed && S_ISDIR(file->stat.st_mode)) {
        VEC(char) all = {0};
        int count = scandir(file->path, &entries, NULL, alphasort);
        for (int i = 0; i < count; i++) {
            const char *name = entries[i]->d_name;
            if (strcmp(name, ".") && strcmp(name, "..")) {
                vec_push(&all, (char)entries[i]->d_type);
                for (size_t k = 0; k <= strlen(name); k++)
                    vec_push(&all, name[k]);
            }
            free(entries[i]);
        }
        free(entries);
        file->listing = all.at;
        file->listing_size = all.count;
    }
    file->listed = true;
    *size = file->listing_size;
    return file->listing;
}

// ------------------------------------------------------------------- numbers

bool disk_has_number(int fd) {
    return fd >= 0 && fd < FILES_MOST && !native.files_before[fd] &&
           !native.reserved[fd] && fcntl(fd, F_GETFD) >= 0;
}

void disk_reserve_number(int fd) {
    if (fd < 0 || fd >= FILES_MOST || native.reserved[fd] ||
        native.files_before[fd] || fcntl(fd, F_GETFD) >= 0)
        return;
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (null >= 0 && null != fd) {
        dup3(null, fd, O_CLOEXEC);
        close(null);
    }
    native.reserved[fd] = true;
}

void disk_stream_image(void *to, size_t size) {
    if (!native.donor)
        native.donor = fopen("/dev/null", "r+e");
    if (!native.donor)
        return;
    memcpy(to, native.donor, size);
    ((FILE *)to)->_fileno = -1;
}
