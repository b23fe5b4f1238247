// SPDX-License-Identifier: Apache-2.0
// Going back: what was saved is put back, or the program is run again from its
// start; then steps are taken up to where the search wants to be.

#ifndef MAZURKA_MACHINE_NATIVE_GOTO_H
#define MAZURKA_MACHINE_NATIVE_GOTO_H

#include "machine/native/runtime_state.h"

// Steps and ways back, as machine.h has them; with --goto=both, the others.
void goto_steps(struct machine *machine, const struct step *steps,
                size_t count);
void goto_both_step(struct machine *machine, struct step step);
void goto_both_steps(struct machine *machine, const struct step *steps,
                     size_t count);
// Undo all steps from this one on. They are in one piece (checkpoint.h), and
// each can be gone back to, or it is the piece's first.
void goto_undo_from(size_t step);
// How many of these steps are those that led here.
size_t goto_common_prefix(const struct step *steps, size_t count);

enum { SAVED_LARGE = 1 << 16 };
// The same, but once in a step, and not at all what came into being in it.
__attribute__((noinline)) void goto_save_large(void *address, size_t size);

// native_save, in line: small constant sizes need no call.
__attribute__((always_inline)) static inline void goto_save(void *address,
                                                            size_t size) {
    if (native.running && native.running->rounds.used)
        rounds_change(address, size);
    if (!__builtin_constant_p(size) && size >= SAVED_LARGE)
        goto_save_large(address, size);
    else
        undo_save(&native.undo, address, size);
}

#define goto_set(place, value) \
    (goto_save(&(place), sizeof(place)), (place) = (value))

#endif
