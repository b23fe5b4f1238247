// SPDX-License-Identifier: Apache-2.0
// Fibers: a stack and a place to go on, switched by a few instructions.
//
// A parked fiber is its stack pointer: the registers that a call preserves lie
// on top of its stack. So a fiber can be copied and put back by copying the
// live part of its stack,
//
//     low            sp                              top
//      | guard page |  … free …  | live: registers, frames … |
//
// Stacks stand at addresses that depend on the thread's number only. Switching
// is assembly for x86-64 and aarch64, ucontext elsewhere (or with the build
// option MAZURKA_UCONTEXT).
//
// Invariant: while it is parked, sp is in its stack.

#ifndef MAZURKA_MACHINE_NATIVE_MEMORY_FIBER_H
#define MAZURKA_MACHINE_NATIVE_MEMORY_FIBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FIBER_STACK = 2 << 20,   // for frames
    FIBER_LOCALS = 64 << 20, // for locals whose address is taken, large ones
    FIBER_GRAIN = 16,
    FIBER_NEAR = 64 // an access that is no larger does not jump a redzone
};

struct fiber {
    void *sp;                  // while parked
    char *low, *top;           // of the stack; low is the end of the guard page
    char *locals, *locals_end; // the second stack: grows upwards
    // Of each FIBER_GRAIN bytes of it, how many at their end belong to no
    // variable (the redzones between them).
    uint8_t *marks;
};

// Reserve the stacks of thread `number`, once; false if there is no room.
bool fiber_reserve(struct fiber *fiber, unsigned number);
// Make it ready to call entry(), which must not return.
void fiber_prepare(struct fiber *fiber, void (*entry)(void));
// Leave the running context's stack pointer in *from, go on at `to`.
void fiber_switch(void **from, void *to);

// Which part of a fiber is an address in?
bool fiber_in_guard(const struct fiber *fiber, const void *address);
bool fiber_in_locals(const struct fiber *fiber, const void *address);

// Do the bytes, in its locals and not many, end where no variable is?
static inline bool fiber_is_marked(const struct fiber *f, const void *address,
                                   size_t size) {
    size_t last = (size_t)((const char *)address - f->locals) + size - 1;
    return size - 1 < FIBER_NEAR &&
           last % FIBER_GRAIN + f->marks[last / FIBER_GRAIN] >= FIBER_GRAIN;
}
// Do any of them, however many?
bool fiber_has_marks(const struct fiber *fiber, const void *address,
                     size_t size);
// The bytes between two places belong to no variable but that of `size` bytes
// at `start`. The places, and where it starts, are whole grains.
void fiber_mark(struct fiber *fiber, const char *from, const char *start,
                size_t size, const char *to);

// Debug: does the invariant hold?
bool fiber_is_sound(const struct fiber *fiber);

#endif
