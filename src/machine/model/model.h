// SPDX-License-Identifier: Apache-2.0
// The model machine: runs abstract programs (program.h) behind machine.h.
//
// The whole state is one row of 64-bit cells,
//
//   | status pc assigned registers… | … one such group a thread | objects… |
//
// and every change goes through one function that logs the overwritten value:
// going back is undoing. Objects hold the states that op.h describes, so that
// what an operation does is said once, in op.c.
//
// Invariant: who lives is alive, stuck or cut, and who is alive stands at an
// operation; what was overwritten since a step is in its changes.

#ifndef MAZURKA_MACHINE_MODEL_MODEL_H
#define MAZURKA_MACHINE_MODEL_MODEL_H

#include "machine/machine.h"
#include "machine/model/program.h"

// Which dependency relation the labels follow (op.h).
struct relation {
    bool blind_adds;        // updates with unused results may commute
    bool failed_cas_writes; // a failed compare-exchange counts as a write
    bool readers_conflict;  // reader-side lock operations count as writes
    bool graphs;            // what is read is chosen with each step (machine.h)
};

// The machine takes the program over and frees it.
struct machine *model_machine(struct model_program *program,
                              struct relation relation);

// What a register and a shared variable hold now. The program is the machine's.
const struct model_program *model_program(struct machine *machine);
int64_t model_register(struct machine *machine, unsigned thread, unsigned reg);
int64_t model_variable(struct machine *machine, uint32_t object);

// A hash of what can be observed at the end: shared memory, registers and the
// status of each thread. Equal for equal states of machines of one program.
struct state_hash {
    uint64_t low, high;
};
struct state_hash model_observable(struct machine *machine);

// A thread's part of the machine's state (machine/state_hash.h).
struct state model_local_state(struct machine *machine, unsigned thread);

#endif
