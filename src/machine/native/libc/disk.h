// SPDX-License-Identifier: Apache-2.0
// What is on disk, as it was when the program first asked. It is never changed,
// and the same in every execution. The table only ever grows: its numbers stand
// for paths from then on, in whatever order they come.

#ifndef MAZURKA_MACHINE_NATIVE_LIBC_DISK_H
#define MAZURKA_MACHINE_NATIVE_LIBC_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

struct disk_file {
    char *path; // absolute, without links in what leads there
    int error;  // why there is nothing; 0: there is something
    struct stat stat;
    unsigned same; // the first of the table that is the same file
    bool readable, writable;
    bool loaded;
    char *bytes;
    size_t size;
    bool listed;
    char *listing;
    size_t listing_size;
};

// The number of a path, which is relative to `folder` (an absolute one) if it
// does not begin with a slash; links are followed, the last one only if asked
// for. -1: the table is full; -2: the path is too long.
int disk_number(const char *folder, const char *path, bool follow);
const struct disk_file *disk_file(unsigned number);
// How many numbers there are.
unsigned disk_count(void);
// All that is in it, read once.
const char *disk_bytes(unsigned number, size_t *size);
// What is in a folder, by name: each with its 0, and its d_type before it.
const char *disk_listing(unsigned number, size_t *size);
// Where the program was started.
const char *disk_start_folder(void);
// A number that nobody but the program uses: the system will not give it out.
void disk_reserve_number(int fd);
bool disk_has_number(int fd);

// What a stream looks like to the C library, of one that is not open.
void disk_stream_image(void *to, size_t size);

#endif
