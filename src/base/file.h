// SPDX-License-Identifier: Apache-2.0
// Whole files, in and out.

#ifndef MAZURKA_BASE_FILE_H
#define MAZURKA_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

// The contents, 0-terminated, to be freed; NULL if that is not possible or
// there are more than `most` bytes: *error then says why.
char *file_read(const char *path, size_t most, size_t *length,
                const char **error);

// Atomically: all of it is there, or what was there before. False if it could
// not be written; errno then says why.
bool file_write(const char *path, const char *text, size_t length);

bool file_is_regular(const char *path);

// Do both paths lead to one existing file?
bool file_same(const char *a, const char *b);

// The path of `name` in the directory of the file `beside`; to be freed.
char *file_beside(const char *beside, const char *name);

// The last part of a path.
const char *file_name(const char *path);

#endif
