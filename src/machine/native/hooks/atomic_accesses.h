// SPDX-License-Identifier: Apache-2.0
// Atomic operations of at most 8 bytes, as instrumented code calls them
// (machine/hooks.h), and what wide_atomics.c shares with them.

#ifndef MAZURKA_MACHINE_NATIVE_HOOKS_ATOMIC_ACCESSES_H
#define MAZURKA_MACHINE_NATIVE_HOOKS_ATOMIC_ACCESSES_H

#include "base/fault.h"
#include "machine/native/effect.h"
#include "machine/native/hooks/permissions.h"
#include "machine/native/hooks/race_check.h"
#include "machine/native/section_steps.h"

// libatomic's, for sizes that no instruction has: called like library models.
void __mz___atomic_load(size_t size, const void *address, void *result,
                        int order);
void __mz___atomic_store(size_t size, void *address, const void *value,
                         int order);
void __mz___atomic_exchange(size_t size, void *address, const void *value,
                            void *result, int order);
bool __mz___atomic_compare_exchange(size_t size, void *address, void *expected,
                                    const void *desired, int order,
                                    int failure_order);

// May the operation of the running thread access its place?
__attribute__((noinline)) void atomics_check(const struct op *op);

// Let an atomic operation happen; how it did is in what is returned. In line,
// and with nothing in registers that the operation knows: all that a parked
// thread holds is saved with each of its steps.
__attribute__((always_inline)) static inline const struct op *
atomics_happen(struct op what, const void *address, uint32_t size,
               const struct mz_site *site) {
    struct thread *self = native.running;
    expensive(self && size && (size <= 8 || what.flags & OP_HASHED));
    const struct op *op = &self->base.op;
    what.addr = (uintptr_t)address;
    what.size = size;
    what.site = site_number(site);
    self->base.op = what;
    __mz_at = site;
    bool stays = memory_map_is_data(&native.memory_map, address, size);
    if (!stays && !permission_may_come(address))
        atomics_check(op);
    if (self->atomic)
        section_steps_at_once();
    else if ((!native_access() || native.settings.reuse) && !stays)
        atomics_check(op); // it may have been freed meanwhile
    return op;
}

typedef bool atomics_ordering(struct c11 *, unsigned, const void *, uint32_t,
                              enum mz_order, const struct mz_site *,
                              struct c11_race *);

__attribute__((noinline)) void atomics_tell(atomics_ordering *access,
                                            const struct op *op,
                                            uint32_t memory_order, bool write);

// After it has happened.
static inline void atomics_order(atomics_ordering *access, const struct op *op,
                                 uint32_t memory_order, bool write) {
    if (race_check_is_told((void *)(uintptr_t)op->addr, op->size,
                           write ? ATOMIC | WROTE : ATOMIC))
        atomics_tell(access, op, memory_order, write);
}

#endif
