// SPDX-License-Identifier: Apache-2.0
// Statements as C, and how things are called in it.

#ifndef DIFFERENTIAL_PRINT_STATEMENT_H
#define DIFFERENTIAL_PRINT_STATEMENT_H

#include "language.h"

#include <stdio.h>

struct printer {
    FILE *out;
    const struct program *p;
    const char *prefix; // of all names
    unsigned indent;
    unsigned thread;
    unsigned registers; // that the thread has, as bits
};

// A new line of the program.
__attribute__((format(printf, 2, 3))) void line(struct printer *to,
                                                const char *format, ...);

// Short texts that live until a few more were made.
__attribute__((format(printf, 1, 2))) const char *text(const char *format, ...);

// Names: of shared variables, of atomics, of what is no variable; constants.
const char *shared(const struct printer *to, const char *kind, unsigned i);
const char *atomic_name(const struct printer *to, unsigned i);
const char *own(const struct printer *to, const char *kind, unsigned i);
const char *literal(int64_t k);

// The end of a thread, with its first registers as its result: "return %s;".
void print_result(struct printer *to, const char *format);

void print_block(struct printer *to, const struct block *block);

#endif
