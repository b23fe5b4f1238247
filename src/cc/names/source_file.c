// SPDX-License-Identifier: Apache-2.0

#include "cc/names/source_file.h"

#include "base/file.h"
#include "base/memory.h"

#include <string.h>

static void index_lines(struct source_file *source) {
    VEC(size_t) lines = {0};
    vec_push(&lines, 0);
    for (size_t i = 0; i < source->size; i++)
        if (source->text[i] == '\n')
            vec_push(&lines, i + 1);
    source->lines = lines.at;
    source->line_count = lines.count;
}

void source_file_from_text(struct source_file *source, const char *text) {
    *source = (struct source_file){.size = strlen(text)};
    source->text = memory_text(text, source->size);
    index_lines(source);
}

void source_file_read(struct source_file *source, const char *path) {
    const char *error;
    *source = (struct source_file){0};
    source->text = file_read(path, SIZE_MAX, &source->size, &error);
    if (source->text)
        index_lines(source);
}

void source_file_free(struct source_file *source) {
    memory_free(source->text);
    memory_free(source->lines);
    *source = (struct source_file){0};
}
