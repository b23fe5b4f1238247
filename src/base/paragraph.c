// SPDX-License-Identifier: Apache-2.0

#include "base/paragraph.h"

#include <stdbool.h>
#include <string.h>

static unsigned columns(const char *text, size_t length) {
    unsigned count = 0;
    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)text[i] & 0xc0) != 0x80; // UTF-8
    return count;
}

unsigned text_columns(const char *text) {
    return columns(text, strlen(text));
}

void paragraph_print(FILE *out, unsigned column, unsigned indent,
                     const char *text) {
    if (column >= indent)
        column = (unsigned)fprintf(out, "\n") - 1;
    column += (unsigned)fprintf(out, "%*s", (int)(indent - column), "");
    for (bool first = true; *text; first = false) {
        size_t length = strcspn(text, " ");
        unsigned width = columns(text, length) + !first;
        if (!first && column + width > PARAGRAPH_WIDTH) {
            column = (unsigned)fprintf(out, "\n%*s", (int)indent, "") - 1;
            first = true;
            width--;
        }
        fprintf(out, "%s%.*s", first ? "" : " ", (int)length, text);
        column += width;
        text += length;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}
