// SPDX-License-Identifier: Apache-2.0

#include "machine/native/memory/globals.h"

#include "base/fault.h"
#include "machine/native/memory/image.h"

#include <elf.h>
#include <link.h>
#include <string.h>
#include <unistd.h>

// The C library and what it is made of, what the runtime uses, sanitizers.
static bool is_ours(const char *path) {
    static const char *const names[] = {
        "libc.so",    "libm.so",     "libdl.so",    "libpthread.so",
        "ld-linux",   "linux-vdso",  "libcjson.so", "libgcc_s.so",
        "libasan.so", "libubsan.so", "libxxhash.so"};
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

static void keep(struct globals *g, uintptr_t start, uintptr_t end) {
    if (start >= end)
        return;
    struct globals_range range = {(char *)start, NULL, end - start};
    range.copy = memory_new(range.size, 1);
    memcpy(range.copy, range.start, range.size);
    vec_push(&g->ranges, range);
}

// [start, end) without what is the runtime's, which the linker has put
// together.
static void keep_but_own(struct globals *g, uintptr_t start, uintptr_t end) {
    const uintptr_t own[][2] = {
        {(uintptr_t)__start_mz_own, (uintptr_t)__stop_mz_own},
        {(uintptr_t)__start_mz_state, (uintptr_t)__stop_mz_state}};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (own[i][0] >= start && own[i][1] <= end && own[i][0] < own[i][1]) {
            keep_but_own(g, start, own[i][0]);
            keep_but_own(g, own[i][1], end);
            return;
        }
    keep(g, start, end);
}

// What is read-only once the program has been loaded.
static uintptr_t relro_end(const struct dl_phdr_info *info) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), end = 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        if (segment->p_type == PT_GNU_RELRO)
            end = (info->dlpi_addr + segment->p_vaddr + segment->p_memsz) &
                  ~(page - 1);
    }
    return end;
}

// Where the runtime is not set apart: those of what was instrumented.
static void keep_instrumented(struct globals *globals) {
    for (const struct mz_global *g = __start_mz_globals; g < __stop_mz_globals;
         g++)
        keep(globals, (uintptr_t)g->address, (uintptr_t)g->address + g->size);
}

static int keep_object(struct dl_phdr_info *info, size_t size, void *globals) {
    (void)size;
    bool executable = !info->dlpi_name[0];
    if (executable && !__start_mz_own)
        keep_instrumented(globals);
    if (executable ? !__start_mz_own : is_ours(info->dlpi_name))
        return 0;
    uintptr_t constant = relro_end(info);
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t own = (uintptr_t)info->dlpi_tls_data;
        if (segment->p_type == PT_TLS && own && !executable)
            keep(globals, own, own + segment->p_memsz);
        if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_W))
            continue;
        uintptr_t start = info->dlpi_addr + segment->p_vaddr;
        uintptr_t end = start + segment->p_memsz;
        if (start < constant && constant <= end)
            start = constant;
        keep_but_own(globals, start, end);
    }
    return 0;
}

void globals_keep(struct globals *g) {
    require(g->ranges.count == 0);
    dl_iterate_phdr(keep_object, g);
}

void globals_keep_range(struct globals *g, const void *start, const void *end) {
    keep(g, (uintptr_t)start, (uintptr_t)end);
}

void globals_restore(const struct globals *g) {
    for (size_t i = 0; i < g->ranges.count; i++)
        memcpy(g->ranges.at[i].start, g->ranges.at[i].copy,
               g->ranges.at[i].size);
}

void globals_free(struct globals *g) {
    for (size_t i = 0; i < g->ranges.count; i++)
        memory_free(g->ranges.at[i].copy);
    vec_free(&g->ranges);
}
