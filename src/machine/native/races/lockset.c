// SPDX-License-Identifier: Apache-2.0

#include "machine/native/races/lockset.h"

#include "base/fault.h"

uint64_t lockset_find(struct lockset *l, uint64_t address) {
    struct lockset_lock *lock = table_find(&l->locks, address);
    if (!lock) {
        unsigned bit = l->locks.table.count;
        if (bit == LOCKSET_SIZE)
            return 0;
        invariant(address);
        lock = table_add(&l->locks, address);
        lock->bit = bit;
    }
    l->last = *lock;
    return 1ull << lock->bit;
}
