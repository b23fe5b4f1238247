// SPDX-License-Identifier: Apache-2.0

#include "machine/native/section_memory.h"

#include "base/fault.h"

enum {
    MOST_TIMES = 32,      // after that, everything counts
    MOST_NOTED = 1 << 16, // bytes of one access
};

void section_memory_free(struct section_memory *m) {
    table_free(&m->words);
    vec_free(&m->choices);
    *m = (struct section_memory){0};
}

static bool is_mixed(const struct section_word *word) {
    uint64_t all = word->inside | word->outside;
    return word->inside && word->outside && word->written && (all & (all - 1));
}

void section_memory_begin(struct section_memory *m) {
    if (!m->grown)
        return;
    m->grown = false;
    m->all = m->wants_all || ++m->times > MOST_TIMES;
    TABLE_EACH (&m->words, word)
        word->counts = is_mixed(word);
    for (size_t i = 0; i < m->choices.count; i++)
        m->choices.at[i].count = m->choices.at[i].known;
}

// Of one access: does any of its words count?
static bool note(struct section_memory *m, uint64_t address, size_t size,
                 unsigned thread, bool write, bool inside) {
    bool counts = m->all;
    invariant(thread < 64 && size);
    if (size > MOST_NOTED && !m->all) {
        m->grown |= !m->wants_all;
        m->wants_all = true;
        return false;
    }
    for (uint64_t low = address & ~3ull; !m->all && low < address + size;
         low += 4) {
        struct section_word *word = table_put(&m->words, (low >> 2) + 1);
        *(inside ? &word->inside : &word->outside) |= 1ull << thread;
        word->written |= write;
        counts |= word->counts;
        m->grown |= is_mixed(word) && !word->counts;
    }
    return counts;
}

void section_memory_inside(struct section_memory *m, uint64_t address,
                           size_t size, unsigned thread, bool write) {
    note(m, address, size, thread, write, true);
}

bool section_memory_outside(struct section_memory *m, uint64_t address,
                            size_t size, unsigned thread, bool write) {
    return note(m, address, size, thread, write, false);
}

bool section_memory_is_mixed(const struct section_memory *m, uint64_t address) {
    const struct section_word *word = table_find(&m->words, (address >> 2) + 1);
    return word && is_mixed(word);
}

static struct section_choices *choices_at(struct section_memory *m,
                                          const void *site) {
    for (size_t i = 0; i < m->choices.count; i++)
        if (m->choices.at[i].site == site)
            return &m->choices.at[i];
    vec_push(&m->choices, (struct section_choices){site, 1, 1});
    return &m->choices.at[m->choices.count - 1];
}

uint32_t section_memory_choices(struct section_memory *m, const void *site) {
    return choices_at(m, site)->count;
}

bool section_memory_has_choices(struct section_memory *m, const void *site,
                                uint64_t count) {
    struct section_choices *here = choices_at(m, site);
    if (count > SECTION_MOST_CHOICES)
        return false;
    if (count > here->known)
        here->known = (uint32_t)count;
    m->grown |= here->known > here->count;
    return true;
}
