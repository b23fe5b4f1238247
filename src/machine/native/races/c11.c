// SPDX-License-Identifier: Apache-2.0
// How happens-before is computed.
//
// A thread has an epoch, which it leaves whenever it releases, and a clock: for
// each other thread, the newest epoch of that thread which happens before now.
//
//               thread 0         thread 1
//    epoch 4    x = 1
//               release s  ─┐                       the pair (clock, epoch) is
//    epoch 5    y = 1       └──▶ acquire s          a snapshot of the thread
//                                clock[0] = 4
//                                x: 4 <= 4, ordered
//                                y: 5 >  4, a race
//
// A thread takes at most one snapshot in each epoch. So whoever sees an epoch
// of a thread sees all that the thread saw when it left that epoch: one
// comparison tells whether a snapshot brings anything new.
//
// A word's list of releases (history.h) has, of each byte, the snapshots that
// an acquiring load of this byte gets: one for each thread that heads a release
// sequence which the byte's latest write belongs to. A read-modify-write goes
// on with all of them; a store only with its own thread's (C17, 5.1.2.4 p10).
//
// A word's list of accesses lacks those that a later access stands for: one
// that they happen before, that conflicts with all that they conflict with, and
// that is at the same bytes. If such an earlier access races with one to come,
// then so does the later. This holds even after races, so nothing is missed,
// and what is kept most recently is the most recent.

#define XXH_INLINE_ALL
#include "machine/native/races/c11.h"

#include "base/clock.h"
#include "base/fault.h"
#include "base/memory.h"
#include "machine/native/races/history.h"
#include "machine/native/native.h"
#include "machine/native/races/race_candidates.h"

#include <string.h>
#include <xxhash.h>

struct snapshot {
    uint32_t clock; // which; 0 is the one that is all zero
    uint32_t epoch; // 0: there is none
};

struct thread {
    struct snapshot now;
    struct snapshot fence; // at its latest release fence
    uint32_t pending;      // clock: what an acquire fence would make it see
};

struct saved {
    struct thread state;
    uint32_t thread;
    uint32_t clocks; // how many there were
};

struct c11 {
    struct history *history;
    struct suspects *suspects; // what needs a history; NULL: everything does
    uint64_t time;             // of the latest access; never goes back
    struct thread threads[NATIVE_MOST_THREADS];
    VEC(struct saved) saved;
    uint32_t *clocks; // a stack of rows of `width`; they never change
    uint32_t clock_count, clock_room;
    unsigned width;
};

// ------------------------------------------------------------------- clocks

static uint32_t *row_of(const struct c11 *c11, uint32_t clock) {
    return c11->clocks + (size_t)clock * c11->width;
}

static void make_wider(struct c11 *c11, unsigned threads) {
    unsigned width = c11->width ? c11->width : CLOCK_STRIDE;
    while (width < threads)
        width *= 2;
    uint32_t *wide = memory_new((size_t)c11->clock_room * width, sizeof *wide);
    for (uint32_t i = 0; c11->width && i < c11->clock_count; i++)
        memcpy(wide + (size_t)i * width, row_of(c11, i),
               c11->width * sizeof *wide);
    memory_free(c11->clocks);
    c11->clocks = wide;
    c11->width = width;
}

// Nothing could be in a race so far.
static bool is_idle(const struct c11 *c11) {
    return c11->suspects && !c11->suspects->any;
}

// The width suffices for this thread.
static void meet(struct c11 *c11, unsigned thread) {
    require(thread < NATIVE_MOST_THREADS);
    if (thread >= c11->width)
        make_wider(c11, thread + 1);
}

static uint32_t copy_clock(struct c11 *c11, uint32_t from) {
    if (c11->clock_count == c11->clock_room) {
        c11->clock_room *= 2;
        c11->clocks =
            memory_resize(c11->clocks, (size_t)c11->clock_room * c11->width,
                          sizeof *c11->clocks);
    }
    clock_copy(row_of(c11, c11->clock_count), row_of(c11, from), c11->width);
    return c11->clock_count++;
}

static void raise_clock(struct c11 *c11, uint32_t clock, uint32_t other) {
    clock_join(row_of(c11, clock), row_of(c11, other), c11->width);
}

// ------------------------------------------------------------------ threads

static void save(struct c11 *c11, unsigned thread) {
    vec_push(&c11->saved,
             (struct saved){c11->threads[thread], thread, c11->clock_count});
}

static void next_epoch(struct c11 *c11, unsigned thread) {
    save(c11, thread);
    c11->threads[thread].now.epoch++;
}

static bool sees(const struct c11 *c11, unsigned thread, unsigned of,
                 uint32_t epoch) {
    return thread == of ||
           row_of(c11, c11->threads[thread].now.clock)[of] >= epoch;
}

// The thread sees a snapshot of another: at once, or after an acquire fence.
static void absorb(struct c11 *c11, unsigned thread, unsigned of,
                   struct snapshot snapshot, bool at_once) {
    struct thread *me = &c11->threads[thread];
    if (sees(c11, thread, of, snapshot.epoch))
        return;
    uint32_t *clock = at_once ? &me->now.clock : &me->pending;
    if (row_of(c11, *clock)[of] >= snapshot.epoch)
        return;
    save(c11, thread);
    *clock = copy_clock(c11, *clock);
    raise_clock(c11, *clock, snapshot.clock);
    row_of(c11, *clock)[of] = snapshot.epoch;
}

static bool acquires(enum mz_order order) {
    return order != MZ_RELAXED && order != MZ_RELEASE;
}

static bool releases(enum mz_order order) {
    return order >= MZ_RELEASE;
}

// -------------------------------------------------------------------- races

// Does an access conflict with all that an earlier one conflicts with?
static bool stands_for(unsigned later, unsigned earlier) {
    return later == WROTE || earlier == ATOMIC || later == earlier;
}

// The most recent access that races, and its first run of racing bytes.
struct found {
    struct cell earlier;
    uint64_t address;
    uint32_t size;
};

static void note_race(struct found *found, const struct cell *earlier,
                      uint64_t key, unsigned bytes) {
    unsigned start = (unsigned)__builtin_ctz(bytes);
    unsigned length = (unsigned)__builtin_ctz(~(bytes >> start));
    uint64_t address = ((key - 1) << 3) + start;
    if (!found->size || earlier->time > found->earlier.time) {
        found->earlier = *earlier;
        found->address = address;
        found->size = length;
    } else if (earlier->time == found->earlier.time &&
               found->address + found->size == address) {
        found->size += length; // the same access, in the next word
    }
}

// An access to bytes of one word joins its history.
static void touch_word(struct c11 *c11, uint64_t key, const struct cell *mine,
                       struct found *found) {
    struct history *h = c11->history;
    struct word *word = history_word(h, key);
    struct list *list = &word->lists[ACCESSES];
    struct cell *cells = history_open(h, word, ACCESSES, 1);
    unsigned kept = 0, raced = 0;
    for (unsigned i = 0; i < list->count; i++) {
        struct cell *it = &cells[i];
        unsigned common = it->mask & mine->mask;
        if (common && sees(c11, mine->thread, it->thread, it->epoch)) {
            if (stands_for(mine->kind, it->kind))
                it->mask &= (uint8_t)~mine->mask;
            if (!it->mask)
                continue;
        } else if (common && access_conflict(mine->kind, it->kind)) {
            note_race(found, it, key, common);
            raced = 1;
        }
        if (kept != i)
            cells[kept] = *it;
        kept++;
    }
    // Not copied as a whole: what was just written in parts is slow to read.
    cells[kept] = (struct cell){.epoch = mine->epoch,
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
    if (!c11->suspects || c11->suspects->all)
        return true;
    uint64_t address = (uintptr_t)start, end = address + size;
    bool any = false;
    for (uint64_t low = address & ~7ull; low < end; low += 8)
        any |= suspects_note(c11->suspects, history_key(low), thread, kind);
    return any;
}

static bool touch_watched(struct c11 *c11, unsigned thread, const void *start,
                          size_t size, unsigned kind,
                          const struct mz_site *site, struct c11_race *race) {
    uint64_t address = (uintptr_t)start, end = address + size;
    meet(c11, thread);
    struct cell mine = {.epoch = c11->threads[thread].now.epoch,
                        .thread = (uint8_t)thread,
                        .kind = (uint8_t)kind,
                        .time = ++c11->time,
                        .site = site};
    struct found found = {.size = 0};
    for (uint64_t low = address & ~7ull; low < end; low += 8) {
        mine.mask = (uint8_t)history_mask(low, address, end);
        touch_word(c11, history_key(low), &mine, &found);
    }
    if (!found.size)
        return false;
    *race = (struct c11_race){.thread = found.earlier.thread,
                              .site = found.earlier.site,
                              .wrote = found.earlier.kind & WROTE,
                              .atomic = found.earlier.kind & ATOMIC,
                              .address = found.address,
                              .size = found.size};
    return true;
}

static bool touch(struct c11 *c11, unsigned thread, const void *address,
                  size_t size, unsigned kind, const struct mz_site *site,
                  struct c11_race *race) {
    return is_watched(c11, thread, address, size, kind) &&
           touch_watched(c11, thread, address, size, kind, site, race);
}

// The most recent access to a word, once more: as nothing came in between, it
// races no more than the first time.
static bool touch_again(struct c11 *c11, unsigned thread, uint64_t address,
                        size_t size, unsigned kind,
                        const struct mz_site *site) {
    const struct history *h = c11->history;
    unsigned offset = address & 7;
    if (!h->words || size - 1 >= 8 - offset) // 0 too
        return false;
    const struct word *word = history_find(h, history_key(address));
    if (!word)
        return false;
    const struct list *list = &word->lists[ACCESSES];
    if (!history_is_new(h, list) || !list->count)
        return false;
    struct cell *last = &h->cells.at[list->first + list->count - 1];
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
    return is_watched(c11, thread, address, size, kind) &&
           !touch_again(c11, thread, (uintptr_t)address, size, kind, site) &&
           touch_watched(c11, thread, address, size, kind, site, race);
}

// ------------------------------------------------------------------ atomics

// What an atomic read of these bytes may acquire. The newest snapshots come
// first: often they have seen the others.
static void take_word(struct c11 *c11, unsigned thread, uint64_t key,
                      unsigned mask, unsigned which, bool at_once) {
    const struct word *word = history_find(c11->history, key);
    if (!word)
        return;
    const struct list *list = &word->lists[which];
    const struct cell *cells = &c11->history->cells.at[list->first];
    for (unsigned i = list->count; i-- > 0;)
        if (cells[i].mask & mask)
            absorb(c11, thread, cells[i].thread,
                   (struct snapshot){(uint32_t)cells[i].clock, cells[i].epoch},
                   at_once);
}

static void take(struct c11 *c11, unsigned thread, const void *start,
                 uint32_t size, enum mz_order order) {
    if (is_idle(c11))
        return;
    meet(c11, thread);
    uint64_t address = (uintptr_t)start, end = address + size;
    for (uint64_t low = address & ~7ull; low < end; low += 8)
        take_word(c11, thread, history_key(low),
                  history_mask(low, address, end), RELEASES, acquires(order));
}

// An atomic write: the thread's snapshot, if it has one to give, heads a
// release sequence, and the others go on or end.
static void give_word(struct c11 *c11, unsigned thread, uint64_t key,
                      unsigned mask, struct snapshot snapshot, bool rmw) {
    struct word *word = history_word(c11->history, key);
    struct list *list = &word->lists[RELEASES];
    if (!snapshot.epoch && !list->count)
        return;
    struct cell *cells = history_open(c11->history, word, RELEASES, 1);
    unsigned kept = 0, left = mask;
    for (unsigned i = 0; i < list->count; i++) {
        struct cell *it = &cells[i];
        bool own = it->thread == thread;
        if (own && it->epoch >= snapshot.epoch)
            left &= ~(unsigned)it->mask;
        else if (own || !rmw)
            it->mask &= (uint8_t)~mask;
        if (it->mask)
            cells[kept++] = *it;
    }
    if (snapshot.epoch && left)
        cells[kept++] = (struct cell){.epoch = snapshot.epoch,
                                      .thread = (uint8_t)thread,
                                      .mask = (uint8_t)left,
                                      .clock = snapshot.clock};
    list->count = (uint16_t)kept;
}

static void give(struct c11 *c11, unsigned thread, const void *start,
                 uint32_t size, enum mz_order order, bool rmw) {
    if (is_idle(c11))
        return;
    const struct thread *me = &c11->threads[thread];
    struct snapshot snapshot = releases(order) ? me->now : me->fence;
    uint64_t address = (uintptr_t)start, end = address + size;
    for (uint64_t low = address & ~7ull; low < end; low += 8)
        give_word(c11, thread, history_key(low),
                  history_mask(low, address, end), snapshot, rmw);
    if (releases(order))
        next_epoch(c11, thread);
}

bool c11_atomic_load(struct c11 *c11, unsigned thread, const void *address,
                     uint32_t size, enum mz_order order,
                     const struct mz_site *site, struct c11_race *race) {
    take(c11, thread, address, size, order);
    return touch(c11, thread, address, size, ATOMIC, site, race);
}

bool c11_atomic_store(struct c11 *c11, unsigned thread, const void *address,
                      uint32_t size, enum mz_order order,
                      const struct mz_site *site, struct c11_race *race) {
    bool races = touch(c11, thread, address, size, ATOMIC | WROTE, site, race);
    give(c11, thread, address, size, order, false);
    return races;
}

bool c11_atomic_rmw(struct c11 *c11, unsigned thread, const void *address,
                    uint32_t size, enum mz_order order,
                    const struct mz_site *site, struct c11_race *race) {
    take(c11, thread, address, size, order);
    bool races = touch(c11, thread, address, size, ATOMIC | WROTE, site, race);
    give(c11, thread, address, size, order, true);
    return races;
}

static void absorb_pending(struct c11 *c11, unsigned thread) {
    struct thread *me = &c11->threads[thread];
    const uint32_t *pending = row_of(c11, me->pending);
    bool more = false;
    for (unsigned i = 0; i < c11->width; i++)
        more |= !sees(c11, thread, i, pending[i]);
    if (!more)
        return;
    save(c11, thread);
    me->now.clock = copy_clock(c11, me->now.clock);
    raise_clock(c11, me->now.clock, me->pending);
}

// The machine interleaves, so a fence in the single total order adds nothing.
void c11_fence(struct c11 *c11, unsigned thread, enum mz_order order) {
    if (is_idle(c11))
        return;
    meet(c11, thread);
    if (acquires(order))
        absorb_pending(c11, thread);
    if (releases(order)) {
        next_epoch(c11, thread);
        struct thread *me = &c11->threads[thread];
        me->fence = (struct snapshot){me->now.clock, me->now.epoch - 1};
    }
}

// ------------------------------------------------------- objects and threads

void c11_acquire(struct c11 *c11, unsigned thread, const void *object) {
    if (is_idle(c11))
        return;
    meet(c11, thread);
    uint64_t address = (uintptr_t)object;
    take_word(c11, thread, history_key(address), 1u << (address & 7), OBJECTS,
              true);
}

void c11_release(struct c11 *c11, unsigned thread, const void *object) {
    if (is_idle(c11))
        return;
    meet(c11, thread);
    uint64_t address = (uintptr_t)object;
    unsigned mask = 1u << (address & 7), kept = 0;
    struct word *word = history_word(c11->history, history_key(address));
    struct list *list = &word->lists[OBJECTS];
    struct cell *cells = history_open(c11->history, word, OBJECTS, 1);
    for (unsigned i = 0; i < list->count; i++) {
        const struct cell *it = &cells[i];
        bool covered =
            it->mask == mask && sees(c11, thread, it->thread, it->epoch);
        if (!covered)
            cells[kept++] = *it;
    }
    const struct snapshot now = c11->threads[thread].now;
    cells[kept++] = (struct cell){.epoch = now.epoch,
                                  .thread = (uint8_t)thread,
                                  .mask = (uint8_t)mask,
                                  .clock = now.clock};
    list->count = (uint16_t)kept;
    next_epoch(c11, thread);
}

// `thread` sees all that `other` has done, and not what it will do.
void c11_join(struct c11 *c11, unsigned thread, unsigned other) {
    if (is_idle(c11))
        return;
    meet(c11, thread);
    meet(c11, other);
    if (thread == other)
        return;
    absorb(c11, thread, other, c11->threads[other].now, true);
    next_epoch(c11, other);
}

void c11_fork(struct c11 *c11, unsigned thread, unsigned child) {
    c11_join(c11, child, thread);
}

void c11_forget(struct c11 *c11, const void *address, size_t size) {
    history_forget(c11->history, (uintptr_t)address, size);
}

// ------------------------------------------------------------------ the stack

struct c11 *c11_new(void) {
    struct c11 *c11 = memory_new(1, sizeof *c11);
    c11->history = history_new();
    c11->clock_room = 64;
    make_wider(c11, 1);
    c11->clock_count = 1;
    for (unsigned i = 0; i < NATIVE_MOST_THREADS; i++)
        c11->threads[i].now.epoch = 1;
    return c11;
}

void c11_watch(struct c11 *c11, struct suspects *suspects) {
    c11->suspects = suspects;
}

void c11_free(struct c11 *c11) {
    if (!c11)
        return;
    history_free(c11->history);
    vec_free(&c11->saved);
    memory_free(c11->clocks);
    memory_free(c11);
}

// Clocks that nobody knows any more are left behind.
struct moving {
    const struct c11 *from;
    struct c11 *to;
    uint32_t *now; // by old number; 0: not yet moved
};

static uint32_t moved(struct moving *m, uint32_t clock) {
    if (!clock || m->now[clock])
        return clock ? m->now[clock] : 0;
    m->now[clock] = copy_clock(m->to, 0);
    memcpy(row_of(m->to, m->now[clock]), row_of(m->from, clock),
           m->from->width * sizeof *m->to->clocks);
    return m->now[clock];
}

static void move_clocks_of_list(struct moving *m, const struct list *list) {
    for (unsigned i = 0; i < list->count; i++) {
        struct cell *cell = &m->to->history->cells.at[list->first + i];
        cell->clock = moved(m, (uint32_t)cell->clock);
    }
}

struct c11 *c11_copy(const struct c11 *from) {
    struct c11 *to = c11_new();
    make_wider(to, from->width);
    history_free(to->history);
    to->history = history_copy(from->history);
    to->time = from->time;
    to->suspects = from->suspects;
    struct moving m = {from, to,
                       memory_new(from->clock_count, sizeof(uint32_t))};
    const struct history *h = to->history;
    for (size_t i = 0; i <= UINT64_MAX >> h->shift; i++)
        if (h->slots[i].key) {
            move_clocks_of_list(&m, &h->slots[i].lists[RELEASES]);
            move_clocks_of_list(&m, &h->slots[i].lists[OBJECTS]);
        }
    for (unsigned i = 0; i < NATIVE_MOST_THREADS; i++) {
        struct thread *t = &to->threads[i];
        *t = from->threads[i];
        t->now.clock = moved(&m, t->now.clock);
        t->fence.clock = moved(&m, t->fence.clock);
        t->pending = moved(&m, t->pending);
    }
    memory_free(m.now);
    return to;
}

// The heights of both stacks: that of the history is the upper half. The
// history notes that there is a mark; what it holds stays as it is.
uint64_t c11_mark(const struct c11 *c11) {
    invariant(c11->saved.count <= UINT32_MAX);
    return (uint64_t)history_mark(c11->history) << 32 | c11->saved.count;
}

void c11_back(struct c11 *c11, uint64_t mark) {
    history_back(c11->history, (uint32_t)(mark >> 32));
    invariant((uint32_t)mark <= c11->saved.count);
    while (c11->saved.count > (uint32_t)mark) {
        const struct saved *saved = &c11->saved.at[--c11->saved.count];
        c11->threads[saved->thread] = saved->state;
        c11->clock_count = saved->clocks;
    }
}

// --------------------------------------------------------------- comparing

// Whatever the width of the rows is.
static uint64_t hash_clock(const struct c11 *c11, struct snapshot snapshot) {
    const uint32_t *row = row_of(c11, snapshot.clock);
    unsigned width = c11->width;
    while (width && !row[width - 1])
        width--;
    return XXH3_64bits_withSeed(row, width * sizeof *row, snapshot.epoch);
}

static uint64_t mixed(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15ull;
    return hash ^ hash >> 29;
}

static uint64_t hash_list(const struct c11 *c11, const struct word *word,
                          unsigned which) {
    const struct list *list = &word->lists[which];
    uint64_t hash = mixed(which, word->key);
    for (unsigned i = 0; i < list->count; i++) {
        const struct cell *it = &c11->history->cells.at[list->first + i];
        hash =
            mixed(hash, (uint64_t)it->epoch << 32 | (uint64_t)it->thread << 24 |
                            (uint64_t)it->mask << 16 | (uint64_t)it->kind << 8 |
                            it->raced);
        hash = mixed(hash, which == ACCESSES
                               ? (uintptr_t)it->site
                               : hash_clock(c11, (struct snapshot){
                                                     (uint32_t)it->clock, 0}));
    }
    return list->count ? hash : 0;
}

// Words are in no order: their hashes are added up.
uint64_t c11_hash(const struct c11 *c11) {
    uint64_t sum = 0;
    const struct history *h = c11->history;
    for (size_t i = 0; i <= UINT64_MAX >> h->shift; i++)
        for (unsigned which = 0; h->slots[i].key && which < LISTS; which++)
            sum += hash_list(c11, &h->slots[i], which);
    for (unsigned i = 0; i < NATIVE_MOST_THREADS; i++) {
        const struct thread *t = &c11->threads[i];
        uint64_t key[] = {i, hash_clock(c11, t->now), hash_clock(c11, t->fence),
                          hash_clock(c11, (struct snapshot){t->pending, 0})};
        sum += XXH3_64bits(key, sizeof key);
    }
    return sum;
}
