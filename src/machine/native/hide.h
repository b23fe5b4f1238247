// SPDX-License-Identifier: Apache-2.0
// Operations that are no steps: accesses to memory that only their thread ever
// accesses (private_accesses.h), and joins. They happen at once, as a part of
// the step before them, and the search never hears of them.

#ifndef MAZURKA_MACHINE_NATIVE_HIDE_H
#define MAZURKA_MACHINE_NATIVE_HIDE_H

#include "machine/native/runtime_state.h"

// For the machine (machine.h).
void hide_begin(struct machine *machine, enum hiding hiding);
const struct hidden *hide_hidden_in(struct machine *machine, size_t step,
                                    size_t *count);
// Of those that were hidden all but the first `runs` are undone.
void hide_undo(size_t runs);

// Nobody owns what is used to synchronise.
void hide_share(const struct op *op);
// An access that goes no further, because the memory is gone.
void hide_access_in_vain(const void *address, size_t size);

#endif
