// SPDX-License-Identifier: Apache-2.0
// Whose memory is it: which bytes only one thread has ever accessed, in any
// execution so far. What it does there depends on nothing that others do, so it
// need not be a step of the search.
//
// What is known only grows; it does not go back with the execution:
//
//   nobody's ──▶ a thread's ──▶ everybody's
//
// Accesses by others make a byte everybody's. If accesses of its owner were
// *hidden* until then (no steps), executions so far have fewer steps than they
// should have: two threads have `met`, the search has to begin anew, and only
// then the byte is everybody's. Until then all stays as it is, so that the
// execution can be run again as it was. If none was hidden, nothing is lost.
//
// Invariant: what was hidden has an owner, and threads have met only there.

#ifndef MAZURKA_MACHINE_NATIVE_PRIVATE_ACCESSES_H
#define MAZURKA_MACHINE_NATIVE_PRIVATE_ACCESSES_H

#include "base/table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Eight aligned bytes.
struct private_word {
    uint64_t key;    // address / 8 + 1
    uint64_t owners; // of each byte: 0, 1 + its thread, or EVERYBODYS
    uint8_t hidden;  // bytes of which accesses were hidden
    uint8_t met;     // bytes where threads have met since the search began
    uint32_t times;  // that accesses were hidden
};

struct private_accesses {
    TABLE(struct private_word) words;
    bool met;      // somewhere, since the search began
    uint64_t lost; // accesses that were hidden where threads have met later
};

void private_accesses_free(struct private_accesses *accesses);
// The search begins anew.
void private_accesses_begin(struct private_accesses *accesses);

// What private_accesses_own does if it is not known before.
bool private_accesses_note(struct private_accesses *accesses, uint64_t address,
                           size_t size, unsigned thread, bool hide);
// Debug: does the invariant hold for a word?
bool private_word_is_sound(const struct private_word *word);

// The thread accesses these bytes. Are they its own? If they are and `hide`,
// the access is hidden.
static inline bool private_accesses_own(struct private_accesses *o,
                                        uint64_t address, size_t size,
                                        unsigned thread, bool hide) {
    unsigned first = address & 7;
    uint64_t key = (address >> 3) + 1;
    struct private_word *word = table_home(&o->words, key);
    if (word->key != key || size - 1 >= 8 - first)
        return private_accesses_note(o, address, size, thread, hide);
    uint64_t bytes = UINT64_MAX >> (64 - 8 * size) << 8 * first;
    if ((~word->owners & bytes) == 0)
        return false; // everybody's
    unsigned bits = ((1u << size) - 1) << first;
    if (((word->owners ^ (thread + 1) * 0x0101010101010101u) & bytes) == 0 &&
        (!hide || (word->hidden & bits) == bits)) {
        word->times += hide;
        return true;
    }
    return private_accesses_note(o, address, size, thread, hide);
}

#endif
