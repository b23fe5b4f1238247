// SPDX-License-Identifier: Apache-2.0

#include "machine/native/memory/memory_map.h"

#include "machine/native/library_state.h"
#include "machine/native/runtime_state.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

enum { MOST_ARGUMENTS = 16 << 20, STACK = 64 << 20 };

// The executable comes first; libraries are not looked at.
static int note_data(struct dl_phdr_info *info, size_t size, void *territory) {
    (void)size;
    struct territory *t = territory;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_W))
            continue;
        uintptr_t start = info->dlpi_addr + segment->p_vaddr;
        if (!t->data || start < t->data)
            t->data = start;
        if (start + segment->p_memsz > t->data_end)
            t->data_end = start + segment->p_memsz;
    }
    return 1;
}

// The compiler's tables are ours too. The linker puts them just before.
static void join(struct territory *t, const void *start, const void *end) {
    if (start && (uintptr_t)end <= t->state && t->state - (uintptr_t)end < 64)
        t->state = (uintptr_t)start;
}

void territory_init(struct territory *t, const void *arguments) {
    *t = (struct territory){.own = (uintptr_t)__start_mz_own,
                            .own_end = (uintptr_t)__stop_mz_own,
                            .state = (uintptr_t)__start_mz_state,
                            .state_end = (uintptr_t)__stop_mz_state,
                            .arguments = (uintptr_t)arguments};
    dl_iterate_phdr(note_data, t);
    join(t, __start_mz_sites, __stop_mz_sites);
    join(t, __start_mz_globals, __stop_mz_globals);
}

// A variable that a library offers by name.
static bool is_exported(const void *address, size_t size) {
    Dl_info its;
    ElfW(Sym) *symbol = NULL;
    if (!dladdr1(address, &its, (void **)&symbol, RTLD_DL_SYMENT) || !symbol ||
        ELF64_ST_TYPE(symbol->st_info) != STT_OBJECT)
        return false;
    size_t offset =
        (size_t)((const char *)address - (const char *)its.dli_saddr);
    return offset < symbol->st_size && size <= symbol->st_size - offset;
}

bool territory_allows(const struct territory *t, const void *address,
                      size_t size, bool write, bool lent) {
    uintptr_t a = (uintptr_t)address;
    if (a - t->data < t->data_end - t->data)
        return library_lends(address, size); // else it is ours
    if (a >> 44 == 2)                        // the heap's shadow
        return false;
    if (!write || a - t->arguments < MOST_ARGUMENTS ||
        address == (const void *)&native_self()->error)
        return true;
    if (t->arguments - a < STACK) // the search's
        return false;
    return lent || is_exported(address, size);
}
