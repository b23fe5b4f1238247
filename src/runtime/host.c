// SPDX-License-Identifier: Apache-2.0

#include "runtime/host.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

struct host_row {
    void **function;
    const char *name;
};

// Up to one without a function.
extern const struct host_row host_rows[] __attribute__((weak));
// From the linker: what is between them is the program's, or a way from there to
// a library, which is the same as far as we are concerned.
extern const char __executable_start[], _end[];

enum { PAGE = 4096 };

typedef int protect_function(void *start, size_t size, int protection);

// Its page cannot be written, nor can the program.
static void set(void **place, void *value, protect_function *protect) {
    void *page = (void *)((uintptr_t)place & ~(uintptr_t)(PAGE - 1));
    if (protect(page, PAGE, PROT_READ | PROT_WRITE) != 0)
        return;
    _Static_assert(PAGE % sizeof *place == 0, "no place in two pages");
    *place = value;
    protect(page, PAGE, PROT_READ);
}

void host_bind(void) {
    protect_function *protect =
        (protect_function *)dlsym(RTLD_NEXT, "mprotect");
    if (!host_rows || !protect)
        return;
    for (const struct host_row *row = host_rows; row->function; row++) {
        const char *now = *row->function;
        if (now < __executable_start || now >= _end)
            continue;
        void *library = dlsym(RTLD_NEXT, row->name);
        if (library)
            set(row->function, library, protect);
    }
}
