// SPDX-License-Identifier: Apache-2.0

#include "machine/native/races/lockset.h"

uint64_t lockset_of(struct lockset *l, uint64_t address) {
    unsigned slot = (unsigned)(address * 0x9e3779b97f4a7c15ull >> 32);
    for (;; slot++) {
        slot %= LOCKSET_SLOTS;
        if (l->at[slot] == address)
            return 1ull << l->bit[slot];
        if (!l->at[slot])
            break;
    }
    if (l->count == LOCKSET_SIZE)
        return 0;
    l->at[slot] = address;
    l->bit[slot] = (uint8_t)l->count++;
    return 1ull << l->bit[slot];
}
