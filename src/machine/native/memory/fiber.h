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
    FIBER_STACK = 2 << 20,  // for frames
    FIBER_LOCALS = 64 << 20 // for locals whose address is taken, and large ones
};

struct fiber {
    void *sp;                  // while parked
    char *low, *top;           // of the stack; low is the end of the guard page
    char *locals, *locals_end; // the second stack: grows upwards
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
// Debug: does the invariant hold?
bool fiber_is_sound(const struct fiber *fiber);

#endif
