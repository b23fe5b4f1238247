// SPDX-License-Identifier: Apache-2.0
// Which words of memory could be in a data race at all: those that two threads
// access, at least one of them writing, at least one not atomically, and not
// always with the same lock held, in any execution so far. Only these need a
// history (c11.h), and without any of them nobody needs clocks.
//
// What is known here only grows: it does not go back with the execution. So
// most accesses find that they are known already, and that is all they cost.
//
//   word  │ key │ locks │ owner │ what it did │ what others did │ candidate? │
//
// When a word becomes a candidate, the history lacks its earlier accesses: the
// execution is *behind*, and has to be run again from the start. Executions
// before that one had no two accesses that could have raced. When that would
// cost too much, everything is a candidate from then on.
//
// Large accesses are noted once a page, as in history.h: a page stands for
// those of its words of which nothing else is known.

#ifndef MAZURKA_MACHINE_NATIVE_RACES_RACE_CANDIDATES_H
#define MAZURKA_MACHINE_NATIVE_RACES_RACE_CANDIDATES_H

#include "base/table.h"

#include <stdbool.h>
#include <stdint.h>

// Kinds of accesses are sums of these.
enum access_kind { PLAIN_READ = 0, WROTE = 1, ATOMIC = 2 };

static inline bool access_conflict(unsigned a, unsigned b) {
    return ((a | b) & WROTE) && !(a & b & ATOMIC);
}

_Static_assert((ATOMIC | WROTE) < 8, "kinds are bits of a byte");

struct race_candidate {
    uint64_t key;   // of the word (history.h)
    uint64_t locks; // those that were held at every access (lockset.h)
    uint8_t owner;  // the thread that came first
    uint8_t own;    // kinds of its accesses, as a set
    uint8_t others; // and of all others'
    bool is;
    bool stays; // the word is a variable's: the user notes it
};

struct race_candidates {
    TABLE(struct race_candidate) words;
    uint64_t held; // the locks of the thread that runs; the user sets it
    bool any;      // there is a candidate
    bool all;      // everything is one
    bool pages;    // there are pages
    bool behind;   // there is a new one; the user clears it
};

void race_candidates_init(struct race_candidates *candidates);
void race_candidates_free(struct race_candidates *candidates);

void race_candidates_all(struct race_candidates *candidates);

// Has such an access of the thread that runs been looked at before?
static inline bool race_candidates_saw(const struct race_candidates *s,
                                       const struct race_candidate *it,
                                       unsigned thread, unsigned kind) {
    unsigned kinds = it->owner == thread ? it->own : it->others;
    return kinds >> kind & 1 && !(it->locks & ~s->held);
}

// No word is a candidate, nor will it be one by this access, as far as a short
// look can tell: nothing need be remembered. Most often that is all that an
// access costs.
static inline bool race_candidates_none(const struct race_candidates *s,
                                        uint64_t key, unsigned thread,
                                        unsigned kind) {
    if (s->any)
        return false;
    const struct race_candidate *it = table_home(&s->words, key);
    return it->key == key && race_candidates_saw(s, it, thread, kind);
}

// An access to a word. Is the word a candidate (now)?
bool race_candidates_note(struct race_candidates *candidates, uint64_t key,
                          unsigned thread, unsigned kind);
// The same for those of the words from `first` to `last` that are known, and
// for their pages, as far as they are.
void race_candidates_note_known(struct race_candidates *candidates,
                                uint64_t first, uint64_t last, unsigned thread,
                                unsigned kind);
// The same for those words, and for the pages, which they fill.
void race_candidates_note_pages(struct race_candidates *candidates,
                                uint64_t first, uint64_t last, unsigned thread,
                                unsigned kind);

#endif
