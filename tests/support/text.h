// SPDX-License-Identifier: Apache-2.0
// A text that is put together piece by piece.

#ifndef MAZURKA_TESTS_TEXT_H
#define MAZURKA_TESTS_TEXT_H

#include "base/memory.h"

typedef VEC(char) text; // `at` is to be freed

void put(text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
