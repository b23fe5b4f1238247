// SPDX-License-Identifier: Apache-2.0
// Whose memory is it? The search lives in the process of the program that it
// checks; the program must not write into what belongs to the search.
//
//   the program's heap and stacks     at addresses of their own (heap.h,
//                                     fiber.h)
//   data of the executable            the program's, but for the sections that
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

#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct memory_range {
    uintptr_t start, end;
};

struct memory_map {
    uintptr_t data, data_end; // of the executable
    // What cannot be written: string literals, constant tables; and from the
    // first of them to the last.
    VEC(struct memory_range) constants;
    struct memory_range near_constants;
    uintptr_t own, own_end;     // the runtime's, in it
    uintptr_t state, state_end; // those that are saved, and the tables
    uintptr_t arguments;
    // The page of others' that was asked for last: it was there. Could it be
    // written?
    uintptr_t accessible;
    bool writable;
};

void memory_map_init(struct memory_map *map, const void *arguments);
void memory_map_free(struct memory_map *map);

static inline bool memory_map_is_near_constants(const struct memory_map *m,
                                                const void *address) {
    return (uintptr_t)address - m->near_constants.start <
           m->near_constants.end - m->near_constants.start;
}
bool memory_map_is_constant(const struct memory_map *map, const void *address);

// May the program access memory that is neither in its heap nor on its stacks?
// This is asked for every access to a global variable.
static inline bool memory_map_is_data(const struct memory_map *t,
                                      const void *address, size_t size) {
    uintptr_t a = (uintptr_t)address;
    return a - t->data < t->data_end - t->data &&
           (a >= t->own_end || a + size <= t->own) &&
           (a >= t->state_end || a + size <= t->state);
}

// What is left: `foreign` memory may be read if it is there, and written if it
// was `lent`, by an unknown function. (That it is there is asked of the kernel:
// the search looks at what pending operations would do and takes back what they
// have done, and must not crash.)
bool memory_map_allows(struct memory_map *map, const void *address, size_t size,
                       bool write, bool lent);
// An unknown function was called: what was there may be gone.
static inline void memory_map_changes(struct memory_map *map) {
    map->accessible = 0;
}

#endif
