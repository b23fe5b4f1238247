// SPDX-License-Identifier: Apache-2.0
// Files as file_state.h has them: what calls of POSIX and streams are made of.
// Functions that can fail return an error number, or 0; or -1 with the
// program's errno set where that says so.

#ifndef MAZURKA_MACHINE_NATIVE_LIBC_FILE_MODEL_H
#define MAZURKA_MACHINE_NATIVE_LIBC_FILE_MODEL_H

#include "machine/native/libc/libc.h"
#include "machine/native/library_state.h"

#include <sys/stat.h>

// The program's errno, and -1.
int file_fails(int error);

// --------------------------------------------------------------------- names

// The number of a path (libc/disk.h), announced as read; relative to the
// current folder, or to that of a descriptor. -1, and errno.
int file_named(int folder_fd, const char *path, bool follow);
const char *file_path(unsigned name);
// An operation on the name; then what it leads to, or NULL.
struct file *file_looked_up(unsigned name);
struct file *file_to_change(unsigned name);
// Why it leads nowhere.
int file_missing(unsigned name);
// What comes after such an operation: it leads there now.
void file_set_name(unsigned name, struct file *file);
// The same without an operation.
struct file *file_now(unsigned name);
// Is it in a folder that exists and may be changed? Else an error number.
int file_parent_error(unsigned name);
const char *file_current_folder(void);

// --------------------------------------------------------------------- files

struct file *file_make(enum file_kind kind, mode_t mode);
// What the program's umask leaves.
mode_t file_masked(mode_t mode);
void file_describe(const struct file *file, struct stat *to);
// Operations: see file_state.h.
void file_acts_first(struct file *file, enum op_kind kind);
void file_acts_all(struct file *file);
// After file_acts_all: that long now, with zeros if it was shorter.
int file_resize(struct file *file, size_t size);
int file_truncate(struct file *file, off_t size); // 0, or -1 and errno
int file_set_mode(struct file *file, mode_t mode);
// May the program read or write it?
bool file_may(const struct file *file, bool write);
bool folder_is_empty(unsigned name);
// Its bytes are to stay where they are, with room for so many: after
// file_acts_all. False: no room. Is an address in bytes that do?
bool file_pin(struct file *file, size_t size, size_t align);
bool file_is_pinned(const void *address);
// Its bytes, from disk if need be.
const char *file_bytes(struct file *file);

// --------------------------------------------------------------- open files

// Of a number, kept until it is let go: an operation. NULL: there is none of
// ours; errno is EBADF then.
struct open_file_state *file_take(int fd);
void file_let_go(struct open_file_state *open);
// 0, 1, 2, as it was at the start? -1: it is not.
int file_standard(int fd);
// A number that this model knows nothing of, but the system does.
bool file_is_others(int fd);
// A new one, with the lowest number from `least` on. Counts as a user of it.
int file_number(struct open_file_state *open, int least, bool closes_on_exec);
// The same for a given number, which is closed if it is in use.
int file_put_at(struct open_file_state *open, int fd, bool closes_on_exec);
struct open_file_state *file_opens(struct file *file, int flags);
int file_close(int fd);
// A name is opened. The number, or -1 and errno.
int file_open(unsigned name, int flags, mode_t mode);

// Reading and writing. At `at`, or at its own position (-1). `site` NULL: the
// memory is the library's own, and nothing is announced. -1 and errno.
ssize_t file_reads(struct open_file_state *open, void *to, size_t size,
                   off_t at, const struct mz_site *site);
ssize_t file_writes(struct open_file_state *open, const void *from, size_t size,
                    off_t at, const struct mz_site *site);
off_t file_seek(struct open_file_state *open, off_t offset, int whence);

// Pipes and the like (channels.c).
ssize_t channel_read(struct open_file_state *open, void *to, size_t size,
                     const struct mz_site *site);
ssize_t channel_write(struct open_file_state *open, const void *from,
                      size_t size);
// Its word: an operation.
uint64_t channel_look(struct file *file);
// Something about a channel has changed, for who polls (polling.c).
void channel_changed(void);
void channel_user(struct open_file_state *open, int change);
static inline bool file_is_channel(const struct file *file) {
    return file->kind == FILE_PIPE || file->kind == FILE_EVENTS;
}

// Bytes that nobody else can change any more go to the program, or to the
// library's own memory.
void file_gives(void *to, const void *from, size_t size,
                const struct mz_site *site);
// Bytes of the program are read: where they are kept, and that they are no
// longer needed.
const char *file_takes(const void *from, size_t size,
                       const struct mz_site *site);
void file_taken(const char *kept, const void *from);

// What the thread's own sequence of random numbers has next (random.c).
void random_fill(void *to, size_t size);
// Something is written to standard output or error (stdio.c).
ssize_t stdio_shows(int fd, const void *bytes, size_t size);

#endif
