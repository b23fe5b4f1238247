// SPDX-License-Identifier: Apache-2.0

#include "machine/native/private_accesses.h"

#include "base/fault.h"

enum { EVERYBODYS = 0xff };

static const uint64_t each_byte = 0x0101010101010101u;

void private_accesses_free(struct private_accesses *o) {
    table_free(&o->words);
    *o = (struct private_accesses){0};
}

// A bit for each byte of a mask: 0xff bytes become ones.
static uint8_t bits_of(uint64_t mask) {
    return (uint8_t)((mask & each_byte) * 0x0102040810204080u >> 56);
}

// 0xff for each byte that is not 0.
static uint64_t bytes_set(uint64_t bytes) {
    const uint64_t low = each_byte * 0x7f;
    uint64_t high = (((bytes & low) + low) | bytes) & ~low;
    return (high >> 7) * 0xff;
}

static uint64_t mask_of(uint64_t low, uint64_t from, uint64_t to) {
    uint64_t mask = UINT64_MAX;
    if (from > low)
        mask <<= 8 * (from - low);
    if (to < low + 8)
        mask &= UINT64_MAX >> 8 * (low + 8 - to);
    return mask;
}

// Are the bytes of the mask nobody's or the thread's?
static bool is_own(const struct private_word *word, uint64_t mask,
                   uint64_t mine) {
    uint64_t taken = bytes_set(word->owners) & mask;
    return (word->owners & taken) == (mine & taken);
}

// The thread comes to these bytes, at least one of which is another's.
static void meet(struct private_accesses *o, struct private_word *word,
                 uint64_t mask, uint64_t mine) {
    expensive(private_word_is_sound(word));
    uint64_t others = bytes_set(word->owners) & mask;
    others &= bytes_set(word->owners ^ mine);
    uint8_t hidden = bits_of(others) & word->hidden;
    if (hidden) {
        word->met |= hidden;
        o->met = true;
    }
    for (unsigned i = 0; i < 8; i++)
        if ((bits_of(others) & ~hidden) >> i & 1)
            word->owners |= (uint64_t)EVERYBODYS << 8 * i;
}

bool private_word_is_sound(const struct private_word *word) {
    return !(word->hidden & ~bits_of(bytes_set(word->owners))) &&
           !(word->met & ~word->hidden);
}

bool private_accesses_note(struct private_accesses *o, uint64_t address,
                           size_t size, unsigned thread, bool hide) {
    uint64_t end = address + size, mine = (thread + 1) * each_byte;
    invariant(thread + 1 < EVERYBODYS && end >= address);
    bool own = true;
    for (uint64_t low = address & ~7ull; low < end; low += 8)
        own &= is_own(table_put(&o->words, (low >> 3) + 1),
                      mask_of(low, address, end), mine);
    for (uint64_t low = address & ~7ull; low < end; low += 8) {
        struct private_word *word =
            table_find_in_room(&o->words, (low >> 3) + 1);
        uint64_t mask = mask_of(low, address, end);
        if (!own && !is_own(word, mask, mine))
            meet(o, word, mask, mine);
        word->owners |= mine & mask & ~bytes_set(word->owners);
        if (own && hide) {
            word->hidden |= bits_of(mask);
            word->times++;
        }
    }
    return own;
}

void private_accesses_begin(struct private_accesses *o) {
    table_reserve(&o->words, 128);
    if (!o->met)
        return;
    TABLE_EACH (&o->words, word) {
        for (unsigned byte = 0; byte < 8; byte++)
            if (word->met >> byte & 1)
                word->owners |= (uint64_t)EVERYBODYS << 8 * byte;
        word->hidden &= (uint8_t)~word->met;
        if (word->met)
            o->lost += word->times;
        word->met = 0;
    }
    o->met = false;
}
