// SPDX-License-Identifier: Apache-2.0

#include "machine/native/files.h"

#include "machine/native/runtime_state.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

// All streams of the C library, linked by _chain; only the GNU library has it.
extern FILE *_IO_list_all __attribute__((weak));

// One question for all of them.
static void ask(struct pollfd *files) {
    for (int fd = 0; fd < FILES_MOST; fd++)
        files[fd] = (struct pollfd){.fd = fd};
    if (poll(files, FILES_MOST, 0) < 0) // more than the process may have
        for (int fd = 0; fd < FILES_MOST; fd++)
            files[fd].revents = fcntl(fd, F_GETFD) < 0 ? POLLNVAL : 0;
}

void files_begin(void) {
    struct pollfd files[FILES_MOST];
    ask(files);
    for (int fd = 0; fd < FILES_MOST; fd++)
        native.files_before[fd] = fd && files[fd].revents != POLLNVAL;
}

static bool is_its_own(int fd) {
    return fd >= 0 && fd < FILES_MOST && !native.files_before[fd];
}

static bool is_there(const FILE *stream) {
    if (!&_IO_list_all)
        return false;
    for (const FILE *f = _IO_list_all; f; f = f->_chain)
        if (f == stream)
            return true;
    return false;
}

// Pipes and terminals have no position.
void files_note(void) {
    struct pollfd files[FILES_MOST];
    ask(files);
    if (&_IO_list_all)
        for (FILE *f = _IO_list_all; f; f = f->_chain) {
            off_t at = is_its_own(fileno(f)) ? ftello(f) : -1;
            if (at >= 0)
                vec_push(&native.files, (struct open_file){f, fileno(f), at});
        }
    for (size_t i = 0; i < native.folders.count; i++)
        native.folders.at[i].position = telldir(native.folders.at[i].folder);
    for (int fd = 0; fd < FILES_MOST; fd++) {
        bool here = files[fd].revents != POLLNVAL && is_its_own(fd);
        off_t at = here && !files_had(fd) ? lseek(fd, 0, SEEK_CUR) : -1;
        if (at >= 0)
            vec_push(&native.files, (struct open_file){NULL, fd, at});
    }
}

void files_rewind(void) {
    for (size_t i = 0; i < native.folders.count; i++)
        seekdir(native.folders.at[i].folder, native.folders.at[i].position);
    for (size_t i = 0; i < native.files.count; i++) {
        const struct open_file *file = &native.files.at[i];
        if (!file->stream)
            lseek(file->fd, file->position, SEEK_SET);
        else if (is_there(file->stream)) {
            fseeko(file->stream, file->position, SEEK_SET);
            clearerr(file->stream);
        }
    }
}

bool files_had_stream(const FILE *stream) {
    for (size_t i = 0; i < native.files.count; i++)
        if (native.files.at[i].stream == stream)
            return true;
    return false;
}

bool files_had(int fd) {
    for (size_t i = 0; i < native.files.count; i++)
        if (native.files.at[i].fd == fd)
            return true;
    return false;
}

void files_opened_folder(DIR *folder) {
    if (!native.started)
        vec_push(&native.folders, (struct open_folder){folder, 0});
}

bool files_had_folder(const DIR *folder) {
    for (size_t i = 0; i < native.folders.count; i++)
        if (native.folders.at[i].folder == folder)
            return true;
    return false;
}
