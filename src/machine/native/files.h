// SPDX-License-Identifier: Apache-2.0
// Files that are open when the program has come to its first operation: each
// execution begins there, and reads and writes them from the same positions.

#ifndef MAZURKA_MACHINE_NATIVE_FILES_H
#define MAZURKA_MACHINE_NATIVE_FILES_H

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>

enum { FILES_MOST = 1024 };

// Before the program runs: those that are open now are not its own, and others
// may use them, too; but for standard input.
void files_begin(void);
// The start has been reached: where they stand.
void files_note(void);
// Back there.
void files_rewind(void);
// Was it open at the start? Then it must not be closed: the next execution
// needs it.
bool files_had_stream(const FILE *stream);
bool files_had(int fd);
// The same for a folder, which is known by its opening.
void files_opened_folder(DIR *folder);
bool files_had_folder(const DIR *folder);

#endif
