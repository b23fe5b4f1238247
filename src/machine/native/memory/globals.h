// SPDX-License-Identifier: Apache-2.0
// All variables of static duration that code outside of control may change, as
// they were at the start: of the executable, whoever has compiled what is in
// it, and of its libraries.
//
//    executable   | relro | .data .bss of the program | mz_state | mz_own |
//                           ^^^^^^^^^^^^^^^^^^^^^^^^^
//    libfoo.so    | relro | .data .bss |
//                           ^^^^^^^^^^
//
// The C library's own, the runtime's (mz_own) and the state that its models
// keep (mz_state, which is undone) are none of them. Thread-local variables of
// libraries are not restored.

#ifndef MAZURKA_MACHINE_NATIVE_MEMORY_GLOBALS_H
#define MAZURKA_MACHINE_NATIVE_MEMORY_GLOBALS_H

#include "base/memory.h"

struct globals_range {
    char *start, *copy;
    size_t size;
};

struct globals {
    VEC(struct globals_range) ranges;
};

// As they are now.
void globals_keep(struct globals *globals);
// These bytes, too.
void globals_keep_range(struct globals *globals, const void *start,
                        const void *end);
void globals_restore(const struct globals *globals);
void globals_free(struct globals *globals);

#endif
