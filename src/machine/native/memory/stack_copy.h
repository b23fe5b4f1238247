// SPDX-License-Identifier: Apache-2.0
// The live part of a parked thread's stack, kept over a step.
//
// A short one is simply copied. A long one (deep recursion) would make every
// step cost its whole length in memory: it is mirrored instead, and after the
// step only the pieces that differ from the mirror are kept,
//
//      sp                                  top
//       | piece | piece | piece | … | piece |    the stack
//       | same  | other | same  |   | same  |    the mirror, from before the
//       step
//
// What the step has left behind (sp has moved up) is kept whatever it holds.
//
// The mirror of a thread is good for as long as all its steps are looked at in
// this way, one after the other; going back makes it worthless.

#ifndef MAZURKA_MACHINE_NATIVE_MEMORY_STACK_COPY_H
#define MAZURKA_MACHINE_NATIVE_MEMORY_STACK_COPY_H

#include "machine/native/memory/fiber.h"
#include "machine/native/memory/undo.h"

struct stack_copy {
    char *mirror; // as large as the stack; NULL until it is needed
    bool good;    // the mirror holds the stack as it was when it parked
    void *before; // where it was parked before the step; NULL: was copied
    size_t mark;  // of the log, then
};

enum { STACK_COPY_SHORT = 8192 };

// What the next two do with a stack that is mirrored, or was before.
void stack_copy_mirror(struct stack_copy *copy, const struct fiber *fiber,
                       struct undo *undo);
void stack_copy_compare(struct stack_copy *copy, const struct fiber *fiber,
                        struct undo *undo, bool lives);

// Before the thread runs. What else of it is to be kept lies at `part`.
__attribute__((always_inline)) static inline void
stack_copy_before(struct stack_copy *s, const struct fiber *f,
                  struct undo *undo, void *part, size_t size) {
    size_t length = (size_t)(f->top - (char *)f->sp);
    if (length > STACK_COPY_SHORT || s->mirror) {
        undo_save_quietly(undo, part, part, size);
        stack_copy_mirror(s, f, undo);
        return;
    }
    size_t room = undo_room_for(size) + undo_room_for(length);
    undo_reserve(undo, room);
    char *top = undo->bytes + undo->top;
    top = undo_put(top, part, part, size, true);
    memcpy(top, f->sp, length); // hardly ever a size of undo_copy
    undo_end_record(top, f->sp, length, true);
    undo->top += room;
}

// When it has parked again (or ended: then it lives no longer).
static inline void stack_copy_after(struct stack_copy *s, const struct fiber *f,
                                    struct undo *undo, bool lives) {
    if (s->before)
        stack_copy_compare(s, f, undo, lives);
}

#endif
