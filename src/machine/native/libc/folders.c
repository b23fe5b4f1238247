// SPDX-License-Identifier: Apache-2.0
// What is in a folder: what is there on disk, and what the program has made of
// it. It is looked at as a whole, when the folder is opened or rewound: an
// operation on all names.

#include "machine/native/libc/file_model.h"

#include "machine/native/files.h"
#include "machine/native/libc/disk.h"
#include "machine/native/memory/heap.h"

#include <errno.h>
#include <string.h>

// What a DIR is, inside: a block of the program's heap.
struct folder {
    uint64_t magic;
    int fd;
    size_t position; // in the listing
    char *listing;   // names, each with its 0 and its d_type before it
    size_t size;
    struct dirent entry; // what readdir returns
};
enum { MAGIC = 0x4d7a4446 };

// ------------------------------------------------------------------- listing

struct entries {
    char *to; // NULL: they are counted
    size_t size, count;
};

static void add(struct entries *e, const char *name, unsigned char type) {
    size_t length = strlen(name) + 1;
    if (e->to) {
        e->to[e->size] = (char)type;
        memcpy(e->to + e->size + 1, name, length);
    }
    e->size += length + 1;
    e->count++;
}

// The last word of a path that is directly in a folder, else NULL.
static const char *within(const char *path, const char *folder) {
    size_t length = strcmp(folder, "/") ? strlen(folder) : 0;
    if (strncmp(path, folder, length) || path[length] != '/' ||
        !path[length + 1] || strchr(path + length + 1, '/'))
        return NULL;
    return path + length + 1;
}

static void add_changed(struct entries *e, const char *folder) {
    for (unsigned i = 0; i < disk_count(); i++) {
        const struct file *file = file_now(i);
        const char *word = within(file_path(i), folder);
        if (word && library.files.name[i].changed && file)
            add(e, word, file->kind == FILE_FOLDER ? DT_DIR : DT_REG);
    }
}

// Has the program changed what this name on disk leads to?
static bool is_changed(const char *folder, const char *word) {
    for (unsigned i = 0; i < disk_count(); i++) {
        const char *same = within(file_path(i), folder);
        if (same && !strcmp(same, word) && library.files.name[i].changed)
            return true;
    }
    return false;
}

static void list(struct entries *e, unsigned name) {
    const char *folder = file_path(name);
    size_t size = 0;
    const char *at =
        library.files.name[name].changed ? NULL : disk_listing(name, &size);
    for (const char *end = at + size; at && at < end; at += strlen(at) + 1)
        if (!is_changed(folder, at + 1))
            add(e, at + 1, (unsigned char)*at);
    add_changed(e, folder);
}

bool folder_is_empty(unsigned name) {
    struct entries e = {0};
    list(&e, name);
    return e.count == 0;
}

static void look(struct folder *f, unsigned name) {
    struct entries e = {0};
    library_acts(OP_READ, library.files.name_place,
                 sizeof library.files.name_place);
    add(&e, ".", DT_DIR);
    add(&e, "..", DT_DIR);
    list(&e, name);
    char *block = heap_new(e.size, 1, false, native_at());
    e = (struct entries){.to = block};
    add(&e, ".", DT_DIR);
    add(&e, "..", DT_DIR);
    list(&e, name);
    if (f->listing)
        heap_delete(f->listing, native_at());
    native_set(f->listing, block);
    native_set(f->size, e.size);
    native_set(f->position, 0);
}

// --------------------------------------------------------------------- calls

static struct folder *ours(DIR *folder) {
    const struct heap_block *block = heap_block_once_at(folder);
    struct folder *f = (struct folder *)folder;
    if (!block || block->size != sizeof *f || f->magic != MAGIC)
        return NULL;
    if (block->freed)
        native_fail(FINDING_USE_AFTER_FREE, native_at(),
                    "uses a folder that was closed before");
    return f;
}

static DIR *open_folder(unsigned name, int fd) {
    if (fd < 0)
        return NULL;
    struct folder *f = heap_new(sizeof *f, 16, true, native_at());
    native_save(f, sizeof *f);
    f->magic = MAGIC;
    f->fd = fd;
    // Whoever forgets to close it has lost nothing that others could see.
    struct open_file_state *open = library.files.descriptor[fd];
    native_set(open->folder, f);
    look(f, name);
    return (DIR *)f;
}

DIR *__mz_opendir(const char *path) {
    int name = file_named(AT_FDCWD, path, true);
    if (name < 0)
        return NULL;
    int fd = file_open((unsigned)name, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
    return open_folder((unsigned)name, fd);
}

static int name_of(const struct file *file) {
    for (unsigned i = 0; i < disk_count(); i++)
        if (file_now(i) == file)
            return (int)i;
    return -1;
}

DIR *__mz_fdopendir(int fd) {
    struct open_file_state *open = file_take(fd);
    if (!open)
        return NULL;
    int name = open->file->kind == FILE_FOLDER ? name_of(open->file) : -1;
    file_let_go(open);
    if (name < 0)
        libc_set_error(ENOTDIR);
    return name < 0 ? NULL : open_folder((unsigned)name, fd);
}

struct dirent *__mz_readdir(DIR *folder) {
    struct folder *f = ours(folder);
    if (!f) {
        native_external("readdir");
        return readdir(folder);
    }
    if (f->position >= f->size)
        return NULL;
    const char *at = f->listing + f->position;
    size_t length = strlen(at + 1) + 1;
    native_save(&f->entry, sizeof f->entry);
    memset(&f->entry, 0, sizeof f->entry);
    f->entry.d_ino = 1 + f->position;
    f->entry.d_off = (off_t)(f->position + length + 1);
    f->entry.d_reclen = sizeof f->entry;
    f->entry.d_type = (unsigned char)*at;
    size_t room = sizeof f->entry.d_name - 1;
    memcpy(f->entry.d_name, at + 1, length < room ? length : room);
    native_set(f->position, f->position + length + 1);
    return &f->entry;
}

void __mz_rewinddir(DIR *folder) {
    struct folder *f = ours(folder);
    if (!f) {
        native_external("rewinddir");
        rewinddir(folder);
        return;
    }
    struct open_file_state *open = file_take(f->fd);
    int name = open ? name_of(open->file) : -1;
    if (open)
        file_let_go(open);
    if (name >= 0)
        look(f, (unsigned)name);
}

long __mz_telldir(DIR *folder) {
    struct folder *f = ours(folder);
    if (f)
        return (long)f->position;
    native_external("telldir");
    return telldir(folder);
}

void __mz_seekdir(DIR *folder, long position) {
    struct folder *f = ours(folder);
    if (!f) {
        native_external("seekdir");
        seekdir(folder, position);
    } else if (position >= 0 && (size_t)position <= f->size) {
        native_set(f->position, (size_t)position);
    }
}

int __mz_dirfd(DIR *folder) {
    struct folder *f = ours(folder);
    if (f)
        return f->fd;
    native_external("dirfd");
    return dirfd(folder);
}

int __mz_closedir(DIR *folder) {
    struct folder *f = ours(folder);
    if (!f) {
        native_external("closedir");
        return files_had_folder(folder) ? 0 : closedir(folder);
    }
    int fd = f->fd;
    heap_delete(f->listing, native_at());
    struct open_file_state *open = library.files.descriptor[fd];
    if (open)
        native_set(open->folder, NULL);
    heap_delete(f, native_at());
    return file_close(fd);
}
