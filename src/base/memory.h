// SPDX-License-Identifier: Apache-2.0
// Allocation that never returns NULL, and growable arrays.
//
// Running out of memory is a fault of the tool (exit code 4), never a verdict:
// callers need no error path.

#ifndef MAZURKA_BASE_MEMORY_H
#define MAZURKA_BASE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

void *memory_new(size_t count, size_t size); // zeroed
void *memory_resize(void *old, size_t count, size_t size);
char *memory_text(const char *text, size_t length); // a copy, 0-terminated
uint64_t memory_peak_kib(void);                     // of the whole process
uint64_t memory_now_kib(void);
uint64_t memory_kib_of(int process); // now; 0: nobody can tell

// A growable array: VEC(int) v = {0}; vec_push(&v, 7); v.at[0]; v.count.
#define VEC(type)                                                              \
    struct {                                                                   \
        type *at;                                                              \
        size_t count, room;                                                    \
    }

#define vec_reserve(v, wanted)                                                 \
    do {                                                                       \
        if ((v)->room < (wanted)) {                                            \
            (v)->room = (wanted) > 2 * (v)->room ? (wanted) : 2 * (v)->room;   \
            (v)->at = memory_resize((v)->at, (v)->room, sizeof *(v)->at);      \
        }                                                                      \
    } while (0)

#define vec_push(v, ...)                                                       \
    do {                                                                       \
        vec_reserve(v, (v)->count + 1);                                        \
        (v)->at[(v)->count++] = (__VA_ARGS__);                                 \
    } while (0)

#define vec_free(v)                                                            \
    do {                                                                       \
        memory_free((v)->at);                                                  \
        (v)->at = NULL;                                                        \
        (v)->count = (v)->room = 0;                                            \
    } while (0)

void memory_free(void *block);

#endif
