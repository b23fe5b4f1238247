// SPDX-License-Identifier: Apache-2.0
// Accesses are told to the detector of data races (races/c11.h), and what it
// finds is reported.

#ifndef MAZURKA_MACHINE_NATIVE_HOOKS_RACE_CHECK_H
#define MAZURKA_MACHINE_NATIVE_HOOKS_RACE_CHECK_H

#include "machine/native/races/history.h"
#include "machine/native/runtime_state.h"

void race_check_report(const struct c11_race *race, bool write, bool atomic,
                       const struct mz_site *site);
// Of a step outside of any atomic section.
void race_check_raced(const struct c11_race *race, bool write, bool atomic,
                      const struct mz_site *site);
__attribute__((noinline)) void race_check_plain(const void *address,
                                                size_t size, bool write,
                                                const struct mz_site *site);
void race_check_freed(const void *address, size_t size,
                      const struct mz_site *site);

// Need an access be told to the detector? What main does alone is in no race.
static inline bool race_check_is_told(const void *address, size_t size,
                                      unsigned kind) {
    uintptr_t a = (uintptr_t)address;
    return native.c11 && !native_is_alone() &&
           (size - 1 >= 8 - (a & 7) || // more than a word
            !race_candidates_none(&native.race_candidates, history_key(a),
                                  native.running->base.number, kind));
}

#endif
