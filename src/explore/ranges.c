// SPDX-License-Identifier: Apache-2.0

#include "explore/ranges.h"

void ranges_free(struct ranges *r) {
    vec_free(&r->known);
    vec_free(&r->words);
    memory_free(r->slots);
    r->slots = NULL;
    r->slot_count = 0;
}

static uint32_t *slot_of(struct ranges *r, uint64_t word) {
    uint64_t hash = word * 0x9e3779b97f4a7c15ull;
    return &r->slots[hash >> 32 & (r->slot_count - 1)];
}

static void hang_in(struct ranges *r, uint32_t range) {
    uint32_t *slot = slot_of(r, r->words.at[range]);
    r->known.at[range].next = *slot;
    *slot = range + 1;
}

static void make_room(struct ranges *r) {
    if (r->known.count < r->slot_count)
        return;
    memory_free(r->slots);
    r->slot_count = r->slot_count ? 2 * r->slot_count : 64;
    r->slots = memory_new(r->slot_count, sizeof *r->slots);
    for (uint32_t i = 0; i < r->known.count; i++)
        hang_in(r, i);
}

enum found { NEW, KNOWN, OVERLAPPED };

static enum found look_up(struct ranges *r, uint64_t word, uint64_t addr,
                          uint32_t size) {
    enum found found = NEW;
    for (uint32_t i = *slot_of(r, word); i; i = r->known.at[i - 1].next) {
        const struct range *range = &r->known.at[i - 1];
        if (range->addr == addr && range->size == size) {
            if (r->words.at[i - 1] == word)
                found = KNOWN;
        } else if (range->addr < addr + size &&
                   addr < range->addr + range->size) {
            return OVERLAPPED;
        }
    }
    return found;
}

bool ranges_add(struct ranges *r, uint64_t addr, uint32_t size) {
    if (!size)
        return true;
    for (uint64_t word = addr >> 3; word <= (addr + size - 1) >> 3; word++) {
        make_room(r);
        enum found found = look_up(r, word, addr, size);
        if (found == OVERLAPPED)
            return false;
        if (found == KNOWN)
            continue;
        vec_push(&r->known, (struct range){addr, size, 0});
        vec_push(&r->words, word);
        hang_in(r, (uint32_t)r->known.count - 1);
    }
    return true;
}
