// SPDX-License-Identifier: Apache-2.0
// A source file with its lines.

#ifndef MAZURKA_CC_NAMES_SOURCE_FILE_H
#define MAZURKA_CC_NAMES_SOURCE_FILE_H

#include <stddef.h>

struct source_file {
    char *text; // NULL: the file cannot be read
    size_t size;
    size_t *lines; // where each line starts
    size_t line_count;
};

void source_file_read(struct source_file *source, const char *path);
void source_file_from_text(struct source_file *source, const char *text);
void source_file_free(struct source_file *source);

#endif
