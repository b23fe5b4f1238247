// SPDX-License-Identifier: Apache-2.0

#include "base/file.h"

#include "base/memory.h"
#include "base/fault.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Read until the end, a failure, or one byte more than wanted.
static char *read_all(int file, size_t most, size_t *length) {
    VEC(char) text = {0};
    ssize_t got;
    do {
        vec_reserve(&text, text.count + 65536);
        got = read(file, text.at + text.count, text.room - text.count - 1);
        if (got > 0)
            text.count += (size_t)got;
    } while ((got > 0 && text.count <= most) || (got < 0 && errno == EINTR));
    if (got < 0) {
        vec_free(&text);
        return NULL;
    }
    text.at[text.count] = '\0';
    *length = text.count;
    return text.at;
}

char *file_read(const char *path, size_t most, size_t *length,
                const char **error) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat about;
    if (file < 0) {
        *error = strerror(errno);
        return NULL;
    }
    char *text = NULL;
    if (fstat(file, &about) == 0 && S_ISDIR(about.st_mode)) {
        *error = "it is a directory";
    } else if (!(text = read_all(file, most, length))) {
        *error = strerror(errno);
    } else if (*length > most) {
        *error = "it is too large";
        memory_free(text);
        text = NULL;
    }
    close(file);
    return text;
}

// All of it, and where it is to stay.
static bool write_all(int file, const char *text, size_t length, bool regular) {
    while (length) {
        ssize_t done = write(file, text, length);
        require(done <= (ssize_t)length);
        if (done < 0 && errno != EINTR)
            return false;
        text += done > 0 ? done : 0;
        length -= done > 0 ? (size_t)done : 0;
    }
    return !regular || fsync(file) == 0;
}

static bool write_and_close(int file, const char *text, size_t length,
                            bool regular) {
    if (file < 0)
        return false;
    bool written = write_all(file, text, length, regular);
    int reason = errno;
    bool closed = close(file) == 0;
    errno = written ? errno : reason;
    return written && closed;
}

// Beside it first: nobody ever sees half of a file, and what was there before
// stays until the new one is whole. A device or a pipe is written as it is.
bool file_write(const char *path, const char *text, size_t length) {
    struct stat about;
    bool there = stat(path, &about) == 0;
    if (there && !S_ISREG(about.st_mode))
        return write_and_close(open(path, O_WRONLY | O_CLOEXEC), text, length,
                               false);
    char *real = there ? realpath(path, NULL) : NULL;
    const char *target = real ? real : path;
    size_t room = strlen(target) + sizeof ".XXXXXX";
    char *draft = memory_new(room, 1);
    snprintf(draft, room, "%s.XXXXXX", target);
    int file = mkostemp(draft, O_CLOEXEC);
    mode_t mask = umask(0);
    umask(mask);
    if (file >= 0)
        fchmod(file, there ? about.st_mode & 07777 : 0666 & ~mask);
    bool written = write_and_close(file, text, length, true) &&
                   rename(draft, target) == 0;
    int reason = errno;
    if (file >= 0 && !written)
        unlink(draft);
    free(real);
    memory_free(draft);
    errno = reason;
    return written;
}

bool file_is_regular(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

bool file_same(const char *a, const char *b) {
    struct stat about_a, about_b;
    return stat(a, &about_a) == 0 && stat(b, &about_b) == 0 &&
           about_a.st_dev == about_b.st_dev && about_a.st_ino == about_b.st_ino;
}

const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

char *file_beside(const char *beside, const char *name) {
    size_t directory = (size_t)(file_name(beside) - beside);
    invariant(!strchr(name, '/'));
    size_t length = strlen(name);
    char *path = memory_new(directory + length + 1, 1);
    memcpy(path, beside, directory);
    memcpy(path + directory, name, length);
    return path;
}
