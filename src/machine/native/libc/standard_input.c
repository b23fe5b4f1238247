// SPDX-License-Identifier: Apache-2.0

#include "machine/native/libc/standard_input.h"

#include "base/memory.h"
#include "machine/native/library_state.h"
#include "machine/native/native_machine.h"
#include "machine/native/runtime_state.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

// ---------------------------------------------------------------- its bytes

// A file that all processes of the check share; it is sealed when it has all.
void native_input_from(int spool) {
    struct stat now;
    native.input.spool = spool;
    native.input.known = fstat(STDIN_FILENO, &now) == 0;
    native.input.device = now.st_dev;
    native.input.file = now.st_ino;
}

static bool read_some(int fd, off_t at) {
    struct native_input *in = &native.input;
    vec_reserve(&in->bytes, in->bytes.count + (1 << 16) + 1);
    char *to = in->bytes.at + in->bytes.count;
    ssize_t got = at < 0 ? read(fd, to, 1 << 16) : pread(fd, to, 1 << 16, at);
    if (got > 0)
        in->bytes.count += (size_t)got;
    return got > 0 || (got < 0 && errno == EINTR);
}

static void share(int spool) {
    const struct native_input *in = &native.input;
    size_t done = 0;
    for (ssize_t put; done < in->bytes.count; done += (size_t)put)
        if ((put = pwrite(spool, in->bytes.at + done, in->bytes.count - done,
                          (off_t)done)) <= 0)
            return;
    fcntl(spool, F_ADD_SEALS, F_SEAL_WRITE);
}

static void load(void) {
    struct native_input *in = &native.input;
    bool spooled = fcntl(in->spool, F_GET_SEALS) > 0;
    in->loaded = true;
    while (spooled ? read_some(in->spool, (off_t)in->bytes.count)
                   : read_some(STDIN_FILENO, -1))
        ;
    in->bytes.at[in->bytes.count] = '\0';
    if (!spooled)
        share(in->spool);
}

// ------------------------------------------------------------------- reading

bool standard_input_is(int fd) {
    struct stat now;
    const struct native_input *in = &native.input;
    if (fd != STDIN_FILENO || !in->known || library.input.gone ||
        fstat(fd, &now) != 0 || now.st_dev != in->device ||
        now.st_ino != in->file)
        return false;
    library_changes(LIBRARY_INPUT);
    if (!in->loaded)
        load();
    return true;
}

bool standard_input_is_stream(FILE *stream) {
    return stream == stdin && standard_input_is(fileno(stream));
}

const char *standard_input_rest(size_t *size) {
    invariant(library.input.position <= native.input.bytes.count);
    *size = native.input.bytes.count - library.input.position;
    return native.input.bytes.at + library.input.position;
}

void standard_input_pass(size_t size, bool ended) {
    invariant(size <= native.input.bytes.count - library.input.position);
    native_set(library.input.position, library.input.position + size);
    if (ended)
        native_set(library.input.ended, true);
}

bool standard_input_put_back(int byte) {
    size_t at = library.input.position;
    if (!at || native.input.bytes.at[at - 1] != (char)byte)
        return false;
    native_set(library.input.position, at - 1);
    native_set(library.input.ended, false);
    return true;
}
