// SPDX-License-Identifier: Apache-2.0
// Atomic sections and the steps beside them (hooks/atomic_sections.h says what
// they are, section_memory.h what is learnt about them).

#ifndef MAZURKA_MACHINE_NATIVE_SECTION_STEPS_H
#define MAZURKA_MACHINE_NATIVE_SECTION_STEPS_H

#include "machine/native/runtime_state.h"

// The running thread is about to do native_self()->op, an access to memory, in
// a step of its own. True: it has happened, ordered with sections.
__attribute__((noinline)) bool section_steps_beside(struct thread *self);
// The running thread accesses this in a section.
void section_steps_inside(const void *address, size_t size, bool write);
// The same for native_self()->op, which happens now, as part of the section. If
// it would have to wait, the thread goes no further.
__attribute__((noinline)) void section_steps_at_once(void);
// An operation that is no access to memory, in a section.
void section_steps_do(struct op *op);
// And outside: refused if sections use its object, too.
void section_steps_outside(const struct op *op);

// A section begins, in a step of its own, or ends.
void section_steps_begin(struct thread *self, const struct mz_site *site);
void section_steps_end(struct thread *self);

#endif
