// SPDX-License-Identifier: Apache-2.0

#include "machine/native/races/history.h"

#include "base/fault.h"

#include <string.h>

struct history *history_new(void) {
    struct history *h = memory_new(1, sizeof *h);
    table_reserve(&h->words, 128);
    vec_push(&h->cells, (struct history_cell){0});
    h->floor = 1;
    return h;
}

void history_free(struct history *h) {
    if (!h)
        return;
    table_free(&h->words);
    vec_free(&h->cells);
    vec_free(&h->changes);
    memory_free(h);
}

// ---------------------------------------------------------------- debugging

enum { LONGEST_CHECKED = 256 };

static uint64_t hash_below(const struct history *h) {
    uint64_t hash = h->floor;
    if (h->floor > LONGEST_CHECKED)
        return 0;
    for (uint32_t i = 1; i < h->floor; i++) {
        uint64_t part[3];
        memcpy(part, &h->cells.at[i], sizeof part);
        for (unsigned k = 0; k < 3; k++)
            hash = (hash ^ part[k]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return hash | 1;
}

// The floor has moved: what lies below it is to stay.
static bool note_floor(struct history *h) {
    h->below = hash_below(h);
    return h->floor <= h->cells.count;
}

static bool word_is_sound(const struct history *h,
                          const struct history_word *word) {
    for (unsigned which = 0; which < LISTS; which++) {
        const struct history_list *list = &word->lists[which];
        if (list->count > list->room || (list->count && !list->first) ||
            list->first + (size_t)list->count > h->cells.count)
            return false;
    }
    return true;
}

bool history_is_sound(const struct history *h) {
    if (h->cells.count > LONGEST_CHECKED)
        return true;
    TABLE_EACH (&h->words, word)
        if (!word_is_sound(h, word))
            return false;
    uint32_t top = 0;
    for (size_t i = 0; i < h->changes.count; i++) {
        const struct history_change *c = &h->changes.at[i];
        if (c->list < LISTS && (c->top < top || c->top > h->cells.count))
            return false;
        top = c->list < LISTS ? c->top : top;
    }
    return !h->below || h->below == hash_below(h);
}

// -------------------------------------------------------------------- words

static void take_from_page(struct history *h, struct history_word *word) {
    const struct history_word *page =
        history_find(h, history_page_of(word->key));
    unsigned count = page ? page->lists[ACCESSES].count : 0;
    if (!count)
        return;
    struct history_cell *cells = history_open(h, word, ACCESSES, count);
    memcpy(cells, &h->cells.at[page->lists[ACCESSES].first],
           count * sizeof *cells);
    word->lists[ACCESSES].count = (uint16_t)count;
}

struct history_word *history_word(struct history *h, uint64_t key) {
    invariant(key);
    struct history_word *word = history_find(h, key);
    if (word)
        return word;
    vec_push(&h->changes, (struct history_change){.key = key, .list = LISTS});
    word = table_add(&h->words, key);
    if (history_is_page(key))
        h->pages++;
    else if (h->pages)
        take_from_page(h, word);
    return word;
}

// -------------------------------------------------------------------- lists

static void log_change(struct history *h, const struct history_word *word,
                       unsigned list) {
    invariant(list < LISTS);
    vec_push(&h->changes,
             (struct history_change){word->key, word->lists[list],
                                     (uint32_t)h->cells.count, list});
}

struct history_cell *history_move(struct history *h, struct history_word *word,
                                  unsigned which, unsigned more) {
    struct history_list *list = &word->lists[which];
    bool above = history_is_new(h, list);
    size_t needed = (size_t)list->count + more;
    if (!above)
        log_change(h, word, which);
    if (!above || list->first + list->room != h->cells.count) {
        size_t top = h->cells.count;
        size_t room = above ? 2 * (size_t)list->room : needed;
        needed = needed > room ? needed : room;
        vec_reserve(&h->cells, top + needed);
        memcpy(&h->cells.at[top], &h->cells.at[list->first],
               list->count * sizeof *h->cells.at);
        list->first = (uint32_t)top;
    }
    vec_reserve(&h->cells, list->first + needed);
    require(list->first + needed <= UINT32_MAX && needed <= UINT16_MAX);
    list->room = (uint16_t)needed;
    h->cells.count = list->first + needed;
    return &h->cells.at[list->first];
}

// The bytes that the list is about.
static unsigned mask_of(const struct history *h,
                        const struct history_list *list) {
    unsigned mask = 0;
    for (unsigned i = 0; i < list->count; i++)
        mask |= h->cells.at[list->first + i].mask;
    return mask;
}

void history_drop(struct history *h, struct history_word *word, unsigned which,
                  unsigned mask) {
    struct history_list *list = &word->lists[which];
    invariant(which < LISTS);
    unsigned present = mask_of(h, list);
    if (!(present & mask))
        return;
    if (!(present & ~mask)) { // all of it
        if (history_is_new(h, list)) {
            list->count = 0;
        } else {
            log_change(h, word, which);
            *list = (struct history_list){0};
        }
        return;
    }
    struct history_cell *cells = history_open(h, word, which, 0);
    unsigned kept = 0;
    for (unsigned i = 0; i < list->count; i++) {
        cells[i].mask &= (uint8_t)~mask;
        if (cells[i].mask)
            cells[kept++] = cells[i];
    }
    list->count = (uint16_t)kept;
}

void history_split(struct history *h, uint64_t address, uint64_t end) {
    uint64_t last = (end - 1) & ~(uint64_t)(HISTORY_PAGE - 1);
    for (uint64_t page = address & ~(uint64_t)(HISTORY_PAGE - 1); h->pages;
         page = last) {
        uint64_t low = page > address ? page : address;
        uint64_t high = page + HISTORY_PAGE < end ? page + HISTORY_PAGE : end;
        if (high - low < HISTORY_PAGE && history_find(h, history_page(page)))
            for (uint64_t at = low & ~7ull; at < high; at += 8)
                history_word(h, history_key(at));
        if (page == last)
            return;
    }
}

static void forget_pages(struct history *h, uint64_t address, uint64_t end) {
    history_split(h, address, end);
    uint64_t first = history_page(address + HISTORY_PAGE - 1);
    uint64_t last = history_page(end);
    if (first < last)
        TABLE_EACH (&h->words, word)
            if (word->key >= first && word->key < last)
                history_drop(h, word, ACCESSES, 0xff);
}

static void forget_in_word(struct history *h, struct history_word *word,
                           uint64_t address, uint64_t size) {
    uint64_t low = (word->key - 1) << 3;
    unsigned mask = history_mask(low, address, address + size);
    for (unsigned list = 0; list < LISTS; list++)
        history_drop(h, word, list, mask);
}

void history_forget(struct history *h, uint64_t address, uint64_t size) {
    if (!size || !h->words.table.count)
        return;
    if (h->pages)
        forget_pages(h, address, address + size);
    uint64_t first = history_key(address);
    uint64_t last = history_key(address + size - 1);
    if (last - first >= h->words.table.count) { // more than there are
        TABLE_EACH (&h->words, word)
            if (word->key >= first && word->key <= last)
                forget_in_word(h, word, address, size);
        return;
    }
    for (uint64_t key = first; key <= last; key++) {
        struct history_word *word = history_find(h, key);
        if (word)
            forget_in_word(h, word, address, size);
    }
}

// ------------------------------------------------------------------- copying

static void copy_word(struct history *to, const struct history *from,
                      const struct history_word *word) {
    struct history_word *copy = history_word(to, word->key);
    for (unsigned which = 0; which < LISTS; which++) {
        const struct history_list *list = &word->lists[which];
        size_t top = to->cells.count, count = list->count;
        copy->lists[which] = (struct history_list){0}; // not its page's
        if (!count)
            continue;
        vec_reserve(&to->cells, top + count);
        memcpy(&to->cells.at[top], &from->cells.at[list->first],
               count * sizeof *to->cells.at);
        to->cells.count = top + count;
        copy->lists[which] =
            (struct history_list){(uint32_t)top, list->count, list->count};
    }
}

struct history *history_copy(const struct history *from) {
    struct history *to = history_new();
    TABLE_EACH (&from->words, word) {
        bool any = false;
        for (unsigned which = 0; which < LISTS; which++)
            any |= word->lists[which].count > 0;
        if (any || from->pages) // a word without any may differ from its page
            copy_word(to, from, word);
    }
    to->floor = (uint32_t)to->cells.count;
    return to;
}

// ------------------------------------------------------------------ the stack

uint32_t history_mark(struct history *h) {
    expensive(history_is_sound(h));
    h->floor = (uint32_t)h->cells.count;
    expensive(note_floor(h));
    return (uint32_t)h->changes.count;
}

void history_back(struct history *h, uint32_t mark) {
    expensive(history_is_sound(h));
    invariant(mark <= h->changes.count);
    while (h->changes.count > mark) {
        const struct history_change *change =
            &h->changes.at[--h->changes.count];
        struct history_word *word = history_find(h, change->key);
        invariant(word);
        if (change->list == LISTS) {
            h->pages -= history_is_page(change->key);
            table_remove(&h->words, word);
        } else {
            word->lists[change->list] = change->old;
            h->cells.count = change->top;
        }
    }
    h->floor = (uint32_t)h->cells.count;
    expensive(note_floor(h));
}
