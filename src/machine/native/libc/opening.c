// SPDX-License-Identifier: Apache-2.0
// Streams are opened, closed and moved about in; their locks.

#include "machine/native/libc/file_model.h"
#include "machine/native/libc/streams.h"

#include "machine/native/files.h"

#include <errno.h>
#include <string.h>

// The system's, because something outside of control has made it.
#define OTHERS(name, call)         \
    do {                           \
        native_external(name);     \
        __auto_type result = call; \
        libc_set_error(errno);     \
        return result;             \
    } while (0)

static int mode_of(const char *mode) {
    libc_reads_text(mode, SIZE_MAX, native_at());
    int flags = stream_mode(mode);
    if (flags < 0)
        libc_set_error(EINVAL);
    return flags;
}

static FILE *open_as(const char *path, int flags) {
    int name = flags < 0 ? -1 : file_named(AT_FDCWD, path, true);
    int fd = name < 0 ? -1 : file_open((unsigned)name, flags, 0666);
    return fd < 0 ? NULL : (FILE *)stream_new(fd, flags);
}

FILE *__mz_fopen(const char *path, const char *mode) {
    return open_as(path, mode_of(mode));
}

FILE *__mz_fdopen(int fd, const char *mode) {
    int flags = mode_of(mode);
    if (flags < 0)
        return NULL;
    if (file_is_others(fd) || file_standard(fd) >= 0)
        __mz_unsupported("makes a stream of a descriptor of the system's",
                         native_at());
    struct open_file_state *open = file_take(fd);
    if (!open)
        return NULL;
    if (flags & O_APPEND)
        native_set(open->flags, open->flags | O_APPEND);
    file_let_go(open);
    return (FILE *)stream_new(fd, flags);
}

FILE *__mz_tmpfile(void) {
    struct file *file = file_make(FILE_REGULAR, S_IFREG | 0600);
    int fd = file_number(file_opens(file, O_RDWR), 0, false);
    return (FILE *)stream_new(fd, O_RDWR);
}

int __mz_fclose(FILE *stream) {
    struct stream *model = stream_of(stream);
    if (model) {
        int fd = model->fd;
        stream_lock(model);
        bool fine = stream_flush(model);
        stream_unlock(model);
        fine &= stream_end(model);
        return file_close(fd) == 0 && fine ? 0 : EOF;
    }
    if (stream == stdin || stream == stdout || stream == stderr) {
        if (native_settings()->show_output && stream != stdin)
            fflush(stream);
        return file_close(stream == stdin    ? STDIN_FILENO
                          : stream == stdout ? STDOUT_FILENO
                                             : STDERR_FILENO);
    }
    native_external("fclose");
    return files_had_stream(stream) ? fflush(stream) : fclose(stream);
}

// The stream stays where it is, and leads to another file from now on.
FILE *__mz_freopen(const char *path, const char *mode, FILE *stream) {
    struct stream *model = stream_of(stream);
    int standard = stream == stdin    ? STDIN_FILENO
                   : stream == stdout ? STDOUT_FILENO
                   : stream == stderr ? STDERR_FILENO
                                      : -1;
    int flags = mode_of(mode);
    if (!path)
        __mz_unsupported("calls freopen() without a path", native_at());
    if (!model && standard < 0)
        OTHERS("freopen", freopen(path, mode, stream));
    int fd = model ? model->fd : standard;
    if (model)
        stream_flush(model);
    file_close(fd);
    int name = flags < 0 ? -1 : file_named(AT_FDCWD, path, true);
    int made = name < 0 ? -1 : file_open((unsigned)name, flags, 0666);
    if (made < 0)
        return NULL;
    if (made != fd) {
        struct open_file_state *open = file_take(made);
        file_put_at(open, fd, false);
        file_let_go(open);
        file_close(made);
    }
    model = model ? model : stream_of(stream);
    native_set(model->flags, flags);
    native_set(model->way, STREAM_IDLE);
    native_set(model->start, (size_t)0);
    native_set(model->end, (size_t)0);
    native_set(model->ended, false);
    native_set(model->failed, false);
    return stream;
}

int __mz_fileno(FILE *stream) {
    struct stream *model = stream_of(stream);
    if (model)
        return model->fd;
    int standard = fileno(stream);
    if (stream == stdin || stream == stdout || stream == stderr)
        return standard;
    native_external("fileno");
    return standard;
}
NATIVE_SAME(fileno_unlocked, fileno)

// ------------------------------------------------------------------ position

static bool is_standard(FILE *stream) {
    return stream == stdin || stream == stdout || stream == stderr;
}

off_t __mz_ftello(FILE *stream) {
    struct stream *model = stream_of(stream);
    if (!model && is_standard(stream))
        return file_fails(ESPIPE);
    if (!model)
        OTHERS("ftell", ftello(stream));
    stream_lock(model);
    off_t at = stream_tell(model);
    stream_unlock(model);
    return at;
}

int __mz_fseeko(FILE *stream, off_t offset, int whence) {
    struct stream *model = stream_of(stream);
    if (!model && is_standard(stream))
        return file_fails(ESPIPE);
    if (!model)
        OTHERS("fseek", fseeko(stream, offset, whence));
    stream_lock(model);
    bool fine = stream_seek(model, offset, whence);
    stream_unlock(model);
    return fine ? 0 : -1;
}

long __mz_ftell(FILE *stream) {
    return __mz_ftello(stream);
}

int __mz_fseek(FILE *stream, long offset, int whence) {
    return __mz_fseeko(stream, offset, whence);
}

void __mz_rewind(FILE *stream) {
    struct stream *model = stream_of(stream);
    __mz_fseeko(stream, 0, SEEK_SET);
    if (model)
        native_set(model->failed, false);
}

int __mz_fgetpos(FILE *stream, fpos_t *place) {
    const struct mz_site *site = native_at();
    off_t at = __mz_ftello(stream);
    if (at < 0)
        return -1;
    fpos_t value;
    memset(&value, 0, sizeof value);
    value.__pos = at;
    file_gives(place, &value, sizeof value, site);
    return 0;
}

int __mz_fsetpos(FILE *stream, const fpos_t *place) {
    native_reads(place, sizeof *place, native_at());
    return __mz_fseeko(stream, place->__pos, SEEK_SET);
}

// --------------------------------------------------------------------- locks

// Standard output is one for all; who prints is never in the way of others.
void __mz_flockfile(FILE *stream) {
    struct stream *model = stream_of(stream);
    if (model)
        stream_hold(model);
    else
        native_external("flockfile");
}

int __mz_ftrylockfile(FILE *stream) {
    struct stream *model = stream_of(stream);
    if (model)
        return stream_trylock(model) ? 0 : EBUSY;
    native_external("ftrylockfile");
    return 0;
}

void __mz_funlockfile(FILE *stream) {
    struct stream *model = stream_of(stream);
    if (model)
        stream_unlock(model);
}
