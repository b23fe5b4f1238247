// SPDX-License-Identifier: Apache-2.0
// Atomic sections (__VERIFIER_atomic_begin, __mz_atomic_begin).
//
// A section is one operation on one variable, and everything in it belongs to
// that operation's step. So sections are ordered among each other; what is done
// to the same memory outside of any section is not ordered with them. If that
// is a plain access, it is a data race like any other. If it is a step of its
// own, an atomic operation or anything with --races=interleave, its order with
// the section matters and is not explored: that is refused. Whether there is
// such an access is asked of the detector of data races, to which all that
// happens in a section is plain.

#ifndef MAZURKA_MACHINE_NATIVE_HOOKS_ATOMIC_SECTIONS_H
#define MAZURKA_MACHINE_NATIVE_HOOKS_ATOMIC_SECTIONS_H

#include "machine/hooks.h"

#include <stdbool.h>
#include <stddef.h>

// An access in a section; `step`: outside of it, it would be one.
void atomic_sections_access(const void *address, size_t size, bool write,
                            bool step, const struct mz_site *site);
// Was there an access at this place in a section, which would be a step
// outside?
bool atomic_sections_has(const struct mz_site *site);
_Noreturn void atomic_sections_refuse(const struct mz_site *site);

#endif
