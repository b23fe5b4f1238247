// SPDX-License-Identifier: Apache-2.0
// The expression in a source text that is accessed at a line and column, as the
// user wrote it.
//
// clang places an access at the operator that makes it (`=`, `+=`, `++`, a
// unary `*`), at the last member's name of a.b->c, or at the first token of a
// subscripted expression; everything from a macro is at the macro's name. The
// expression that the instructions compute tells which of the texts around
// that point is meant.

#ifndef MAZURKA_CC_NAMES_SOURCE_TEXT_H
#define MAZURKA_CC_NAMES_SOURCE_TEXT_H

#include "base/text.h"
#include "cc/names/source_file.h"

#include <stdbool.h>

// Adds the expression at this place to `found` and returns true, or returns
// false if none there fits. `guess` is what the instructions compute (may be
// empty); `complete`, `open` as in struct access_expression.
bool source_text_find(const struct source_file *source, unsigned line,
                      unsigned column, const char *guess, bool complete,
                      bool open, struct text *found);

#endif
