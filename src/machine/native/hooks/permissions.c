// SPDX-License-Identifier: Apache-2.0

#include "machine/native/hooks/permissions.h"

#include "base/fault.h"
#include "machine/native/hide.h"
#include "machine/native/memory/heap.h"

enum {
    LOWEST_ADDRESS = 1 << 16, // nothing is ever mapped below
};

const char *permission_expression(const struct mz_site *site) {
    return site && site->expression && *site->expression ? site->expression
                                                         : "memory";
}

bool permission_was_freed(const void *address) {
    return heap_owns(address) &&
           heap_check(address, 1) == FINDING_USE_AFTER_FREE;
}

static void describe_heap_error(const void *address, size_t size,
                                enum finding_kind kind,
                                const struct mz_site *site) {
    char where[160];
    invariant(kind != NO_FINDING && heap_owns(address));
    hide_access_in_vain(address, size);
    heap_describe(address, where, sizeof where);
    native_fail(kind, site, "%s: %s", permission_expression(site), where);
}

_Noreturn void __mz_outside(const void *address, const void *start,
                            uint64_t size, const struct mz_site *site) {
    const char *at = address, *end = (const char *)start + size;
    bool before = at < (const char *)start, inside = !before && at < end;
    long long distance = before ? (const char *)start - at : at - end;
    if (inside || !distance)
        native_fail(FINDING_OUT_OF_BOUNDS, site,
                    "%s: past the end of a variable of %llu bytes",
                    permission_expression(site), (unsigned long long)size);
    native_fail(FINDING_OUT_OF_BOUNDS, site,
                "%s: %lld byte%s %s a variable of %llu bytes",
                permission_expression(site), distance, distance == 1 ? "" : "s",
                before ? "before" : "after", (unsigned long long)size);
}

void __mz_lends(const void *start, uint64_t size, uint32_t index,
                const struct mz_site *site) {
    struct lent_locals *lent = &native.lent;
    require(index < MZ_MOST_LENT);
    if (!index)
        *lent = (struct lent_locals){.thread = native.running, .site = site};
    lent->at[index].start = start;
    lent->at[index].size = size;
    lent->count = index + 1;
}

static void check_variable(const void *address, size_t size, const void *start,
                           size_t whole, const struct mz_site *site) {
    size_t offset = (size_t)((const char *)address - (const char *)start);
    if (offset < whole && size > whole - offset)
        __mz_outside(address, start, whole, site);
}

// The last global variable that does not begin after an address.
static const struct mz_global *variable_at(const void *address) {
    size_t low = 0, high = native.variables.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if ((uintptr_t)native.variables.at[middle].address <=
            (uintptr_t)address)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &native.variables.at[low - 1] : NULL;
}

static _Noreturn void outside_local(const void *address, size_t size,
                                    const struct mz_site *site) {
    hide_access_in_vain(address, size);
    native_fail(FINDING_OUT_OF_BOUNDS, site,
                "%s: past the end of a local variable, or before one",
                permission_expression(site));
}

static void check_redzone(const void *address, size_t size,
                          const struct mz_site *site) {
    const struct memory_map *m = &native.memory_map;
    uintptr_t a = (uintptr_t)address;
    if (a - m->data >= m->data_end - m->data ||
        !memory_map_is_redzone(m, address, size))
        return;
    const struct mz_global *g = variable_at(address);
    if (!g)
        return;
    hide_access_in_vain(address, size);
    __mz_outside(address, g->address, g->size, site);
}

void permission_check_object(const void *address, size_t size,
                             const struct mz_site *site) {
    const struct lent_locals *lent = &native.lent;
    if (memory_map_is_data(&native.memory_map, address, size)) {
        const struct mz_global *g = variable_at(address);
        if (g)
            check_variable(address, size, g->address, g->size, site);
    } else if (permission_is_own_local(address, size) &&
               fiber_has_marks(&native.running->fiber, address, size)) {
        outside_local(address, size, site);
    } else if (lent->site == site && lent->thread == native.running) {
        for (unsigned i = 0; i < lent->count; i++)
            check_variable(address, size, lent->at[i].start, lent->at[i].size,
                           site);
    }
}

// A thread takes its locals and its thread-local variables with it; who calls
// exit() ends, but is still there.
static bool is_gone(const struct thread *t) {
    return t->base.status == THREAD_ENDED && !native.exited;
}

// A pointer to a local of a function that has returned, or of a thread that has
// ended; or what begins in one that is in use and runs over the end of the last
// of them.
static void check_locals(const void *address, size_t size,
                         const struct mz_site *site) {
    for (unsigned i = 0; i < native.base.threads; i++) {
        const struct thread *t = native.thread[i];
        if (!fiber_in_locals(&t->fiber, address))
            continue;
        bool gone = is_gone(t);
        if (gone || (const char *)address + size > t->locals_top)
            hide_access_in_vain(address, size);
        if (gone)
            native_fail(FINDING_USE_AFTER_FREE, site,
                        "%s: a local or thread-local variable of %s, which has "
                        "ended",
                        permission_expression(site), t->base.name);
        if ((const char *)address >= t->locals_top)
            native_fail(FINDING_USE_AFTER_FREE, site,
                        "%s: a local variable of a function that has returned, "
                        "or what lies behind those in use",
                        permission_expression(site));
        if (size > (size_t)(t->locals_top - (const char *)address))
            native_fail(FINDING_OUT_OF_BOUNDS, site,
                        "%s: %zu bytes run past the end of a local variable",
                        permission_expression(site), size);
        if (fiber_is_marked(&t->fiber, address, size))
            outside_local(address, size, site);
        return;
    }
}

static _Noreturn void not_its_own(const void *address, bool write,
                                  const struct mz_site *site) {
    bool own = (uintptr_t)address - native.memory_map.data <
               native.memory_map.data_end - native.memory_map.data;
    native_fail(FINDING_SEGFAULT, site, "%s: %s %s",
                permission_expression(site), write ? "a write to" : "a read of",
                own ? "memory of the checker itself"
                    : "memory that the program does not have");
}

__attribute__((noinline)) void
permission_check_no_data(const void *address, size_t size, bool write,
                         const struct mz_site *site) {
    uintptr_t a = (uintptr_t)address;
    if (permission_is_own_local(address, size)) {
        if (permission_leaves_local(address, size))
            outside_local(address, size, site);
        return;
    }
    check_redzone(address, size, site);
    if (a < LOWEST_ADDRESS)
        native_fail(FINDING_NULL_DEREFERENCE, site,
                    "%s: access through a null pointer",
                    permission_expression(site));
    if (heap_owns(address)) {
        enum finding_kind kind = heap_check(address, size);
        if (kind)
            describe_heap_error(address, size, kind, site);
    } else if (a >> 44 == 3) { // where the stacks stand
        check_locals(address, size, site);
    } else if (!memory_map_allows(&native.memory_map, address, size, write,
                                  native.uncontrolled)) {
        not_its_own(address, write, site);
    }
}

void native_touches(const void *address, size_t size, bool write,
                    const struct mz_site *site) {
    permission_check(address, size, write, site);
}

void native_forget(const void *address, size_t size) {
    if (native.c11)
        c11_forget(native.c11, address, size);
}

// Of the local that the function that is running was given, or of all locals
// from there on.
static size_t room_of_local(const char *at) {
    const struct lent_locals *lent = &native.lent;
    bool known = lent->site == __mz_at && lent->thread == native.running;
    for (unsigned i = 0; known && i < lent->count; i++)
        if ((size_t)(at - lent->at[i].start) < lent->at[i].size)
            return lent->at[i].size - (size_t)(at - lent->at[i].start);
    invariant(at < native.running->locals_top);
    return (size_t)(native.running->locals_top - at);
}

size_t native_room(const void *address) {
    const char *at = address;
    struct heap_block block;
    if (permission_is_own_local(at, 1))
        return room_of_local(at);
    if (heap_owns(at)) {
        bool found = heap_find(at, &block);
        size_t offset = found ? (size_t)(at - (char *)block.start) : 0;
        return found && offset < block.size ? block.size - offset : 0;
    }
    for (const struct mz_global *g = __start_mz_globals; g < __stop_mz_globals;
         g++)
        if ((size_t)(at - (char *)g->address) < g->size)
            return g->size - (size_t)(at - (char *)g->address);
    return 0;
}
