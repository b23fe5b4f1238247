// SPDX-License-Identifier: Apache-2.0

#include "machine/native/races/race_candidates.h"

#include "base/memory.h"

enum { FIRST_BITS = 10 };

void race_candidates_init(struct race_candidates *s) {
    *s = (struct race_candidates){.shift = 64 - FIRST_BITS};
    s->slots = memory_new((size_t)1 << FIRST_BITS, sizeof *s->slots);
}

void race_candidates_free(struct race_candidates *s) {
    memory_free(s->slots);
    *s = (struct race_candidates){0};
}

void race_candidates_all(struct race_candidates *s) {
    s->all = s->any = true;
}

static struct race_candidate *find(const struct race_candidates *s,
                                   uint64_t key) {
    uint64_t mask = UINT64_MAX >> s->shift;
    uint64_t slot = race_candidates_slot(s, key);
    while (s->slots[slot].key != key && s->slots[slot].key)
        slot = (slot + 1) & mask;
    return &s->slots[slot];
}

static void make_larger(struct race_candidates *s) {
    struct race_candidates old = *s;
    size_t count = (size_t)1 << (64 - old.shift);
    s->shift--;
    s->slots = memory_new(2 * count, sizeof *s->slots);
    for (size_t i = 0; i < count; i++)
        if (old.slots[i].key)
            *find(s, old.slots[i].key) = old.slots[i];
    memory_free(old.slots);
}

static struct race_candidate *add(struct race_candidates *s, uint64_t key,
                                  unsigned thread) {
    s->count++;
    if (4 * (size_t)s->count > UINT64_MAX >> s->shift) // few share a slot
        make_larger(s);
    struct race_candidate *it = find(s, key);
    it->key = key;
    it->locks = UINT64_MAX;
    it->owner = (uint8_t)thread;
    return it;
}

// Are there two accesses of different threads that conflict? Among the others,
// nobody knows who did what.
static bool has_rivals(const struct race_candidate *it) {
    unsigned kinds = it->own | it->others;
    for (unsigned a = 0; a <= (ATOMIC | WROTE); a++)
        for (unsigned b = 0; b <= (ATOMIC | WROTE); b++)
            if (it->others >> a & 1 && kinds >> b & 1 && access_conflict(a, b))
                return true;
    return false;
}

bool race_candidates_note(struct race_candidates *s, uint64_t key,
                          unsigned thread, unsigned kind) {
    struct race_candidate *it = find(s, key);
    if (!it->key)
        it = add(s, key, thread);
    if (it->is)
        return true;
    if (race_candidates_saw(s, it, thread, kind))
        return false;
    *(it->owner == thread ? &it->own : &it->others) |= (uint8_t)(1u << kind);
    it->locks &= s->held;
    if (it->locks || !has_rivals(it))
        return false;
    return it->is = s->any = s->behind = true;
}
