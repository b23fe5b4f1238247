// SPDX-License-Identifier: Apache-2.0

#include "machine/native/hooks/atomic_sections.h"

#include "base/fault.h"
#include "machine/native/hooks/race_check.h"
#include "machine/native/library_state.h"
#include "machine/native/section_steps.h"

bool atomic_sections_has(const struct mz_site *site) {
    for (size_t i = 0; i < native.in_sections.count; i++)
        if (native.in_sections.at[i] == site)
            return true;
    return false;
}

void atomic_sections_access(const void *address, size_t size, bool write,
                            const struct mz_site *site) {
    struct c11_race race;
    invariant(native.running->atomic && size);
    section_steps_inside(address, size, write);
    if (!native.c11 || native_is_alone())
        return;
    if (!atomic_sections_has(site))
        vec_push(&native.in_sections, site);
    if (c11_plain(native.c11, native.running->base.number, address, size, write,
                  site, &race) &&
        !race.atomic)
        race_check_report(&race, write, false, site);
}

void __mz_atomic_begin(const struct mz_site *site) {
    struct thread *self = native.running;
    if (native.base.graphs)
        __mz_unsupported("uses an atomic section with --algorithm=graph", site);
    __mz_at = site;
    if (!self->atomic) {
        section_steps_begin(self, site);
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
    if (self->atomic)
        return;
    if (native.c11)
        c11_release(native.c11, self->base.number, &library.sections);
    section_steps_end(self);
}
