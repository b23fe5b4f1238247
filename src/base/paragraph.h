// SPDX-License-Identifier: Apache-2.0
// Text in lines that are no wider than a terminal is at least.

#ifndef MAZURKA_BASE_PARAGRAPH_H
#define MAZURKA_BASE_PARAGRAPH_H

#include <stdio.h>

enum { PARAGRAPH_WIDTH = 80 };

// How many columns a text takes.
unsigned text_columns(const char *text);

// The words of a text from this column on, broken between words; further lines
// begin at `indent`. If the first line has got there already, the text begins on
// a new one.
void paragraph_print(FILE *out, unsigned column, unsigned indent,
                     const char *text);

#endif
