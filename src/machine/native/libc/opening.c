// SPDX-License-Identifier: Apache-2.0
// Files are the system's: they are opened as the program wishes, and named in
// the report. What is open at the start stays open for the next execution.

#include "machine/native/files.h"
#include "machine/native/libc/libc.h"
#include "machine/native/library_state.h"

#include <errno.h>
#include <fcntl.h>

// Nothing that is read there happens twice.
static void refuse_chance(const char *path) {
    libc_reads_text(path, SIZE_MAX, native_at());
    if (!strcmp(path, "/dev/urandom") || !strcmp(path, "/dev/random") ||
        !strcmp(path, "/dev/hwrng"))
        __mz_unsupported("reads random numbers from a device", native_at());
}

FILE *__mz_fopen(const char *path, const char *mode) {
    refuse_chance(path);
    libc_reads_text(mode, SIZE_MAX, native_at());
    native_external("fopen");
    FILE *stream = fopen(path, mode);
    if (!stream)
        libc_set_error(errno);
    return stream;
}

int __mz_fclose(FILE *stream) {
    native_external("fclose");
    if (stream == stdin)
        native_set(library.input.gone, true);
    return files_had_stream(stream) ? fflush(stream) : fclose(stream);
}

int __mz_open(const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    bool makes = (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE;
    mode_t mode = makes ? va_arg(list, mode_t) : 0;
    va_end(list);
    refuse_chance(path);
    native_external("open");
    int fd = open(path, flags, mode);
    if (fd < 0)
        libc_set_error(errno);
    return fd;
}

int __mz_close(int fd) {
    native_external("close");
    if (fd == STDIN_FILENO)
        native_set(library.input.gone, true);
    if (files_had(fd))
        return 0;
    int result = close(fd);
    if (result != 0)
        libc_set_error(errno);
    return result;
}

// ------------------------------------------------------------------- folders

static DIR *opened(DIR *folder) {
    if (folder)
        files_opened_folder(folder);
    else
        libc_set_error(errno);
    return folder;
}

DIR *__mz_opendir(const char *path) {
    libc_reads_text(path, SIZE_MAX, native_at());
    native_external("opendir");
    return opened(opendir(path));
}

DIR *__mz_fdopendir(int fd) {
    native_external("fdopendir");
    return opened(fdopendir(fd));
}

int __mz_closedir(DIR *folder) {
    native_external("closedir");
    return files_had_folder(folder) ? 0 : closedir(folder);
}
