// SPDX-License-Identifier: Apache-2.0

#include "machine/native/hooks/race_check.h"

#include "base/fault.h"
#include "machine/native/hooks/atomic_sections.h"
#include "machine/native/hooks/permissions.h"

static void report_one(const struct c11_race *race, bool write, bool atomic,
                       const struct mz_site *site) {
    invariant(race->size && native_thread(race->thread));
    native.base.suspected |= race->suspected;
    native.base.rival = race->thread;
    native_report(FINDING_DATA_RACE, site,
                  "%s: %s%s by %s here, %s%s by %s at %s:%u, not ordered",
                  permission_expression(site), atomic ? "atomic " : "",
                  write ? "write" : "read", native_self()->name,
                  race->atomic ? "atomic " : "", race->wrote ? "write" : "read",
                  native_name_then(race->thread, race->epoch),
                  race->site ? race->site->file : "?",
                  race->site ? race->site->line : 0);
}

void race_check_report(const struct c11_race *race, bool write, bool atomic,
                       const struct mz_site *site) {
    struct c11_race next = *race;
    do
        report_one(&next, write, atomic, site);
    while (c11_more_races(native.c11, &next));
}

void race_check_raced(const struct c11_race *race, bool write, bool atomic,
                      const struct mz_site *site) {
    if (atomic && atomic_sections_has(race->site))
        return; // a section is as atomic as that
    if (native.settings.races == RACES_REPORT)
        race_check_report(race, write, atomic, site);
}

void race_check_freed(const void *address, size_t size,
                      const struct mz_site *site) {
    struct c11_race race;
    if (c11_freed(native.c11, native.running->base.number, address, size, site,
                  &race))
        race_check_report(&race, true, false, site);
}

__attribute__((noinline)) void race_check_plain(const void *address,
                                                size_t size, bool write,
                                                const struct mz_site *site) {
    struct c11_race race;
    require(native.c11 && size);
    if (!c11_plain(native.c11, native.running->base.number, address, size,
                   write, site, &race))
        return;
    if (native.settings.races == RACES_INTERLEAVE)
        race_check_raced(&race, write, false, site);
    else
        race_check_report(&race, write, false, site);
}
