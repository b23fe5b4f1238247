// SPDX-License-Identifier: Apache-2.0

#include "machine/native/hooks/atomic_sections.h"

#include "base/fault.h"
#include "machine/native/hooks/race_check.h"
#include "machine/native/library_state.h"

_Noreturn void atomic_sections_refuse(const struct mz_site *site) {
    __mz_unsupported("accesses in a step of its own what an atomic section "
                     "accesses, too,",
                     site);
}

bool atomic_sections_has(const struct mz_site *site) {
    for (size_t i = 0; i < native.in_sections.count; i++)
        if (native.in_sections.at[i] == site)
            return true;
    return false;
}

void atomic_sections_access(const void *address, size_t size, bool write,
                            bool step, const struct mz_site *site) {
    struct c11_race race;
    invariant(native.running->atomic && size);
    if (!native.c11) {
        if (step)
            __mz_unsupported("does more than plain accesses in an atomic "
                             "section with --races=ignore",
                             site);
        return;
    }
    if (step && !atomic_sections_has(site))
        vec_push(&native.in_sections, site);
    if (native_is_alone() || !c11_plain(native.c11, native.running->base.number,
                                        address, size, write, site, &race))
        return;
    if (race.atomic || native.settings.races == RACES_INTERLEAVE)
        atomic_sections_refuse(site);
    race_check_report(&race, write, step, site);
}

void __mz_atomic_begin(const struct mz_site *site) {
    struct thread *self = native.running;
    if (native.settings.races == RACES_INTERLEAVE && !native.c11)
        __mz_unsupported("uses an atomic section with --races=interleave",
                         site);
    if (native.base.graphs)
        __mz_unsupported("uses an atomic section with --algorithm=graph", site);
    __mz_at = site;
    if (!self->atomic) {
        struct op op = {.kind = OP_RMW,
                        .update = RMW_ADD,
                        .arg = 1,
                        .addr = (uintptr_t)&library.sections,
                        .size = sizeof library.sections};
        native_visible(&op);
        if (native.c11)
            c11_acquire(native.c11, self->base.number, &library.sections);
    }
    native_set(self->atomic, self->atomic + 1);
    invariant(self->atomic); // it has not gone round
}

void __mz_atomic_end(const struct mz_site *site) {
    struct thread *self = native.running;
    if (!self->atomic)
        native_fail(FINDING_API_MISUSE, site,
                    "an atomic section ends that has not begun");
    native_set(self->atomic, self->atomic - 1);
    if (!self->atomic && native.c11)
        c11_release(native.c11, self->base.number, &library.sections);
}
