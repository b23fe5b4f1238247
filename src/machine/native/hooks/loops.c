// SPDX-License-Identifier: Apache-2.0
// Threads that go no further: loops without end or cut, false assumptions.

#include "base/fault.h"
#include "machine/native/park.h"

void __mz_loop(const struct mz_site *site) {
    __mz_at = site; // in case that somebody asks where it is
    native.running->loops++;
}

_Noreturn void __mz_endless(const struct mz_site *site) {
    rounds_endless(site);
}

_Noreturn void __mz_cut(const struct mz_site *site) {
    __mz_at = site;
    native_limit(LIMIT_ROUNDS);
}

uint64_t __mz_head(void) {
    return native.taken.count + 1;
}

// If that is no finding, the program's own definition says what happens.
void __mz_error(const struct mz_site *site) {
    __mz_at = site;
    if (!(native.settings.ignored & finding_bit(FINDING_ASSERTION)))
        native_fail(FINDING_ASSERTION, site, "%s() called", site->expression);
}

void __mz_assume(uint32_t condition, uint64_t head,
                 const struct mz_site *site) {
    expensive(head == MZ_NO_HEAD || head <= __mz_head());
    if (!condition)
        rounds_leave(head, site);
}
