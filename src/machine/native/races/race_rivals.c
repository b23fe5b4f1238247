// SPDX-License-Identifier: Apache-2.0

#include "machine/native/races/race_rivals.h"

#include "base/fault.h"

enum { LARGE_BLOCK = 4096 }; // bytes: larger ones are not noted cell by cell

void race_rivals_free(struct race_rivals *r) {
    table_free(&r->cells);
    vec_free(&r->blocks);
    vec_free(&r->candidates);
}

static uint64_t key_of(uint64_t address) {
    return (address >> 2) + 1;
}

// The word of a cell, as the history knows it, and that of its other half.
static uint64_t word_of(uint64_t key) {
    return ((key - 1) >> 1) + 1;
}

static uint64_t other_half(uint64_t key) {
    return ((key - 1) ^ 1) + 1;
}

static uint64_t conflicting(const struct rival_cell *cell, unsigned kind) {
    uint64_t threads = 0;
    for (unsigned other = 0; other < ACCESS_KINDS; other++)
        if (access_conflict(kind, other))
            threads |= cell->by[other];
    return threads;
}

// Are there two threads with conflicting accesses?
static bool has_two(const struct rival_cell *cell) {
    for (unsigned kind = 0; kind < ACCESS_KINDS; kind++) {
        uint64_t rivals = conflicting(cell, kind);
        uint64_t both = rivals | cell->by[kind];
        if (rivals && cell->by[kind] && both & (both - 1))
            return true;
    }
    return false;
}

static bool is_candidate(const struct race_rivals *r, uint64_t key) {
    const struct rival_cell *cell = table_find(&r->cells, key);
    return cell && cell->candidate;
}

static void note(struct race_rivals *r, struct rival_cell *cell,
                 uint64_t threads, unsigned kind, uint64_t held) {
    bool news = threads & ~cell->by[kind];
    cell->by[kind] |= threads;
    cell->locks &= held;
    if (cell->candidate) {
        r->grown += news;
    } else if (!cell->locks && has_two(cell)) {
        cell->candidate = true;
        if (!is_candidate(r, other_half(cell->key)))
            vec_push(&r->candidates, word_of(cell->key));
        r->grown++;
    }
    expensive(race_rivals_are_sound(r, cell->key));
}

static struct rival_cell *new_cell(struct race_rivals *r, uint64_t key) {
    struct rival_cell *cell = table_add(&r->cells, key);
    cell->locks = UINT64_MAX;
    for (size_t i = 0; i < r->blocks.count; i++) {
        const struct rival_block *block = &r->blocks.at[i];
        if (key >= block->first && key <= block->last)
            note(r, cell, block->by, WROTE, block->locks);
    }
    return cell;
}

void race_rivals_note(struct race_rivals *r, uint64_t address, uint64_t size,
                      unsigned thread, unsigned kind, uint64_t held) {
    invariant(thread < 64 && kind < ACCESS_KINDS);
    for (uint64_t key = key_of(address);
         size && key <= key_of(address + size - 1); key++) {
        struct rival_cell *cell = table_find(&r->cells, key);
        if (!cell)
            cell = new_cell(r, key);
        if (!(cell->by[kind] >> thread & 1) || cell->locks & ~held)
            note(r, cell, 1ull << thread, kind, held);
    }
}

static void note_block(struct race_rivals *r, uint64_t first, uint64_t last,
                       unsigned thread, uint64_t held) {
    struct rival_block *block = NULL;
    for (size_t i = 0; i < r->blocks.count && !block; i++)
        if (r->blocks.at[i].first == first && r->blocks.at[i].last == last)
            block = &r->blocks.at[i];
    if (!block) {
        vec_push(&r->blocks,
                 (struct rival_block){first, last, 0, .locks = UINT64_MAX});
        block = &r->blocks.at[r->blocks.count - 1];
    }
    if (block->by >> thread & 1 && !(block->locks & ~held))
        return; // cells that have come since then know it
    block->by |= 1ull << thread;
    block->locks &= held;
    TABLE_EACH (&r->cells, cell)
        if (cell->key >= first && cell->key <= last)
            note(r, cell, 1ull << thread, WROTE, held);
}

void race_rivals_note_freed(struct race_rivals *r, uint64_t address,
                            uint64_t size, unsigned thread, uint64_t held) {
    invariant(thread < 64);
    if (size > LARGE_BLOCK)
        note_block(r, key_of(address), key_of(address + size - 1), thread,
                   held);
    else
        race_rivals_note(r, address, size, thread, WROTE, held);
}

uint64_t race_rivals_of(const struct race_rivals *r, uint64_t word,
                        unsigned mask, unsigned kind) {
    uint64_t low = key_of((word - 1) << 3), rivals = 0;
    for (unsigned half = 0; half < 2; half++) {
        const struct rival_cell *cell =
            mask >> 4 * half & 0xf ? table_find(&r->cells, low + half) : NULL;
        if (cell && cell->candidate)
            rivals |= conflicting(cell, kind);
    }
    return rivals;
}

bool race_rivals_are_sound(const struct race_rivals *r, uint64_t key) {
    const struct rival_cell *cell = table_find(&r->cells, key);
    unsigned listed = 0;
    if (r->candidates.count > 64)
        return true;
    for (size_t i = 0; i < r->candidates.count; i++)
        listed += r->candidates.at[i] == word_of(key);
    return cell && cell->candidate == (!cell->locks && has_two(cell)) &&
           listed == (cell->candidate || is_candidate(r, other_half(key)));
}
