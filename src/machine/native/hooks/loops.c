// SPDX-License-Identifier: Apache-2.0
// Threads that go no further: loops without end or cut, false assumptions.

#include "machine/native/park.h"

void __mz_loop(const struct mz_site *site) {
    __mz_at = site; // in case that somebody asks where it is
    if (++native.running->loops > NATIVE_MOST_LOOPS)
        native_fail(FINDING_NO_PROGRESS, site, ROUNDS_NO_PROGRESS);
}

_Noreturn void __mz_cut(const struct mz_site *site) {
    __mz_at = site;
    native_limit(LIMIT_ROUNDS);
}

void __mz_assume(uint32_t condition, const struct mz_site *site) {
    (void)site;
    if (!condition)
        native_stuck();
}
