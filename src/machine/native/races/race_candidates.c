// SPDX-License-Identifier: Apache-2.0

#include "machine/native/races/race_candidates.h"

#include "base/fault.h"
#include "machine/native/races/history.h"

// Sparse, so that most words are where the search for them begins.
void race_candidates_init(struct race_candidates *s) {
    *s = (struct race_candidates){.words.table.load = TABLE_QUARTER};
    table_reserve(&s->words, 255);
}

void race_candidates_free(struct race_candidates *s) {
    table_free(&s->words);
}

void race_candidates_all(struct race_candidates *s) {
    s->all = s->any = true;
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

static void begin(struct race_candidates *s, struct race_candidate *it,
                  unsigned thread) {
    uint64_t key = it->key;
    const struct race_candidate *page =
        s->pages && !history_is_page(key)
            ? table_find(&s->words, history_page_of(key))
            : NULL;
    if (page)
        *it = *page;
    it->key = key;
    if (!page) {
        it->locks = UINT64_MAX;
        it->owner = (uint8_t)thread;
    }
}

bool race_candidates_note(struct race_candidates *s, uint64_t key,
                          unsigned thread, unsigned kind) {
    struct race_candidate *it = table_put(&s->words, key);
    expensive(kind <= (ATOMIC | WROTE) && thread < 64);
    expensive(!it->is || s->any); // a candidate is one for good
    if (!it->own && !it->others)  // it is new
        begin(s, it, thread);
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

void race_candidates_note_known(struct race_candidates *s, uint64_t first,
                                uint64_t last, unsigned thread, unsigned kind) {
    if (s->pages && !history_is_page(first))
        race_candidates_note_known(s, history_page_of(first),
                                   history_page_of(last), thread, kind);
    if (last - first >= s->words.table.count) { // more than there are
        TABLE_EACH (&s->words, it)
            if (it->key >= first && it->key <= last)
                race_candidates_note(s, it->key, thread, kind);
        return;
    }
    for (uint64_t key = first; key <= last; key++)
        if (table_find(&s->words, key))
            race_candidates_note(s, key, thread, kind);
}

void race_candidates_note_pages(struct race_candidates *s, uint64_t first,
                                uint64_t last, unsigned thread, unsigned kind) {
    s->pages = true;
    for (uint64_t page = history_page_of(first); page <= history_page_of(last);
         page++)
        race_candidates_note(s, page, thread, kind);
    race_candidates_note_known(s, first, last, thread, kind);
}
