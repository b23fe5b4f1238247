// SPDX-License-Identifier: Apache-2.0
// The live part of a parked thread's stack, kept over a step.
//
// A short one is simply copied. A long one (deep recursion) would make every
// step cost its whole length in memory: it is mirrored instead, and after the
// step only the pieces that differ from the mirror are kept,
//
//      sp                                  top
//       | piece | piece | piece | … | piece |    the stack
//       | same  | other | same  |   | same  |    the mirror, from before the step
//
// The mirror of a thread is good for as long as all its steps are looked at in
// this way, one after the other; going back makes it worthless.

#ifndef MAZURKA_NATIVE_SLICE_H
#define MAZURKA_NATIVE_SLICE_H

#include "machine/native/fiber.h"
#include "machine/native/undo.h"

struct slice {
    char *mirror; // as large as the stack; NULL until it is needed
    bool good;    // the mirror holds the stack as it was when it parked
    void *before; // where it was parked before the step; NULL: was copied
};

// Before the thread runs, and when it has parked again (or ended).
void slice_before(struct slice *slice, const struct fiber *fiber,
                  struct undo *undo);
void slice_after(struct slice *slice, const struct fiber *fiber,
                 struct undo *undo);

#endif
