// SPDX-License-Identifier: Apache-2.0

#include "machine/native/races/lockset.h"

#include "base/fault.h"

uint64_t lockset_of(struct lockset *l, uint64_t address) {
    struct lockset_lock *lock = table_find(&l->locks, address);
    if (lock)
        return 1ull << lock->bit;
    if (l->locks.table.count == LOCKSET_SIZE)
        return 0;
    unsigned bit = l->locks.table.count;
    invariant(address && bit < LOCKSET_SIZE);
    table_add(&l->locks, address)->bit = bit;
    return 1ull << bit;
}
