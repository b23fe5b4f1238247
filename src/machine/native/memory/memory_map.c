// SPDX-License-Identifier: Apache-2.0

#include "machine/native/memory/memory_map.h"

#include "base/fault.h"

#include "machine/native/library_state.h"
#include "machine/native/memory/image.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <link.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST_ARGUMENTS = 16 << 20, STACK = 64 << 20, PAGE = 4096 };

static void include(uintptr_t *low, uintptr_t *high, uintptr_t start,
                    uintptr_t end) {
    if (!*low || start < *low)
        *low = start;
    if (end > *high)
        *high = end;
}

// The executable comes first; libraries are not looked at.
static int note_segments(struct dl_phdr_info *info, size_t size, void *map) {
    (void)size;
    struct memory_map *m = map;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD)
            continue;
        uintptr_t start = info->dlpi_addr + segment->p_vaddr;
        uintptr_t end = start + segment->p_memsz;
        if (segment->p_flags & PF_W) {
            include(&m->data, &m->data_end, start, end);
            continue;
        }
        vec_push(&m->constants, (struct memory_range){start, end});
        include(&m->near_constants.start, &m->near_constants.end, start, end);
    }
    return 1;
}

// The compiler's tables are ours too. The linker puts them just before.
static void join(struct memory_map *m, const void *start, const void *end) {
    if (start && (uintptr_t)end <= m->state && m->state - (uintptr_t)end < 64)
        m->state = (uintptr_t)start;
}

void memory_map_init(struct memory_map *m, const void *arguments) {
    *m = (struct memory_map){.own = (uintptr_t)__start_mz_own,
                             .own_end = (uintptr_t)__stop_mz_own,
                             .state = (uintptr_t)__start_mz_state,
                             .state_end = (uintptr_t)__stop_mz_state,
                             .arguments = (uintptr_t)arguments};
    dl_iterate_phdr(note_segments, m);
    invariant(m->data < m->data_end && m->own <= m->own_end &&
              m->state <= m->state_end);
    join(m, __start_mz_sites, __stop_mz_sites);
    join(m, __start_mz_globals, __stop_mz_globals);
}

void memory_map_free(struct memory_map *m) {
    vec_free(&m->constants);
}

bool memory_map_is_constant(const struct memory_map *m, const void *address) {
    if (!memory_map_is_near_constants(m, address))
        return false; // most often
    for (size_t i = 0; i < m->constants.count; i++)
        if ((uintptr_t)address >= m->constants.at[i].start &&
            (uintptr_t)address < m->constants.at[i].end)
            return true;
    return false;
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

// The kernel copies the signal set first, and then finds that it is not told
// what to do with it: nothing changes. To see whether a word can be written,
// the set that is in force is written there, and then what was there before.
static bool is_accessible(uint64_t *word, bool write) {
    int before = errno;
    bool there =
        syscall(SYS_rt_sigprocmask, -1, word, NULL, 8) == 0 || errno != EFAULT;
    if (there && write) {
        uint64_t old = *word;
        there = syscall(SYS_rt_sigprocmask, SIG_BLOCK, NULL, word, 8) == 0;
        if (there)
            *word = old;
    }
    errno = before;
    return there;
}

static bool is_there(struct memory_map *m, uintptr_t a, size_t size,
                     bool write) {
    if (a + size < a)
        return false;
    for (uintptr_t page = a & ~(uintptr_t)(PAGE - 1); page < a + size;
         page += PAGE) {
        if (page == m->accessible && (m->writable || !write))
            continue;
        if (!is_accessible((uint64_t *)page, write))
            return false;
        m->accessible = page;
        m->writable = write;
    }
    return true;
}

bool memory_map_allows(struct memory_map *m, const void *address, size_t size,
                       bool write, bool lent) {
    uintptr_t a = (uintptr_t)address;
    if (a - m->data < m->data_end - m->data)
        return library_lends(address, size); // else it is ours
    if (a >> 44 == 2)                        // the heap's shadow
        return false;
    if (address == (const void *)&native_self()->error)
        return true;
    if (write && a - m->arguments >= MOST_ARGUMENTS) {
        if (m->arguments - a < STACK) // the search's
            return false;
        if (!lent && !is_exported(address, size))
            return false;
    }
    return is_there(m, a, size, write);
}
