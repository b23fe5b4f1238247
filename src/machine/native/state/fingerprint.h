// SPDX-License-Identifier: Apache-2.0
// The state of the program under test in a few numbers, one for each part of it
// that has a name: to see whether two states are the same, and if not, where
// they differ.
//
// All that can change is in it: global variables, blocks of the heap and what
// is known of them, living stacks and locals, threads and what they are about
// to do, the runtime's own variables that are saved like the program's memory,
// and the clocks of the data-race detector.
//
// Frames on the first stack hold leftovers of earlier calls besides what they
// are there for. Undoing puts those back too; running again need not.

#ifndef MAZURKA_MACHINE_NATIVE_STATE_FINGERPRINT_H
#define MAZURKA_MACHINE_NATIVE_STATE_FINGERPRINT_H

#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fingerprint_part {
    const char *what, *of; // "global variable", "x"
    bool frames;           // of the first stack
    uint64_t hash;
};

struct fingerprint {
    VEC(struct fingerprint_part) parts;
};

// Of the state that the machine is in. What was there before is replaced.
void fingerprint_take(struct fingerprint *fingerprint);
void fingerprint_free(struct fingerprint *fingerprint);

// The first part in which they differ, or NULL. Frames count if asked for.
const struct fingerprint_part *
fingerprint_difference(const struct fingerprint *a, const struct fingerprint *b,
                       bool frames);

#endif
