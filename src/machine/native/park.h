// SPDX-License-Identifier: Apache-2.0
// Parking: a thread gives its next visible operation and waits until the search
// lets that happen; or it goes back to the search for good.

#ifndef MAZURKA_MACHINE_NATIVE_PARK_H
#define MAZURKA_MACHINE_NATIVE_PARK_H

#include "machine/native/runtime_state.h"
#include "machine/native/state/states.h"

// Make the running thread ready to park with its operation. Out of line, so
// that its locals are no part of the stack that is saved with each step.
__attribute__((noinline)) void park_prepare(struct thread *self);
__attribute__((noinline)) void park_last_step(void);
// For a debugger to stop at: a step begins (native_last_step), something is
// found in it.
void __mz_replay_stop(void);
void __mz_found_stop(void);
// Back to the search, for good: the running thread never moves again.
_Noreturn void park_leave(enum thread_status status);

// Let a thread run until it parks, ends or gets stuck.
static inline void park_resume(struct thread *t) {
    native.running = t;
    expensive(fiber_is_sound(&t->fiber));
    native.race_candidates.held = t->base.locks;
    fiber_switch(&native.search_sp, t->fiber.sp);
    native.running = NULL;
}

static inline void park_until_resumed(struct thread *self) {
    expensive(self == native.running);
    fiber_switch(&self->fiber.sp, native.search_sp);
}

static inline void park_wait(struct thread *self) {
    park_until_resumed(self);
    __mz_at = site_numbered(self->base.op.site);
    if (native.settings.states)
        states_happened(&self->base.op);
    if (native.last_step && native.taken.count == native.last_step)
        park_last_step();
}

// With an operation that may not be where the thread keeps it.
static inline void park_with(struct thread *self, const struct op *op) {
    if (op != &self->base.op)
        self->base.op = *op;
    self->base.op.site = site_number(__mz_at);
    park_prepare(self);
    park_wait(self);
}

#endif
