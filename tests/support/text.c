// SPDX-License-Identifier: Apache-2.0

#include "text.h"

#include <stdarg.h>
#include <stdio.h>

void put(text *t, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    size_t length = (size_t)vsnprintf(NULL, 0, format, arguments);
    vec_reserve(t, t->count + length + 1);
    vsnprintf(t->at + t->count, length + 1, format, again);
    t->count += length;
    va_end(again);
    va_end(arguments);
}
