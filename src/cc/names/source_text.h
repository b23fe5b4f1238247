// SPDX-License-Identifier: Apache-2.0
// The user's own words: the expression in a source text that is accessed at a
// line and column.
//
// clang places an access at the operator that makes it (`=`, `+=`, `++`, a
// unary `*`), at the last member's name of a.b->c, or at the first token of a
// subscripted expression; everything from a macro is at the macro's name. The
// expression that the instructions compute tells which of the texts around
// that point is meant.

#ifndef MAZURKA_CC_NAMES_SOURCE_TEXT_H
#define MAZURKA_CC_NAMES_SOURCE_TEXT_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

struct source {
    char *text; // NULL: the file cannot be read
    size_t size;
    size_t *lines; // where each line starts
    size_t line_count;
};

void source_read(struct source *source, const char *path);
void source_from_text(struct source *source, const char *text);
void source_free(struct source *source);

// Adds the expression at this place to `found` and returns true, or returns
// false if none there fits. `guess` is what the instructions compute (may be
// empty); `complete`, `open` as in struct expression.
bool source_expression(const struct source *source, unsigned line,
                       unsigned column, const char *guess, bool complete,
                       bool open, struct text *found);

#endif
