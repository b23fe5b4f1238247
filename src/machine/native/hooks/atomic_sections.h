// SPDX-License-Identifier: Apache-2.0
// Atomic sections (__VERIFIER_atomic_begin, __mz_atomic_begin).
//
// A section is one operation on one variable, and everything in it belongs to
// that operation's step. So sections are ordered among each other. What is done
// to the same memory outside of any section, in a step of its own (an atomic
// operation, or anything with --races=interleave), acts on that variable, too,
// as soon as it is known that it has to (section_memory.h). A plain access that
// is no step is not ordered with them: that is a data race like any other.
//
// What would have to wait in a section stops its thread for ever, like a false
// assumption: in another execution the section comes later. A choice in a
// section is part of the choice of its operation. A lock that is used in
// sections and by others outside of them, and what waits for other threads or
// creates them, is refused.
//
// Programs with sections have no awaits: what they wait for may be changed by a
// section, which no label tells. Their threads read, and stop where what they
// find is not what they wait for (rounds.h).

#ifndef MAZURKA_MACHINE_NATIVE_HOOKS_ATOMIC_SECTIONS_H
#define MAZURKA_MACHINE_NATIVE_HOOKS_ATOMIC_SECTIONS_H

#include "machine/hooks.h"

#include <stdbool.h>
#include <stddef.h>

// A plain access in a section.
void atomic_sections_access(const void *address, size_t size, bool write,
                            const struct mz_site *site);
// Was there a plain access at this place in a section?
bool atomic_sections_has(const struct mz_site *site);

#endif
