// SPDX-License-Identifier: Apache-2.0

#include "machine/native/libc/file_model.h"

#include "machine/native/libc/disk.h"
#include "machine/native/memory/heap.h"
#include "machine/native/races/c11.h"
#include "machine/native/thread_time.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/sysmacros.h>

#define FILES (library.files)

int file_fails(int error) {
    require(error > 0);
    libc_set_error(error);
    return -1;
}

static void use(void) {
    if (!FILES.used)
        native_set(FILES.used, true);
}

// ------------------------------------------------------------------ memory

// With --races=interleave others may run at each announcement: what was read
// before is kept in a block of the thread's own.
static bool others_may_run(void) {
    return native_settings()->races == RACES_INTERLEAVE;
}

void file_gives(void *to, const void *from, size_t size,
                const struct mz_site *site) {
    if (!size)
        return;
    if (!site) {
        native_save(to, size);
        memcpy(to, from, size);
        return;
    }
    char *kept = NULL;
    if (others_may_run() && (kept = heap_new(size, 1, false, site)))
        from = memcpy(kept, from, size);
    native_writes(to, size, site);
    memcpy(to, from, size);
    if (kept)
        heap_delete(kept, site);
}

const char *file_takes(const void *from, size_t size,
                       const struct mz_site *site) {
    if (!site || !size)
        return from;
    native_reads(from, size, site);
    char *kept = others_may_run() ? heap_new(size, 1, false, site) : NULL;
    return kept ? memcpy(kept, from, size) : from;
}

void file_taken(const char *kept, const void *from) {
    if (kept != (const char *)from)
        heap_delete((void *)(uintptr_t)kept, native_at());
}

// ------------------------------------------------------------------- names

const char *file_current_folder(void) {
    library_looks(LIBRARY_FOLDER);
    return FILES.folder ? FILES.folder : disk_start_folder();
}

const char *file_path(unsigned name) {
    return disk_file(name)->path;
}

// What comes from the system and is not the same twice, or is somebody else's.
static int special_name(const char *path) {
    return !strcmp(path, "/dev/stdin")    ? 0
           : !strcmp(path, "/dev/stdout") ? 1
           : !strcmp(path, "/dev/stderr") ? 2
                                          : -1;
}

int file_named(int folder_fd, const char *path, bool follow) {
    const struct mz_site *site = native_at();
    const char *folder;
    size_t length = libc_reads_text(path, SIZE_MAX, site);
    if (!length)
        return file_fails(ENOENT);
    if (length >= PATH_MAX)
        return file_fails(ENAMETOOLONG);
    if (*path == '/' || folder_fd == AT_FDCWD) {
        folder = *path == '/' ? "/" : file_current_folder();
    } else {
        struct open_file_state *open = file_take(folder_fd);
        if (!open)
            return -1;
        if (open->file->kind != FILE_FOLDER || !open->file->disk)
            __mz_unsupported("opens a file in a folder that it has made, by "
                             "the folder's descriptor",
                             site);
        folder = disk_file(open->file->disk - 1)->path;
        file_let_go(open);
    }
    if (special_name(path) >= 0)
        __mz_unsupported("opens /dev/stdin, /dev/stdout or /dev/stderr", site);
    int name = disk_number(folder, path, follow);
    if (name == -1)
        native_limit(LIMIT_FILES);
    return name < 0 ? file_fails(ENAMETOOLONG) : name;
}

static enum file_kind kind_of(const struct stat *s) {
    if (S_ISREG(s->st_mode))
        return FILE_REGULAR;
    if (S_ISDIR(s->st_mode))
        return FILE_FOLDER;
    if (S_ISCHR(s->st_mode) && major(s->st_rdev) == 1) {
        unsigned minor = minor(s->st_rdev);
        if (minor == 3)
            return FILE_NULL;
        if (minor == 5)
            return FILE_ZERO;
        if (minor == 8 || minor == 9)
            return FILE_RANDOM;
    }
    return FILE_OTHER;
}

// One on disk, which this execution may not have met yet.
static struct file *known(unsigned name) {
    const struct disk_file *disk = disk_file(disk_file(name)->same);
    struct file *file = &FILES.known[disk_file(name)->same];
    if (!file->disk) {
        use();
        native_save(file, sizeof *file);
        file->kind = kind_of(&disk->stat);
        file->mode = disk->stat.st_mode;
        file->links = (uint32_t)disk->stat.st_nlink;
        file->size = (size_t)disk->stat.st_size;
        file->number = disk->stat.st_ino;
        file->path = disk->path;
        file->disk = 1 + disk_file(name)->same;
    }
    return file;
}

struct file *file_now(unsigned name) {
    invariant(name < FILE_NAMES);
    const struct file_name *n = &FILES.name[name];
    if (n->changed)
        return n->file;
    return disk_file(name)->error ? NULL : known(name);
}

int file_missing(unsigned name) {
    return disk_file(name)->error ? disk_file(name)->error : ENOENT;
}

static struct file *meet_name(unsigned name, enum op_kind kind) {
    library_acts(kind, &FILES.name_place[name], sizeof FILES.name_place[name]);
    return file_now(name);
}

struct file *file_looked_up(unsigned name) {
    return meet_name(name, OP_READ);
}

struct file *file_to_change(unsigned name) {
    return meet_name(name, OP_WRITE);
}

void file_set_name(unsigned name, struct file *file) {
    use();
    native_set(FILES.name[name], ((struct file_name){file, true}));
}

// Whether the folder that it is in is there: that is looked at, and no
// operation, since folders are seldom removed.
int file_parent_error(unsigned name) {
    char parent[PATH_MAX];
    const char *path = file_path(name);
    size_t length = (size_t)(strrchr(path, '/') - path);
    memcpy(parent, path, length);
    strcpy(parent + length, length ? "" : "/");
    int number = disk_number("/", parent, true);
    if (number < 0)
        native_limit(LIMIT_FILES);
    const struct file *folder = file_now((unsigned)number);
    if (!folder)
        return ENOENT;
    if (folder->kind != FILE_FOLDER)
        return ENOTDIR;
    return folder->disk && !disk_file(folder->disk - 1)->writable ? EACCES : 0;
}

// ------------------------------------------------------------------- files

mode_t file_masked(mode_t mode) {
    library_looks(LIBRARY_FOLDER);
    return mode & ~(FILES.mask_set ? FILES.mask : 022) & 07777;
}

struct file *file_make(enum file_kind kind, mode_t mode) {
    unsigned self = native_self()->number;
    struct file *file = heap_new(sizeof *file, 8, true, native_at());
    use();
    *file = (struct file){
        .kind = kind,
        .mode = mode,
        .loaded = true,
        .number = 1ull << 40 | (uint64_t)self << 24 | FILES.made_count[self],
        .next = FILES.made[self],
    };
    native_set(FILES.made_count[self], FILES.made_count[self] + 1);
    native_set(FILES.made[self], file);
    return file;
}

void file_describe(const struct file *file, struct stat *to) {
    if (file->disk) {
        *to = disk_file(file->disk - 1)->stat;
    } else {
        struct timespec when = {.tv_sec = THREAD_TIME_DATE};
        *to = (struct stat){.st_ino = file->number,
                            .st_dev = 1,
                            .st_uid = getuid(),
                            .st_gid = getgid(),
                            .st_blksize = 4096,
                            .st_atim = when,
                            .st_mtim = when,
                            .st_ctim = when};
    }
    to->st_mode = file->mode;
    to->st_nlink = file->links;
    if (file->kind == FILE_REGULAR) {
        to->st_size = (off_t)file->size;
        to->st_blocks = (blkcnt_t)((file->size + 511) / 512);
    }
}

// What a thread does to a file comes before what others find there.
static void synchronise(struct file *file, bool writes) {
    if (!native_c11())
        return;
    c11_acquire(native_c11(), native_self()->number, file);
    if (writes)
        c11_release(native_c11(), native_self()->number, file);
}

void file_acts_first(struct file *file, enum op_kind kind) {
    library_acts(kind, &file->place[0], sizeof file->place[0]);
    synchronise(file, false);
}

void file_acts_all(struct file *file) {
    library_acts(OP_WRITE, file->place, sizeof file->place);
    synchronise(file, true);
}

const char *file_bytes(struct file *file) {
    if (!file->loaded) {
        size_t size;
        char *bytes = (char *)(uintptr_t)disk_bytes(file->disk - 1, &size);
        native_set(file->bytes, bytes);
        native_set(file->size, size);
        native_set(file->loaded, true);
    }
    return file->bytes;
}

static bool move_bytes(struct file *file, size_t size, size_t align);

// Room for so many, in memory that may be written to.
static bool make_room(struct file *file, size_t size) {
    file_bytes(file);
    if (file->room >= size && file->room)
        return true;
    if (file->pinned)
        __mz_unsupported("makes a file larger that is mapped", native_at());
    return move_bytes(file, size, 8);
}

bool file_pin(struct file *file, size_t size, size_t align) {
    file_bytes(file);
    if (!file->pinned || file->room < size) {
        size_t most = size < file->size ? file->size : size;
        if (file->pinned)
            __mz_unsupported("maps more of a file than before", native_at());
        if (!move_bytes(file, (most + align - 1) / align * align, align))
            return false;
        native_set(file->pinned, true);
    }
    return true;
}

static bool holds(const struct file *file, const char *address) {
    return file->pinned && address >= file->bytes &&
           address < file->bytes + file->room;
}

bool file_is_pinned(const void *address) {
    for (unsigned i = 0; i < NATIVE_MOST_THREADS; i++)
        for (struct file *f = FILES.made[i]; f; f = f->next)
            if (holds(f, address))
                return true;
    for (unsigned i = 0; i < disk_count(); i++)
        if (holds(&FILES.known[i], address))
            return true;
    return false;
}

static bool move_bytes(struct file *file, size_t size, size_t align) {
    size_t room = size < 2 * file->size ? 2 * file->size : size;
    room = room < 256 ? 256 : room;
    room = align > 8 ? size : room;
    char *block = heap_new(room, align, true, native_at());
    if (!block)
        return false;
    if (file->size)
        memcpy(block, file->bytes, file->size);
    if (file->room)
        heap_delete(file->bytes, native_at());
    native_set(file->bytes, block);
    native_set(file->room, room);
    return true;
}

int file_resize(struct file *file, size_t size) {
    file_bytes(file);
    if (size > file->size) {
        if (!make_room(file, size))
            return ENOSPC;
        native_save(file->bytes + file->size, size - file->size);
        memset(file->bytes + file->size, 0, size - file->size);
    }
    native_set(file->size, size);
    return 0;
}

// -------------------------------------------------------------- open files

int file_standard(int fd) {
    if (fd < 0 || fd > 2 || FILES.descriptor[fd] || FILES.standard_gone[fd])
        return -1;
    return fd;
}

bool file_is_others(int fd) {
    return fd > 2 && (fd >= FILE_NUMBERS || !FILES.descriptor[fd]) &&
           disk_has_number(fd);
}

static void meet_number(int fd, enum op_kind kind) {
    library_acts(kind, &FILES.descriptor[fd], sizeof FILES.descriptor[fd]);
}

struct open_file_state *file_take(int fd) {
    if (fd >= 0 && fd < FILE_NUMBERS) {
        meet_number(fd, OP_READ);
        struct open_file_state *open = FILES.descriptor[fd];
        if (open) {
            native_set(open->users, open->users + 1);
            return open;
        }
    }
    libc_set_error(EBADF);
    return NULL;
}

void file_let_go(struct open_file_state *open) {
    native_set(open->users, open->users - 1);
    if (open->users)
        return;
    heap_delete(open, native_at());
}

struct open_file_state *file_opens(struct file *file, int flags) {
    unsigned self = native_self()->number;
    struct open_file_state *open = heap_new(sizeof *open, 8, true, native_at());
    unsigned nth = FILES.opened[self] + self;
    use();
    native_set(FILES.opened[self], FILES.opened[self] + 1);
    *open = (struct open_file_state){
        .file = file,
        .flags = flags & ~(O_CREAT | O_EXCL | O_TRUNC | O_CLOEXEC),
        .place = 1 + nth % (FILE_PLACES - 1)};
    return open;
}

static bool is_free(int fd, bool exact) {
    unsigned self = native_self()->number;
    if (FILES.descriptor[fd] || file_standard(fd) >= 0 ||
        (fd > 2 && disk_has_number(fd)))
        return false;
    return exact || !FILES.closed_by[fd] || FILES.closed_by[fd] == 1 + self;
}

// Main alone, or the order matters: see file_state.h.
static int find_number(int least) {
    int self = (int)native_self()->number;
    bool exact = native_settings()->reuse || library_is_alone();
    int low = self ? FILE_MAIN_NUMBERS + (self - 1) * FILE_THREAD_NUMBERS : 0;
    int many = self ? FILE_THREAD_NUMBERS : FILE_MAIN_NUMBERS;
    int high = FILE_LOW_NUMBERS + self * FILE_HIGH_NUMBERS;
    if (exact)
        low = 0, many = FILE_LOW_NUMBERS;
    for (int i = 0; i < many; i++)
        if (low + i >= least && is_free(low + i, exact))
            return low + i;
    for (int i = 0; i < FILE_HIGH_NUMBERS; i++)
        if (high + i >= least && is_free(high + i, exact))
            return high + i;
    native_limit(LIMIT_FILES);
}

static void install(struct open_file_state *open, int fd, bool closes) {
    disk_reserve_number(fd);
    native_set(FILES.descriptor[fd], open);
    native_set(FILES.closes_on_exec[fd], closes);
    native_set(open->users, open->users + 1);
}

int file_number(struct open_file_state *open, int least, bool closes) {
    if (native_settings()->reuse)
        library_changes(LIBRARY_NUMBERS);
    int fd = find_number(least);
    install(open, fd, closes); // nobody else can know it yet
    meet_number(fd, OP_WRITE);
    return fd;
}

// The number is taken out of the table.
static struct open_file_state *take_out(int fd) {
    struct open_file_state *open = FILES.descriptor[fd];
    native_set(FILES.closed_by[fd], (uint8_t)(1 + native_self()->number));
    native_set(FILES.descriptor[fd], NULL);
    return open;
}

static void closes(struct open_file_state *open) {
    native_set(open->users, open->users + 1);
    if (file_is_channel(open->file))
        channel_user(open, -1);
    file_let_go(open); // of the call, and of the number
    file_let_go(open);
}

int file_close(int fd) {
    if (fd < 0 || fd >= FILE_NUMBERS)
        return file_fails(EBADF);
    meet_number(fd, OP_WRITE);
    if (file_standard(fd) >= 0) {
        use();
        native_set(FILES.standard_gone[fd], true);
        if (fd == STDIN_FILENO)
            native_set(library.input.gone, true);
        return 0;
    }
    struct open_file_state *open = take_out(fd);
    if (!open)
        return file_fails(EBADF);
    if (native_settings()->reuse)
        library_changes(LIBRARY_NUMBERS);
    closes(open);
    return 0;
}

int file_put_at(struct open_file_state *open, int fd, bool closes_on_exec) {
    if (fd < 0 || fd >= FILE_NUMBERS)
        return file_fails(EBADF);
    meet_number(fd, OP_WRITE);
    struct open_file_state *old = FILES.descriptor[fd];
    if (fd <= 2)
        native_set(FILES.standard_gone[fd], true);
    install(open, fd, closes_on_exec);
    if (old)
        closes(old);
    return fd;
}

bool file_may(const struct file *file, bool write) {
    if (!file->disk)
        return getuid() == 0 || (file->mode & (write ? 0200 : 0400));
    const struct disk_file *disk = disk_file(file->disk - 1);
    return write ? disk->writable : disk->readable;
}

// May it be opened so? Else an error number.
static int refusal(const struct file *file, int flags) {
    int way = flags & O_ACCMODE;
    if (file->kind == FILE_OTHER)
        __mz_unsupported("opens a device", native_at());
    if ((flags & O_CREAT) && (flags & O_EXCL))
        return EEXIST;
    if (file->kind == FILE_FOLDER && (way != O_RDONLY || (flags & O_CREAT)))
        return EISDIR;
    if ((flags & O_DIRECTORY) && file->kind != FILE_FOLDER)
        return ENOTDIR;
    bool fine = (way == O_WRONLY || file_may(file, false)) &&
                (way == O_RDONLY || file_may(file, true));
    return fine ? 0 : EACCES;
}

static struct file *create(unsigned name, mode_t mode) {
    int error = file_parent_error(name);
    if (error) {
        libc_set_error(error);
        return NULL;
    }
    struct file *file = file_make(FILE_REGULAR, S_IFREG | file_masked(mode));
    native_set(file->links, 1);
    native_set(file->path, file_path(name));
    file_set_name(name, file);
    return file;
}

int file_open(unsigned name, int flags, mode_t mode) {
    struct file *file =
        flags & O_CREAT ? file_to_change(name) : file_looked_up(name);
    if (!file && !(flags & O_CREAT))
        return file_fails(file_missing(name));
    if (file) {
        int error = refusal(file, flags);
        if (error)
            return file_fails(error);
    } else if (!(file = create(name, mode))) {
        return -1;
    }
    if ((flags & O_TRUNC) && (flags & O_ACCMODE) != O_RDONLY &&
        file->kind == FILE_REGULAR && (file->size || !file->loaded)) {
        file_acts_all(file);
        file_resize(file, 0);
    }
    return file_number(file_opens(file, flags), 0, flags & O_CLOEXEC);
}

// ------------------------------------------------------- reading and writing

static ssize_t read_regular(struct open_file_state *open, void *to, size_t size,
                            off_t at, const struct mz_site *site) {
    struct file *file = open->file;
    if (at >= 0)
        file_acts_first(file, OP_READ);
    else
        library_acts(OP_WRITE, &file->place[open->place],
                     sizeof file->place[0]);
    synchronise(file, false);
    const char *bytes = file_bytes(file);
    size_t from = at >= 0 ? (size_t)at : open->position;
    size_t left = from < file->size ? file->size - from : 0;
    size = size < left ? size : left;
    if (at < 0 && size)
        native_set(open->position, from + size);
    if (size)
        file_gives(to, bytes + from, size, site);
    return (ssize_t)size;
}

ssize_t file_reads(struct open_file_state *open, void *to, size_t size,
                   off_t at, const struct mz_site *site) {
    if ((open->flags & O_ACCMODE) == O_WRONLY)
        return file_fails(EBADF);
    if (at >= 0 && file_is_channel(open->file))
        return file_fails(ESPIPE);
    size = size > SSIZE_MAX ? SSIZE_MAX : size;
    switch ((enum file_kind)open->file->kind) {
    case FILE_REGULAR:
        return read_regular(open, to, size, at, site);
    case FILE_PIPE:
    case FILE_EVENTS:
        return channel_read(open, to, size, site);
    case FILE_FOLDER:
        return file_fails(EISDIR);
    case FILE_NULL:
        return 0;
    case FILE_ZERO:
    case FILE_RANDOM: {
        if (!size)
            return 0;
        if (site)
            native_writes(to, size, site);
        else
            native_save(to, size);
        if (open->file->kind == FILE_ZERO)
            memset(to, 0, size);
        else
            random_fill(to, size);
        return (ssize_t)size;
    }
    case FILE_EPOLL:
    case FILE_OTHER:
    case FILE_KIND_COUNT:
        break;
    }
    return file_fails(EINVAL);
}

static ssize_t write_regular(struct open_file_state *open, const char *from,
                             size_t size, off_t at) {
    struct file *file = open->file;
    file_acts_all(file);
    file_bytes(file);
    size_t to = open->flags & O_APPEND ? file->size
                : at >= 0              ? (size_t)at
                                       : open->position;
    if (to > file->size && size && file_resize(file, to))
        return file_fails(ENOSPC);
    size_t end = to + size > file->size ? to + size : file->size;
    if (!make_room(file, end))
        return file_fails(ENOSPC);
    native_save(file->bytes + to, size);
    memcpy(file->bytes + to, from, size);
    native_set(file->size, end);
    if (at < 0)
        native_set(open->position, to + size);
    return (ssize_t)size;
}

ssize_t file_writes(struct open_file_state *open, const void *from, size_t size,
                    off_t at, const struct mz_site *site) {
    if ((open->flags & O_ACCMODE) == O_RDONLY)
        return file_fails(EBADF);
    if (at >= 0 && file_is_channel(open->file))
        return file_fails(ESPIPE);
    size = size > SSIZE_MAX ? SSIZE_MAX : size;
    const char *kept = file_takes(from, size, site);
    ssize_t result = (ssize_t)size;
    switch ((enum file_kind)open->file->kind) {
    case FILE_REGULAR:
        if (size)
            result = write_regular(open, kept, size, at);
        break;
    case FILE_PIPE:
    case FILE_EVENTS:
        result = channel_write(open, kept, size);
        break;
    case FILE_NULL:
    case FILE_ZERO:
    case FILE_RANDOM:
        break;
    case FILE_FOLDER:
    case FILE_EPOLL:
    case FILE_OTHER:
    case FILE_KIND_COUNT:
        result = file_fails(EBADF);
        break;
    }
    file_taken(kept, from);
    return result;
}

off_t file_seek(struct open_file_state *open, off_t offset, int whence) {
    struct file *file = open->file;
    if (file_is_channel(file))
        return file_fails(ESPIPE);
    if (file->kind != FILE_REGULAR && file->kind != FILE_FOLDER)
        return 0;
    library_acts(OP_WRITE, &file->place[open->place], sizeof file->place[0]);
    if (whence == SEEK_END)
        file_bytes(file);
    off_t from = whence == SEEK_SET   ? 0
                 : whence == SEEK_CUR ? (off_t)open->position
                                      : (off_t)file->size;
    if (whence != SEEK_SET && whence != SEEK_CUR && whence != SEEK_END)
        return file_fails(EINVAL);
    if (from + offset < 0)
        return file_fails(EINVAL);
    native_set(open->position, (uint64_t)(from + offset));
    return from + offset;
}
