// SPDX-License-Identifier: Apache-2.0
// Atomic operations of other sizes than instructions have.

#include "machine/native/hooks/atomic_accesses.h"
#include "base/fault.h"

#include <string.h>

// Other sizes do not fit into an operation's value, which is a hash then; the
// memory is changed here, when it happens.
static const struct op *wide(struct op what, const void *address, uint32_t size,
                             const struct mz_site *site) {
    if (native.base.graphs && !(native_is_alone() && !native.phase))
        __mz_unsupported("has atomic accesses of other sizes than 1, 2, 4 and "
                         "8 bytes, with --algorithm=graph",
                         site);
    what.flags = OP_HASHED;
    invariant(what.kind == OP_READ || what.kind == OP_WRITE ||
              what.kind == OP_RMW || what.kind == OP_CAS);
    return atomics_happen(what, address, size, site);
}

static void wide_load(const void *address, uint32_t size, void *old,
                      uint32_t memory_order, const struct mz_site *site) {
    const struct op *op =
        wide((struct op){.kind = OP_READ}, address, size, site);
    memcpy(old, address, size);
    atomics_order(c11_atomic_load, op, memory_order, false);
}

static void wide_store(void *address, uint32_t size, const void *value,
                       uint32_t memory_order, const struct mz_site *site) {
    struct op what = {.kind = OP_WRITE, .arg = effect_hash(value, size)};
    const struct op *op = wide(what, address, size, site);
    memcpy(address, value, size);
    atomics_order(c11_atomic_store, op, memory_order, true);
}

// The new value may overlap the place of the old one.
static void wide_exchange(void *address, uint32_t size, const void *value,
                          void *old, uint32_t memory_order,
                          const struct mz_site *site) {
    struct op what = {.kind = OP_RMW,
                      .update = RMW_EXCHANGE,
                      .arg = effect_hash(value, size)};
    const struct op *op = wide(what, address, size, site);
    for (uint32_t i = 0; i < size; i++) {
        char held = ((char *)address)[i];
        ((char *)address)[i] = ((const char *)value)[i];
        ((char *)old)[i] = held;
    }
    atomics_order(c11_atomic_rmw, op, memory_order, true);
}

static bool wide_cas(void *address, uint32_t size, const void *expected,
                     const void *desired, void *old, uint32_t memory_order,
                     uint32_t failure_order, const struct mz_site *site) {
    struct op what = {.kind = OP_CAS,
                      .arg = effect_hash(expected, size),
                      .arg2 = effect_hash(desired, size)};
    const struct op *op = wide(what, address, size, site);
    bool equal = op->kind == OP_CAS;
    invariant(equal || op->kind == OP_CAS_FAIL);
    memmove(old, address, size);
    if (equal)
        memcpy(address, desired, size);
    atomics_order(equal ? c11_atomic_rmw : c11_atomic_load, op,
                  equal ? memory_order : failure_order, equal);
    return equal;
}

void __mz_load16(const void *address, void *old, uint32_t memory_order,
                 const struct mz_site *site) {
    wide_load(address, 16, old, memory_order, site);
}

void __mz_store16(void *address, const void *value, uint32_t memory_order,
                  const struct mz_site *site) {
    wide_store(address, 16, value, memory_order, site);
}

void __mz_exchange16(void *address, const void *value, void *old,
                     uint32_t memory_order, const struct mz_site *site) {
    wide_exchange(address, 16, value, old, memory_order, site);
}

void __mz_cas16(void *address, const void *expected, const void *desired,
                void *old, uint32_t memory_order, uint32_t failure_order,
                const struct mz_site *site) {
    wide_cas(address, 16, expected, desired, old, memory_order, failure_order,
             site);
}

// libatomic's functions for any size. What lies beside the atomic object is
// the program's own.
void __mz___atomic_load(size_t size, const void *address, void *result,
                        int memory_order) {
    const struct mz_site *site = __mz_at;
    native_writes(result, size, site);
    wide_load(address, (uint32_t)size, result, (uint32_t)memory_order, site);
}

void __mz___atomic_store(size_t size, void *address, const void *value,
                         int memory_order) {
    const struct mz_site *site = __mz_at;
    native_reads(value, size, site);
    wide_store(address, (uint32_t)size, value, (uint32_t)memory_order, site);
}

void __mz___atomic_exchange(size_t size, void *address, const void *value,
                            void *result, int memory_order) {
    const struct mz_site *site = __mz_at;
    native_reads(value, size, site);
    native_writes(result, size, site);
    wide_exchange(address, (uint32_t)size, value, result,
                  (uint32_t)memory_order, site);
}

bool __mz___atomic_compare_exchange(size_t size, void *address, void *expected,
                                    const void *desired, int memory_order,
                                    int failure_order) {
    const struct mz_site *site = __mz_at;
    native_reads(desired, size, site);
    native_writes(expected, size, site);
    return wide_cas(address, (uint32_t)size, expected, desired, expected,
                    (uint32_t)memory_order, (uint32_t)failure_order, site);
}
