// SPDX-License-Identifier: Apache-2.0
// Which registers a thread of a model may still look at, at each place of its
// text: backward data flow over the instructions.
//
// At its end a thread's registers are its result and count as looked at; what
// is assigned anew on every way before anybody looks is dead.

#ifndef MAZURKA_MACHINE_MODEL_REGISTER_LIVENESS_H
#define MAZURKA_MACHINE_MODEL_REGISTER_LIVENESS_H

#include "machine/model/program.h"

// A set of registers for each instruction, and one for the end. To be freed.
uint64_t *liveness(const struct model_program *program,
                   const struct model_thread *thread);

#endif
