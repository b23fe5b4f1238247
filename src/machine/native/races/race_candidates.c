// SPDX-License-Identifier: Apache-2.0

#include "machine/native/races/race_candidates.h"

#include "base/memory.h"

enum { FIRST_BITS = 10 };

void suspects_init(struct suspects *s) {
    *s = (struct suspects){.shift = 64 - FIRST_BITS};
    s->slots = memory_new((size_t)1 << FIRST_BITS, sizeof *s->slots);
}

void suspects_free(struct suspects *s) {
    memory_free(s->slots);
    *s = (struct suspects){0};
}

void suspects_all(struct suspects *s) {
    s->all = s->any = true;
}

static struct suspect *find(const struct suspects *s, uint64_t key) {
    uint64_t mask = UINT64_MAX >> s->shift;
    uint64_t slot = suspects_slot(s, key);
    while (s->slots[slot].key != key && s->slots[slot].key)
        slot = (slot + 1) & mask;
    return &s->slots[slot];
}

static void make_larger(struct suspects *s) {
    struct suspects old = *s;
    size_t count = (size_t)1 << (64 - old.shift);
    s->shift--;
    s->slots = memory_new(2 * count, sizeof *s->slots);
    for (size_t i = 0; i < count; i++)
        if (old.slots[i].key)
            *find(s, old.slots[i].key) = old.slots[i];
    memory_free(old.slots);
}

static struct suspect *add(struct suspects *s, uint64_t key, unsigned thread) {
    s->count++;
    if (4 * (size_t)s->count > UINT64_MAX >> s->shift) // few share a slot
        make_larger(s);
    struct suspect *it = find(s, key);
    it->key = key;
    it->locks = UINT64_MAX;
    it->owner = (uint8_t)thread;
    return it;
}

// Are there two accesses of different threads that conflict? Among the others,
// nobody knows who did what.
static bool has_rivals(const struct suspect *it) {
    unsigned kinds = it->own | it->others;
    for (unsigned a = 0; a <= (ATOMIC | WROTE); a++)
        for (unsigned b = 0; b <= (ATOMIC | WROTE); b++)
            if (it->others >> a & 1 && kinds >> b & 1 && access_conflict(a, b))
                return true;
    return false;
}

bool suspects_note(struct suspects *s, uint64_t key, unsigned thread,
                   unsigned kind) {
    struct suspect *it = find(s, key);
    if (!it->key)
        it = add(s, key, thread);
    if (it->is)
        return true;
    if (suspects_saw(s, it, thread, kind))
        return false;
    *(it->owner == thread ? &it->own : &it->others) |= (uint8_t)(1u << kind);
    it->locks &= s->held;
    if (it->locks || !has_rivals(it))
        return false;
    return it->is = s->any = s->behind = true;
}
