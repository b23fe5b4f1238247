// SPDX-License-Identifier: Apache-2.0
// What is remembered of each word of memory, as a stack: see c11.h.
//
// A word is 8 aligned bytes. It has three lists: of accesses to its bytes, and
// of releases, by writing to these bytes or by a synchronisation object that
// has its address there. A list is a run of cells, oldest first; the word says
// where it starts.
//
//   words   │ key │ accesses │ releases │ objects │  found by hashing the key
//                      └─────────────────┐ first, count, room
//                                        ▼
//   cells   … │ a b │ c │ d ║ e f │ g │ a b h │ …     a stack
//               ▲           ▲
//               │           └ floor: the latest mark
//               └ the same list at that mark: `changes` leads back to it
//
// Invariants:
// - Cells below the floor never change. A list that starts there is copied to
//   the top before it is changed, and `changes` says where it was. One that
//   starts above the floor is new since the mark, and is changed in place.
// - So `changes` and `cells` are stacks, and going back to a mark pops them: it
//   costs as much as there is to undo, whatever was done in place.
// - A list lies within the cells, and changes are noted in the order of time.
//
// What a large access (memset, read) does to whole pages is kept once a page: a
// page is a row of the table like a word, and stands for those of its words
// that are not in the table. A word that comes into the table has what its page
// has.

#ifndef MAZURKA_MACHINE_NATIVE_RACES_HISTORY_H
#define MAZURKA_MACHINE_NATIVE_RACES_HISTORY_H

#include "base/fault.h"
#include "base/memory.h"
#include "base/table.h"
#include "machine/hooks.h"

#include <stdbool.h>
#include <stdint.h>

enum { ACCESSES, RELEASES, OBJECTS, LISTS };

// An access or a release: what a thread did, when its own clock showed `epoch`.
struct history_cell {
    uint32_t epoch;
    uint8_t thread;
    uint8_t mask;  // of the word's bytes
    uint8_t kind;  // the user's
    uint8_t raced; // of an access: it was in a race with an earlier one
    union {
        uint64_t time;  // of an access: counts them; equal in all its words
        uint64_t clock; // of a release: the user's
    };
    const struct mz_site *site;
};

_Static_assert(sizeof(struct history_cell) == 24, "small, without padding");

struct history_list {
    uint32_t first; // 0: none; the cell 0 is never used
    uint16_t count, room;
};

struct history_word {
    uint64_t key;
    struct history_list lists[LISTS];
};

struct history_change {
    uint64_t key;
    struct history_list old;
    uint32_t top;  // how many cells there were
    uint32_t list; // or LISTS: the word came into the table
};

struct history {
    TABLE(struct history_word) words;
    uint32_t floor; // cells from here on are newer than the latest mark
    VEC(struct history_cell) cells;
    VEC(struct history_change) changes;
    uint32_t pages; // how many of the words are pages
    uint64_t below; // debug: a hash of the cells below the floor, or 0
};

struct history *history_new(void);
void history_free(struct history *history);
// The same as it is now, without the past.
struct history *history_copy(const struct history *history);

// From now on, what there is does not change in place.
uint32_t history_mark(struct history *history);
void history_back(struct history *history, uint32_t mark);

static inline uint64_t history_key(uint64_t address) {
    return (address >> 3) + 1;
}

// Of a page, and of the page that a word is in. No word has such a key.
enum { HISTORY_PAGE = 4096 };
static inline uint64_t history_page(uint64_t address) {
    return 1ull << 62 | address / HISTORY_PAGE;
}
static inline bool history_is_page(uint64_t key) {
    return key >> 62;
}
static inline uint64_t history_page_of(uint64_t key) {
    return history_page((key - 1) << 3);
}

// Those of the word's bytes that are in [from, to), as a mask. `low` is the
// address of the word.
static inline unsigned history_mask(uint64_t low, uint64_t from, uint64_t to) {
    unsigned start = from > low ? (unsigned)(from - low) : 0;
    unsigned end = to - low < 8 ? (unsigned)(to - low) : 8;
    return ((1u << end) - 1) & ~((1u << start) - 1);
}

// NULL if nothing is known of it.
static inline struct history_word *history_find(const struct history *h,
                                                uint64_t key) {
    return table_find_in_room(&h->words, key);
}

// Comes into the table if it is not there. Other words may move.
struct history_word *history_word(struct history *history, uint64_t key);

static inline bool history_is_new(const struct history *h,
                                  const struct history_list *list) {
    return list->first >= h->floor;
}

// What history_open does if the list is old or full.
struct history_cell *history_move(struct history *history,
                                  struct history_word *word, unsigned list,
                                  unsigned more);
// Make ready for changes, with room for `more` cells at the end. Cells may
// move. The caller changes cells and count as it likes.
static inline struct history_cell *history_open(struct history *h,
                                                struct history_word *word,
                                                unsigned which, unsigned more) {
    const struct history_list *list = &word->lists[which];
    expensive(which < LISTS && list->count <= list->room);
    if (history_is_new(h, list) && list->count + more <= list->room)
        return &h->cells.at[list->first];
    return history_move(h, word, which, more);
}

// Of the pages that are only partly in [address, end), the words that are in it
// come into the table.
void history_split(struct history *history, uint64_t address, uint64_t end);
// Take these bytes out of all cells of a list.
void history_drop(struct history *history, struct history_word *word,
                  unsigned list, unsigned mask);
// Take the bytes of a range of addresses out of everything.
void history_forget(struct history *history, uint64_t address, uint64_t size);

// Debug: do the invariants hold, that on what lies below the floor included?
// (Long histories are taken on trust.)
bool history_is_sound(const struct history *history);

#endif
