// SPDX-License-Identifier: Apache-2.0
// Whose memory is it? The search lives in the process of the program that it
// checks; the program must not write into what belongs to the search.
//
//   the program's heap and stacks     at addresses of their own (heap.h,
//   fiber.h) data of the executable            the program's, but for the
//   sections that
//                                     hold the runtime's own variables
//   arguments and environment         above the search's stack: the program's
//   exported variables of libraries   anybody's (optind, environ)
//   all else                          nobody's to write, until a function that
//                                     mazurka has no model of was called, which
//                                     may have returned memory of its own
//
// Reading is less dangerous: only the runtime's variables cannot be read.

#ifndef MAZURKA_MACHINE_NATIVE_MEMORY_MEMORY_MAP_H
#define MAZURKA_MACHINE_NATIVE_MEMORY_MEMORY_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct territory {
    uintptr_t data, data_end;   // of the executable
    uintptr_t own, own_end;     // the runtime's, in it
    uintptr_t state, state_end; // those that are saved, and the tables
    uintptr_t arguments;
};

void territory_init(struct territory *territory, const void *arguments);

// May the program access memory that is neither in its heap nor on its stacks?
// This is asked for every access to a global variable.
static inline bool territory_is_data(const struct territory *t,
                                     const void *address, size_t size) {
    uintptr_t a = (uintptr_t)address;
    return a - t->data < t->data_end - t->data &&
           (a >= t->own_end || a + size <= t->own) &&
           (a >= t->state_end || a + size <= t->state);
}

// What is left: `foreign` memory may be written if `lent`, by an unknown
// function.
bool territory_allows(const struct territory *territory, const void *address,
                      size_t size, bool write, bool lent);

#endif
