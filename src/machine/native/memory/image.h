// SPDX-License-Identifier: Apache-2.0
// The image of the program under test: tables and sections that the linker has
// put together. Absent in a program without any instrumented file.

#ifndef MAZURKA_MACHINE_NATIVE_MEMORY_IMAGE_H
#define MAZURKA_MACHINE_NATIVE_MEMORY_IMAGE_H

#include "machine/hooks.h"
#include "machine/machine.h"

extern const struct mz_site __start_mz_sites[] __attribute__((weak));
extern const struct mz_site __stop_mz_sites[] __attribute__((weak));
extern const struct mz_global __start_mz_globals[] __attribute__((weak));
extern const struct mz_global __stop_mz_globals[] __attribute__((weak));
extern const struct mz_function __start_mz_functions[] __attribute__((weak));
extern const struct mz_function __stop_mz_functions[] __attribute__((weak));
extern const char __start_mz_code[] __attribute__((weak));
extern const char __stop_mz_code[] __attribute__((weak));
extern char __start_mz_tls[] __attribute__((weak));
extern char __stop_mz_tls[] __attribute__((weak));

// The runtime's own variables: the build puts all of them into mz_own, but for
// the state of libraries (library_state.h).
extern char __start_mz_own[] __attribute__((weak));
extern char __stop_mz_own[] __attribute__((weak));
extern char __start_mz_state[] __attribute__((weak));
extern char __stop_mz_state[] __attribute__((weak));

// The runtime's own code, without the C library's.
extern const char __start_mz_text[] __attribute__((weak));
extern const char __stop_mz_text[] __attribute__((weak));

// Sites as numbers: 0 is none.
static inline uint32_t site_number(const struct mz_site *site) {
    return site ? (uint32_t)(site - __start_mz_sites) + 1 : 0;
}

static inline const struct mz_site *site_numbered(uint32_t number) {
    expensive(number <= (size_t)(__stop_mz_sites - __start_mz_sites));
    return number ? &__start_mz_sites[number - 1] : NULL;
}

static inline struct place site_place(const struct mz_site *site) {
    return site ? (struct place){site->file, site->function, site->line,
                                 site->source, site->expression, site->type}
                : (struct place){.file = "?"};
}

#endif
