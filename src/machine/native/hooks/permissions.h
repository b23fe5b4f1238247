// SPDX-License-Identifier: Apache-2.0
// Which memory the program may access. An access to other memory is a finding,
// and the thread goes no further.

#ifndef MAZURKA_MACHINE_NATIVE_HOOKS_PERMISSIONS_H
#define MAZURKA_MACHINE_NATIVE_HOOKS_PERMISSIONS_H

#include "machine/native/runtime_state.h"

// The words of the source for what is accessed.
const char *permission_expression(const struct mz_site *site);
__attribute__((noinline)) void
permission_check_no_data(const void *address, size_t size, bool write,
                         const struct mz_site *site);

__attribute__((noinline)) bool permission_was_freed(const void *address);

// A local of the running thread, in use.
static inline bool permission_is_own_local(const void *address, size_t size) {
    const struct thread *self = native.running;
    uintptr_t offset = (uintptr_t)address - (uintptr_t)self->fiber.locals;
    uintptr_t in_use = (uintptr_t)(self->locals_top - self->fiber.locals);
    return offset < in_use && size <= in_use - offset;
}

// Does it run over the end of a local of the running thread?
static inline bool permission_leaves_local(const void *address, size_t size) {
    return fiber_is_marked(&native.running->fiber, address, size);
}

// May the program access these bytes? If not, this does not return. True if
// they are a global variable's, which stay for ever.
static inline bool permission_check(const void *address, size_t size,
                                    bool write, const struct mz_site *site) {
    if (memory_map_is_data(&native.memory_map, address, size))
        return true; // most often
    permission_check_no_data(address, size, write, site);
    return false;
}

// What a library function accesses at once must not run over the end of the
// variable that it begins in, as far as that is known.
void permission_check_object(const void *address, size_t size,
                             const struct mz_site *site);

// Is it not to be said before the access happens whether it may? What was freed
// may live again by then (--reuse=on).
static inline bool permission_may_come(const void *address) {
    return native.settings.reuse && !native.running->atomic &&
           permission_was_freed(address);
}

#endif
