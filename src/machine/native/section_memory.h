// SPDX-License-Identifier: Apache-2.0
// Which memory do atomic sections share with what is done outside of them?
//
// An atomic section is one operation on one variable, and what it accesses is
// not known before it happens. So an access outside of any section that has to
// be ordered with sections acts on that same variable, too. Which these are is
// learnt: words that one thread accesses in a section, and another one in a
// step of its own, if any of them writes. So is how many choices a section
// makes.
//
// What is known only grows; it does not go back with the execution. When there
// is something new (`grown`), orders were missed: the search has to begin anew,
// and only then it counts. Until then all stays as it is, so that the execution
// can be run again as it was.
//
// Invariant: what counts is known; with `all`, every access counts, and nothing
// more is learnt about memory.

#ifndef MAZURKA_MACHINE_NATIVE_SECTION_MEMORY_H
#define MAZURKA_MACHINE_NATIVE_SECTION_MEMORY_H

#include "base/memory.h"
#include "base/table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Four aligned bytes.
struct section_word {
    uint64_t key;             // address / 4 + 1
    uint64_t inside, outside; // threads that access it, as bits
    bool written;             // by somebody
    bool counts;
};

// Alternatives of a section that begins at this place.
struct section_choices {
    const void *site;
    uint32_t known, count; // how many there are, and how many are tried
};

struct section_memory {
    TABLE(struct section_word) words;
    VEC(struct section_choices) choices;
    bool grown, all, wants_all;
    unsigned times; // that it has begun anew
};

enum { SECTION_MOST_CHOICES = 1 << 16 };

void section_memory_free(struct section_memory *memory);
// The search begins anew.
void section_memory_begin(struct section_memory *memory);

// A thread accesses these bytes in a section.
void section_memory_inside(struct section_memory *memory, uint64_t address,
                           size_t size, unsigned thread, bool write);
// Or in a step of its own: is that to be ordered with sections?
bool section_memory_outside(struct section_memory *memory, uint64_t address,
                            size_t size, unsigned thread, bool write);
// Has somebody accessed these bytes in the other way, another thread than this?
bool section_memory_is_mixed(const struct section_memory *memory,
                             uint64_t address);

// How many alternatives a section that begins here has, as far as that counts.
uint32_t section_memory_choices(struct section_memory *memory,
                                const void *site);
// It has this many. False: these are too many.
bool section_memory_has_choices(struct section_memory *memory, const void *site,
                                uint64_t count);

#endif
