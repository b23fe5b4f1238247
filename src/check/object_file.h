// SPDX-License-Identifier: Apache-2.0
// What an object file or a static library defines, for --trust=foo.o: a linked
// program no longer knows which file a function came from.

#ifndef MAZURKA_CHECK_OBJECT_FILE_H
#define MAZURKA_CHECK_OBJECT_FILE_H

#include <stdbool.h>

// False too if there is no such file, or if it is none (.o, .a).
bool object_file_defines(const char *path, const char *function);

#endif
