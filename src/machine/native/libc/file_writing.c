// SPDX-License-Identifier: Apache-2.0
// --files=write: what the program has made of its files in one execution goes
// to disk, once, when nothing more will be read from there.

#include "machine/native/libc/file_model.h"

#include "base/memory.h"
#include "machine/native/libc/disk.h"
#include "machine/native/native_machine.h"
#include "machine/native/runtime_state.h"

#include <errno.h>
#include <string.h>

static void note(unsigned name) {
    const struct file *file = file_now(name);
    bool changed = library.files.name[name].changed;
    bool written =
        file && file->kind == FILE_REGULAR && file->loaded && file->room;
    if (!changed && !written && !(file && file->loaded && !file->size))
        return;
    struct file_outcome outcome = {.path = disk_file(name)->path};
    if (file) {
        outcome.mode = file->mode;
        outcome.size = file->kind == FILE_REGULAR ? file->size : 0;
        outcome.bytes =
            memory_text(file->size ? file->bytes : "", outcome.size);
    }
    vec_push(&native.outcomes, outcome);
}

void native_files_note(void) {
    for (size_t i = 0; i < native.outcomes.count; i++)
        memory_free(native.outcomes.at[i].bytes);
    native.outcomes.count = 0;
    native.outcomes_known = true;
    for (unsigned name = 0; name < disk_count(); name++)
        note(name);
}

static bool put(const struct file_outcome *o) {
    if (!o->bytes)
        return unlink(o->path) == 0 || rmdir(o->path) == 0 || errno == ENOENT;
    if (S_ISDIR(o->mode))
        return mkdir(o->path, o->mode & 07777) == 0 || errno == EEXIST;
    int fd = open(o->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
                  o->mode & 07777);
    size_t done = 0;
    for (ssize_t got; fd >= 0 && done < o->size; done += (size_t)got)
        if ((got = write(fd, o->bytes + done, o->size - done)) <= 0)
            break;
    bool fine = fd >= 0 && done == o->size;
    return (fd < 0 || close(fd) == 0) && fine;
}

const char *native_files_write(void) {
    if (!native.settings.files_write)
        return NULL;
    if (!native.outcomes_known)
        native_files_note();
    for (size_t i = 0; i < native.outcomes.count; i++)
        if (!put(&native.outcomes.at[i]))
            return native.outcomes.at[i].path;
    return NULL;
}
