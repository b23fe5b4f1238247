// SPDX-License-Identifier: Apache-2.0
// Threads of the program: their numbers, their birth. What models of libraries
// need of them is in native.h.
//
// Invariant: threads have the numbers 0 … without a gap, each knows its own,
// and `living` has those that are born and have not ended; the locals that are
// in use lie on the second stack.

#ifndef MAZURKA_MACHINE_NATIVE_THREADS_H
#define MAZURKA_MACHINE_NATIVE_THREADS_H

#include "machine/native/runtime_state.h"

// A thread that is seen for the first time, with stacks of its own.
struct thread *threads_new(unsigned number);
// What machine_number does.
void threads_number(struct machine *machine, unsigned creator, unsigned number);
// Make it ready to begin with its start function.
void threads_prepare(struct thread *thread);
// Debug: does the invariant hold, while the search runs?
bool threads_are_sound(void);

#endif
