// SPDX-License-Identifier: Apache-2.0
// A word's list of releases (history.h) has, of each byte, the snapshots that
// an acquiring load of this byte gets: one for each thread that heads a release
// sequence which the byte's latest write belongs to. A read-modify-write goes
// on with all of them; a store only with its own thread's (C17, 5.1.2.4 p10).
//
// A snapshot that came with a blind update has the update's class as its kind,
// until something that does not commute with the update acts on the byte.
//
// A word's list of accesses lacks those that a later access stands for: one
// that they happen before, that conflicts with all that they conflict with, and
// that is at the same bytes. If such an earlier access races with one to come,
// then so does the later. This holds even after races, so nothing is missed,
// and what is kept most recently is the most recent.

#include "machine/native/races/c11.h"

#include "base/fault.h"
#include "machine/native/races/clocks.h"
#include "machine/native/races/race_rivals.h"

// -------------------------------------------------------------------- races

// Does an access conflict with all that an earlier one conflicts with?
static bool stands_for(unsigned later, unsigned earlier) {
    return later == WROTE || earlier == ATOMIC || later == earlier;
}

// Of each earlier access, one race is told.
static void keep_race(struct c11 *c11, const struct found_race *it) {
    if (c11->found_by != c11->time)
        c11->found.count = 0;
    c11->found_by = c11->time;
    for (size_t i = 0; i < c11->found.count; i++)
        if (c11->found.at[i].earlier.time == it->earlier.time)
            return;
    vec_push(&c11->found, *it);
}

// … which is this one.
static void drop_race(struct c11 *c11, const struct found_race *it) {
    size_t kept = 0;
    for (size_t i = 0; i < c11->found.count; i++)
        if (c11->found.at[i].earlier.time != it->earlier.time)
            c11->found.at[kept++] = c11->found.at[i];
    c11->found.count = kept;
}

// `found` becomes the most recent one.
static void note_race(struct c11 *c11, struct found_race *found,
                      const struct history_cell *earlier, uint64_t key,
                      unsigned bytes) {
    unsigned start = (unsigned)__builtin_ctz(bytes);
    unsigned length = (unsigned)__builtin_ctz(~(bytes >> start));
    uint64_t address = ((key - 1) << 3) + start;
    if (history_is_page(key)) {
        address = key % (1ull << 62) * HISTORY_PAGE;
        length = HISTORY_PAGE;
    }
    if (c11->rivals)
        keep_race(c11, &(struct found_race){*earlier, address, length});
    if (!found->size || earlier->time > found->earlier.time ||
        (earlier->time == found->earlier.time && address < found->address)) {
        found->earlier = *earlier;
        found->address = address;
        found->size = length;
    } else if (earlier->time == found->earlier.time &&
               found->address + found->size == address) {
        found->size += length; // the same access, in the next word
    }
}

// An access to bytes of one word joins its history.
static void touch_word(struct c11 *c11, uint64_t key,
                       const struct history_cell *mine,
                       struct found_race *found) {
    struct history *h = c11->history;
    struct history_word *word = history_word(h, key);
    struct history_list *list = &word->lists[ACCESSES];
    struct history_cell *cells = history_open(h, word, ACCESSES, 1);
    unsigned kept = 0, raced = 0;
    for (unsigned i = 0; i < list->count; i++) {
        struct history_cell *it = &cells[i];
        unsigned common = it->mask & mine->mask;
        if (common && clocks_sees(c11, mine->thread, it->thread, it->epoch)) {
            if (stands_for(mine->kind, it->kind))
                it->mask &= (uint8_t)~mine->mask;
            if (!it->mask)
                continue;
        } else if (common && access_conflict(mine->kind, it->kind)) {
            note_race(c11, found, it, key, common);
            raced = 1;
        }
        if (kept != i)
            cells[kept] = *it;
        kept++;
    }
    // Not copied as a whole: that would wait for its parts, just written, to
    // leave the store buffer.
    cells[kept] = (struct history_cell){.epoch = mine->epoch,
                                        .thread = mine->thread,
                                        .mask = mine->mask,
                                        .kind = mine->kind,
                                        .raced = (uint8_t)raced,
                                        .time = mine->time,
                                        .site = mine->site};
    list->count = (uint16_t)(kept + 1);
    if (mine->kind == WROTE) // who reads it acquires nothing
        history_drop(h, word, RELEASES, mine->mask);
}

// Is there a word among these that needs a history?
static bool is_watched(struct c11 *c11, unsigned thread, const void *start,
                       size_t size, unsigned kind) {
    uint64_t address = (uintptr_t)start, end = address + size;
    if (!c11->candidates || c11->candidates->all) {
        if (c11->rivals)
            race_rivals_note(c11->rivals, address, size, thread, kind,
                             c11->candidates->held);
        return true;
    }
    bool any = false;
    for (uint64_t low = address & ~7ull; low < end; low += 8)
        any |= race_candidates_note(c11->candidates, history_key(low), thread,
                                    kind);
    return any;
}

static struct history_cell access_now(struct c11 *c11, unsigned thread,
                                      unsigned kind,
                                      const struct mz_site *site) {
    clocks_meet(c11, thread);
    return (struct history_cell){.epoch = c11->threads[thread].now.epoch,
                                 .thread = (uint8_t)thread,
                                 .kind = (uint8_t)kind,
                                 .time = ++c11->time,
                                 .site = site};
}

static bool tell_race(struct c11 *c11, const struct found_race *found,
                      struct c11_race *race) {
    if (!found->size)
        return false;
    *race = (struct c11_race){.thread = found->earlier.thread,
                              .epoch = found->earlier.epoch,
                              .site = found->earlier.site,
                              .wrote = found->earlier.kind & WROTE,
                              .atomic = found->earlier.kind & ATOMIC,
                              .suspected = c11->left_out,
                              .address = found->address,
                              .size = found->size};
    drop_race(c11, found);
    return true;
}

bool c11_more_races(struct c11 *c11, struct c11_race *race) {
    struct found_race next = {.size = 0};
    if (c11->found.count && c11->found_by == c11->time)
        next = c11->found.at[0];
    return tell_race(c11, &next, race);
}

static void touch_words(struct c11 *c11, uint64_t address, uint64_t end,
                        struct history_cell *mine, struct found_race *found) {
    for (uint64_t low = address & ~7ull; low < end; low += 8) {
        mine->mask = (uint8_t)history_mask(low, address, end);
        touch_word(c11, history_key(low), mine, found);
    }
}

static bool touch_watched(struct c11 *c11, unsigned thread, const void *start,
                          size_t size, unsigned kind,
                          const struct mz_site *site, struct c11_race *race) {
    uint64_t address = (uintptr_t)start, end = address + size;
    struct history_cell mine = access_now(c11, thread, kind, site);
    struct found_race found = {.size = 0};
    touch_words(c11, address, end, &mine, &found);
    return tell_race(c11, &found, race);
}

static bool touch(struct c11 *c11, unsigned thread, const void *address,
                  size_t size, unsigned kind, const struct mz_site *site,
                  struct c11_race *race) {
    return is_watched(c11, thread, address, size, kind) &&
           touch_watched(c11, thread, address, size, kind, site, race);
}

// -------------------------------------------------------------- large accesses

enum { LARGE = 4 * HISTORY_PAGE };

// The words of [address, end) of which something is known.
static void touch_known(struct c11 *c11, uint64_t address, uint64_t end,
                        struct history_cell *mine, struct found_race *found) {
    uint64_t first = history_key(address), last = history_key(end - 1);
    struct history *h = c11->history;
    if (last - first >= h->words.table.count) { // more than there are
        TABLE_EACH (&h->words, word) {
            if (word->key < first || word->key > last)
                continue;
            mine->mask =
                (uint8_t)history_mask((word->key - 1) << 3, address, end);
            touch_word(c11, word->key, mine, found);
        }
        return;
    }
    for (uint64_t key = first; key <= last; key++) {
        mine->mask = (uint8_t)history_mask((key - 1) << 3, address, end);
        if (history_find(h, key))
            touch_word(c11, key, mine, found);
    }
}

// The pages of which something is known; those that are only partly in the
// range become words.
static void touch_known_pages(struct c11 *c11, uint64_t address, uint64_t end,
                              struct history_cell *mine,
                              struct found_race *found) {
    struct history *h = c11->history;
    if (!h->pages)
        return;
    history_split(h, address, end);
    mine->mask = 0xff;
    uint64_t first = history_page(address + HISTORY_PAGE - 1);
    uint64_t last = history_page(end);
    if (first < last)
        TABLE_EACH (&h->words, word)
            if (word->key >= first && word->key < last)
                touch_word(c11, word->key, mine, found);
}

// Those of these words, or pages, that need a history.
static void touch_candidates(struct c11 *c11, uint64_t first, uint64_t last,
                             struct history_cell *mine,
                             struct found_race *found) {
    const struct race_candidates *s = c11->candidates;
    mine->mask = 0xff;
    if (s && s->any)
        TABLE_EACH (&s->words, it)
            if (it->is && it->key >= first && it->key <= last)
                touch_word(c11, it->key, mine, found);
}

// Whole pages: what they are for words of which nothing else is known, and the
// other words.
static void touch_pages(struct c11 *c11, uint64_t low, uint64_t high,
                        struct history_cell *mine, struct found_race *found) {
    struct race_candidates *s = c11->candidates;
    uint64_t first = history_key(low), last = history_key(high - 1);
    if (s && !s->all)
        race_candidates_note_pages(s, first, last, mine->thread, mine->kind);
    if (clocks_are_idle(c11))
        return;
    touch_known(c11, low, high, mine, found);
    touch_candidates(c11, first, last, mine, found);
    if (!s || s->all) {
        for (uint64_t at = low; at < high; at += HISTORY_PAGE)
            touch_word(c11, history_page(at), mine, found);
        return;
    }
    touch_candidates(c11, history_page(low), history_page(high - 1), mine,
                     found);
}

static __attribute__((noinline)) bool
touch_large(struct c11 *c11, unsigned thread, uint64_t address, size_t size,
            unsigned kind, const struct mz_site *site, struct c11_race *race) {
    uint64_t end = address + size, page = HISTORY_PAGE;
    uint64_t low = (address + page - 1) & ~(page - 1), high = end & ~(page - 1);
    struct history_cell mine = access_now(c11, thread, kind, site);
    struct found_race found = {.size = 0};
    if (is_watched(c11, thread, (void *)address, low - address, kind))
        touch_words(c11, address, low, &mine, &found);
    touch_pages(c11, low, high, &mine, &found);
    if (is_watched(c11, thread, (void *)high, end - high, kind))
        touch_words(c11, high, end, &mine, &found);
    return tell_race(c11, &found, race);
}

// The most recent access to a word, once more: as nothing came in between, it
// races no more than the first time.
static bool touch_again(struct c11 *c11, unsigned thread, uint64_t address,
                        size_t size, unsigned kind,
                        const struct mz_site *site) {
    const struct history *h = c11->history;
    unsigned offset = address & 7;
    if (!h->words.table.count || size - 1 >= 8 - offset) // 0 too
        return false;
    const struct history_word *word = history_find(h, history_key(address));
    if (!word)
        return false;
    const struct history_list *list = &word->lists[ACCESSES];
    if (!history_is_new(h, list) || !list->count)
        return false;
    struct history_cell *last = &h->cells.at[list->first + list->count - 1];
    if (last->epoch != c11->threads[thread].now.epoch ||
        last->thread != thread || last->kind != kind || last->raced ||
        last->mask != ((1u << size) - 1) << offset)
        return false;
    last->time = ++c11->time;
    last->site = site;
    return true;
}

bool c11_plain(struct c11 *c11, unsigned thread, const void *address,
               size_t size, bool write, const struct mz_site *site,
               struct c11_race *race) {
    unsigned kind = write ? WROTE : PLAIN_READ;
    invariant(thread < NATIVE_MOST_THREADS);
    // Rivals are known by words.
    if (size >= LARGE && !c11->rivals)
        return touch_large(c11, thread, (uintptr_t)address, size, kind, site,
                           race);
    return is_watched(c11, thread, address, size, kind) &&
           !touch_again(c11, thread, (uintptr_t)address, size, kind, site) &&
           touch_watched(c11, thread, address, size, kind, site, race);
}

bool c11_freed(struct c11 *c11, unsigned thread, const void *start, size_t size,
               const struct mz_site *site, struct c11_race *race) {
    uint64_t address = (uintptr_t)start, end = address + size;
    struct race_candidates *candidates = c11->candidates;
    if (c11->rivals)
        race_rivals_note_freed(c11->rivals, address, size, thread,
                               candidates->held);
    if (candidates && !candidates->all)
        race_candidates_note_known(candidates, history_key(address),
                                   history_key(end - 1), thread, WROTE);
    struct history_cell mine = access_now(c11, thread, WROTE, site);
    struct found_race found = {.size = 0};
    touch_known_pages(c11, address, end, &mine, &found);
    touch_known(c11, address, end, &mine, &found);
    return tell_race(c11, &found, race);
}

// ------------------------------------------------------------------ atomics

// All that did not commute with the updates of these bytes so far comes after
// them, and before those to come: these are ordered now. Of each thread, the
// newest snapshot stands for older ones.
static void settle_word(struct c11 *c11, struct history_word *word,
                        unsigned mask) {
    struct history_list *list = &word->lists[RELEASES];
    struct history_cell *cells = history_open(c11->history, word, RELEASES, 0);
    unsigned kept = 0;
    for (unsigned i = 0; i < list->count; i++) {
        struct history_cell *it = &cells[i];
        if (it->kind && it->mask & mask) {
            it->kind = 0;
            for (unsigned j = 0; j < i; j++)
                if (cells[j].thread == it->thread && !cells[j].kind)
                    cells[j].mask &= (uint8_t)~it->mask;
        }
    }
    for (unsigned i = 0; i < list->count; i++)
        if (cells[i].mask)
            cells[kept++] = cells[i];
    list->count = (uint16_t)kept;
}

// What an atomic read of these bytes may acquire. The newest snapshots come
// first: often they have seen the others. A blind update acquires nothing from
// those with which it commutes.
static void take_word(struct c11 *c11, unsigned thread, uint64_t key,
                      unsigned mask, unsigned which, bool at_once,
                      unsigned class) {
    struct history_word *word = history_find(c11->history, key);
    if (!word)
        return;
    const struct history_list *list = &word->lists[which];
    const struct history_cell *cells = &c11->history->cells.at[list->first];
    bool settles = false;
    for (unsigned i = list->count; i-- > 0;) {
        const struct history_cell *it = &cells[i];
        if (!(it->mask & mask))
            continue;
        if (it->kind && it->kind == class && it->mask == mask) {
            c11->left_out |= !clocks_sees(c11, thread, it->thread, it->epoch);
            continue;
        }
        settles |= it->kind != 0;
        clocks_absorb(c11, thread, it->thread,
                      (struct clocks_snapshot){(uint32_t)it->clock, it->epoch},
                      at_once);
    }
    if (settles)
        settle_word(c11, word, mask);
}

static void take(struct c11 *c11, unsigned thread, const void *start,
                 uint32_t size, enum mz_order order, unsigned class) {
    if (clocks_are_idle(c11))
        return;
    clocks_meet(c11, thread);
    uint64_t address = (uintptr_t)start, end = address + size;
    for (uint64_t low = address & ~7ull; low < end; low += 8)
        take_word(c11, thread, history_key(low),
                  history_mask(low, address, end), RELEASES,
                  clocks_acquires(order), class);
}

// An atomic write: the thread's snapshot, if it has one to give, heads a
// release sequence, and the others go on or end. That of a blind update does
// not stand for an older one: the two are ordered otherwise with updates.
static void give_word(struct c11 *c11, unsigned thread, uint64_t key,
                      unsigned mask, struct clocks_snapshot snapshot, bool rmw,
                      unsigned class) {
    struct history_word *word = history_word(c11->history, key);
    struct history_list *list = &word->lists[RELEASES];
    if (!snapshot.epoch && !list->count)
        return;
    struct history_cell *cells = history_open(c11->history, word, RELEASES, 1);
    unsigned kept = 0, left = mask;
    for (unsigned i = 0; i < list->count; i++) {
        struct history_cell *it = &cells[i];
        bool own =
            it->thread == thread && it->epoch >= c11->threads[thread].first;
        if (own && it->epoch >= snapshot.epoch)
            left &= ~(unsigned)it->mask;
        else if ((own && (it->kind || !class)) || !rmw)
            it->mask &= (uint8_t)~mask;
        if (it->mask)
            cells[kept++] = *it;
    }
    if (snapshot.epoch && left)
        cells[kept++] = (struct history_cell){.epoch = snapshot.epoch,
                                              .thread = (uint8_t)thread,
                                              .mask = (uint8_t)left,
                                              .kind = (uint8_t) class,
                                              .clock = snapshot.clock};
    list->count = (uint16_t)kept;
}

static void give(struct c11 *c11, unsigned thread, const void *start,
                 uint32_t size, enum mz_order order, bool rmw, unsigned class) {
    if (clocks_are_idle(c11))
        return;
    const struct clocks_thread *me = &c11->threads[thread];
    struct clocks_snapshot snapshot =
        clocks_releases(order) ? me->now : me->fence;
    uint64_t address = (uintptr_t)start, end = address + size;
    for (uint64_t low = address & ~7ull; low < end; low += 8)
        give_word(c11, thread, history_key(low),
                  history_mask(low, address, end), snapshot, rmw, class);
    if (clocks_releases(order))
        clocks_next_epoch(c11, thread);
}

bool c11_atomic_load(struct c11 *c11, unsigned thread, const void *address,
                     uint32_t size, enum mz_order order,
                     const struct mz_site *site, struct c11_race *race) {
    take(c11, thread, address, size, order, 0);
    return touch(c11, thread, address, size, ATOMIC, site, race);
}

bool c11_atomic_store(struct c11 *c11, unsigned thread, const void *address,
                      uint32_t size, enum mz_order order,
                      const struct mz_site *site, struct c11_race *race) {
    bool races = touch(c11, thread, address, size, ATOMIC | WROTE, site, race);
    give(c11, thread, address, size, order, false, 0);
    return races;
}

bool c11_blind_update(struct c11 *c11, unsigned thread, const void *address,
                      uint32_t size, enum mz_order order, unsigned class,
                      const struct mz_site *site, struct c11_race *race) {
    take(c11, thread, address, size, order, class);
    bool races = touch(c11, thread, address, size, ATOMIC | WROTE, site, race);
    give(c11, thread, address, size, order, true, class);
    return races;
}

bool c11_atomic_rmw(struct c11 *c11, unsigned thread, const void *address,
                    uint32_t size, enum mz_order order,
                    const struct mz_site *site, struct c11_race *race) {
    return c11_blind_update(c11, thread, address, size, order, 0, site, race);
}

// Where the snapshots of a write are: no word has such a key.
static uint64_t write_key(uint64_t write) {
    return 1ull << 61 | write;
}

static void give_write(struct c11 *c11, unsigned thread, enum mz_order order,
                       struct c11_chosen chosen) {
    const struct clocks_thread *me = &c11->threads[thread];
    struct clocks_snapshot snapshot =
        clocks_releases(order) ? me->now : me->fence;
    struct history *h = c11->history;
    struct history_word *word = history_word(h, write_key(chosen.write));
    const struct history_word *from = NULL;
    if (chosen.source)
        from = history_find(h, write_key(chosen.source));
    unsigned more = from ? from->lists[RELEASES].count : 0;
    struct history_cell *cells = history_open(h, word, RELEASES, more + 1);
    unsigned count = 0;
    for (; count < more; count++)
        cells[count] = h->cells.at[from->lists[RELEASES].first + count];
    if (snapshot.epoch)
        cells[count++] = (struct history_cell){.epoch = snapshot.epoch,
                                               .thread = (uint8_t)thread,
                                               .mask = 1,
                                               .clock = snapshot.clock};
    word->lists[RELEASES].count = (uint16_t)count;
    if (clocks_releases(order))
        clocks_next_epoch(c11, thread);
}

bool c11_chosen(struct c11 *c11, unsigned thread, const void *address,
                uint32_t size, enum mz_order order, struct c11_chosen chosen,
                const struct mz_site *site, struct c11_race *race) {
    bool idle = clocks_are_idle(c11);
    if (!idle) {
        clocks_meet(c11, thread);
        if (chosen.source)
            take_word(c11, thread, write_key(chosen.source), 1, RELEASES,
                      clocks_acquires(order), 0);
    }
    bool races = touch(c11, thread, address, size,
                       chosen.writes ? ATOMIC | WROTE : ATOMIC, site, race);
    if (!idle && chosen.write)
        give_write(c11, thread, order, chosen);
    return races;
}

// The machine interleaves, so a fence in the single total order adds nothing.
void c11_fence(struct c11 *c11, unsigned thread, enum mz_order order) {
    if (clocks_are_idle(c11))
        return;
    clocks_meet(c11, thread);
    if (clocks_acquires(order))
        clocks_absorb_pending(c11, thread);
    if (clocks_releases(order)) {
        clocks_next_epoch(c11, thread);
        struct clocks_thread *me = &c11->threads[thread];
        me->fence = (struct clocks_snapshot){me->now.clock, me->now.epoch - 1};
    }
}

// ------------------------------------------------------- objects and threads

void c11_acquire(struct c11 *c11, unsigned thread, const void *object) {
    if (clocks_are_idle(c11))
        return;
    clocks_meet(c11, thread);
    uint64_t address = (uintptr_t)object;
    take_word(c11, thread, history_key(address), 1u << (address & 7), OBJECTS,
              true, 0);
}

void c11_release(struct c11 *c11, unsigned thread, const void *object) {
    if (clocks_are_idle(c11))
        return;
    clocks_meet(c11, thread);
    uint64_t address = (uintptr_t)object;
    unsigned mask = 1u << (address & 7), kept = 0;
    struct history_word *word =
        history_word(c11->history, history_key(address));
    struct history_list *list = &word->lists[OBJECTS];
    struct history_cell *cells = history_open(c11->history, word, OBJECTS, 1);
    for (unsigned i = 0; i < list->count; i++) {
        const struct history_cell *it = &cells[i];
        bool covered =
            it->mask == mask && clocks_sees(c11, thread, it->thread, it->epoch);
        if (!covered)
            cells[kept++] = *it;
    }
    const struct clocks_snapshot now = c11->threads[thread].now;
    cells[kept++] = (struct history_cell){.epoch = now.epoch,
                                          .thread = (uint8_t)thread,
                                          .mask = (uint8_t)mask,
                                          .clock = now.clock};
    list->count = (uint16_t)kept;
    clocks_next_epoch(c11, thread);
}

// `thread` sees all that `other` has done, and not what it will do.
void c11_join(struct c11 *c11, unsigned thread, unsigned other) {
    if (clocks_are_idle(c11))
        return;
    clocks_meet(c11, thread);
    clocks_meet(c11, other);
    if (thread == other)
        return;
    clocks_absorb(c11, thread, other, c11->threads[other].now, true);
    clocks_next_epoch(c11, other);
}

void c11_fork(struct c11 *c11, unsigned thread, unsigned child) {
    clocks_change_hands(c11, child);
    c11_join(c11, child, thread);
}

uint32_t c11_epoch(const struct c11 *c11, unsigned thread) {
    return c11->threads[thread].now.epoch;
}

void c11_forget(struct c11 *c11, const void *address, size_t size) {
    history_forget(c11->history, (uintptr_t)address, size);
}
