// SPDX-License-Identifier: Apache-2.0
// Which words of memory could be in a data race at all: those that two threads
// access, at least one of them writing, at least one not atomically, and not
// always with the same lock held, in any execution so far. Only these need a
// history (c11.h), and without any of them nobody needs clocks.
//
// What is known here only grows: it does not go back with the execution. So
// most accesses find that they are known already, and that is all they cost.
//
//   word  │ key │ locks │ owner │ what it did │ what others did │ suspect? │
//
// When a word becomes a suspect, the history lacks its earlier accesses: the
// execution is *behind*, and has to be run again from the start. Executions
// before that one had no two accesses that could have raced. When that would
// cost too much, everything is a suspect from then on.

#ifndef MAZURKA_MACHINE_NATIVE_RACES_RACE_CANDIDATES_H
#define MAZURKA_MACHINE_NATIVE_RACES_RACE_CANDIDATES_H

#include <stdbool.h>
#include <stdint.h>

// Kinds of accesses are sums of these.
enum access_kind { PLAIN_READ = 0, WROTE = 1, ATOMIC = 2 };

static inline bool access_conflict(unsigned a, unsigned b) {
    return ((a | b) & WROTE) && !(a & b & ATOMIC);
}

struct suspect {
    uint64_t key;   // of the word (history.h); 0: the slot is empty
    uint64_t locks; // those that were held at every access (lockset.h)
    uint8_t owner;  // the thread that came first
    uint8_t own;    // kinds of its accesses, as a set
    uint8_t others; // and of all others'
    bool is;
};

struct suspects {
    struct suspect *slots;
    unsigned shift; // 64 - log2 of the number of slots
    uint32_t count;
    uint64_t held; // the locks of the thread that runs; the user sets it
    bool any;      // there is a suspect
    bool all;      // everything is one
    bool behind;   // there is a new one; the user clears it
};

void suspects_init(struct suspects *suspects);
void suspects_free(struct suspects *suspects);

void suspects_all(struct suspects *suspects);

static inline uint64_t suspects_slot(const struct suspects *s, uint64_t key) {
    return key * 0x9e3779b97f4a7c15ull >> s->shift;
}

// Has such an access of the thread that runs been looked at before?
static inline bool suspects_saw(const struct suspects *s,
                                const struct suspect *it, unsigned thread,
                                unsigned kind) {
    unsigned kinds = it->owner == thread ? it->own : it->others;
    return kinds >> kind & 1 && !(it->locks & ~s->held);
}

// No word is a suspect, nor will it be one by this access, as far as a short
// look can tell: nothing need be remembered. Most often that is all that an
// access costs.
static inline bool suspects_none(const struct suspects *s, uint64_t key,
                                 unsigned thread, unsigned kind) {
    if (s->any)
        return false;
    const struct suspect *it = &s->slots[suspects_slot(s, key)];
    return it->key == key && suspects_saw(s, it, thread, kind);
}

// An access to a word. Is the word a suspect (now)?
bool suspects_note(struct suspects *suspects, uint64_t key, unsigned thread,
                   unsigned kind);

#endif
