// SPDX-License-Identifier: Apache-2.0
// Data races: small cases by hand, then random ones against a reference that
// follows the words of C17, 5.1.2.4, event by event:
//
//   events      0    1    2    3    4    …      at most 64
//   hb[i]       the set of events that happen before event i
//   sources[i]  of an atomic read: the events that synchronize with it, or with
//               an acquire fence after it, through what it reads
//
// There are no clocks and no histories of words in the reference; whoever wants
// to know something looks at all events. Going back drops the last events and
// computes everything anew.
//
// Memory is only named here, never accessed.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/memory.h"
#include "machine/native/races/c11.h"
#include "machine/native/races/race_candidates.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { READ, WRITE };

static const struct mz_site sites[] = {
    {"a.c", "f", "a", 1, 1, "", ""}, {"a.c", "f", "b", 2, 1, "", ""},
    {"a.c", "g", "c", 3, 1, "", ""}, {"a.c", "g", "d", 4, 1, "", ""},
    {"a.c", "h", "e", 5, 1, "", ""},
};

static const void *at(uint64_t offset) {
    return (const void *)(uintptr_t)(0x10000 + offset);
}

// The places of most cases by hand.
enum { DATA = 0, FLAG = 64, LOCK = 128, OTHER = 192 };

static bool plain(struct c11 *c11, unsigned thread, uint64_t offset,
                  size_t size, bool write) {
    struct c11_race race;
    return c11_plain(c11, thread, at(offset), size, write, &sites[thread % 5],
                     &race);
}

static void store(struct c11 *c11, unsigned thread, uint64_t offset,
                  enum mz_order order) {
    struct c11_race race;
    assert_false(
        c11_atomic_store(c11, thread, at(offset), 4, order, &sites[0], &race));
}

static void load(struct c11 *c11, unsigned thread, uint64_t offset,
                 enum mz_order order) {
    struct c11_race race;
    assert_false(
        c11_atomic_load(c11, thread, at(offset), 4, order, &sites[0], &race));
}

static void rmw(struct c11 *c11, unsigned thread, uint64_t offset,
                enum mz_order order) {
    struct c11_race race;
    assert_false(
        c11_atomic_rmw(c11, thread, at(offset), 4, order, &sites[0], &race));
}

// ----------------------------------------------------------- message passing

static const bool acquiring[] = {
    [MZ_RELAXED] = false, [MZ_CONSUME] = true, [MZ_ACQUIRE] = true,
    [MZ_RELEASE] = false, [MZ_ACQ_REL] = true, [MZ_SEQ_CST] = true};
static const bool releasing[] = {
    [MZ_RELAXED] = false, [MZ_CONSUME] = false, [MZ_ACQUIRE] = false,
    [MZ_RELEASE] = true,  [MZ_ACQ_REL] = true,  [MZ_SEQ_CST] = true};

enum { NO_FENCE = MZ_SEQ_CST + 1 };

struct passing {
    unsigned give, take;             // orders
    unsigned give_fence, take_fence; // orders, or NO_FENCE
    bool give_by_rmw, take_by_rmw, write_at_end;
};

static void check_passing(struct passing p) {
    struct c11 *c11 = c11_new();
    assert_false(plain(c11, 0, DATA, 8, WRITE));
    if (p.give_fence != NO_FENCE)
        c11_fence(c11, 0, p.give_fence);
    if (p.give_by_rmw)
        rmw(c11, 0, FLAG, p.give);
    else
        store(c11, 0, FLAG, p.give);
    if (p.take_by_rmw)
        rmw(c11, 1, FLAG, p.take);
    else
        load(c11, 1, FLAG, p.take);
    if (p.take_fence != NO_FENCE)
        c11_fence(c11, 1, p.take_fence);
    bool gives = releasing[p.give] ||
                 (p.give_fence != NO_FENCE && releasing[p.give_fence]);
    bool takes = acquiring[p.take] ||
                 (p.take_fence != NO_FENCE && acquiring[p.take_fence]);
    bool race = plain(c11, 1, DATA, 8, p.write_at_end);
    if (race != !(gives && takes))
        fail_msg("%u (fence %u) to %u (fence %u): %s", p.give, p.give_fence,
                 p.take, p.take_fence, race ? "race" : "no race");
    c11_free(c11);
}

static void passes_messages(void **state) {
    (void)state;
    for (unsigned i = 0; i < 6 * 6 * 7 * 7 * 8; i++) {
        struct passing p = {.give = i / 8 % 6,
                            .take = i / 48 % 6,
                            .give_fence = i / 288 % 7,
                            .take_fence = i / 2016 % 7,
                            .give_by_rmw = i & 1,
                            .take_by_rmw = i & 2,
                            .write_at_end = i & 4};
        check_passing(p);
    }
}

static void fences_must_be_in_the_right_place(void **state) {
    (void)state;
    // After the store, before the load: too late and too early.
    struct c11 *c11 = c11_new();
    plain(c11, 0, DATA, 8, WRITE);
    store(c11, 0, FLAG, MZ_RELAXED);
    c11_fence(c11, 0, MZ_SEQ_CST);
    c11_fence(c11, 1, MZ_SEQ_CST);
    load(c11, 1, FLAG, MZ_ACQUIRE);
    assert_true(plain(c11, 1, DATA, 8, READ));
    c11_free(c11);

    // What comes after a release fence is not released by it.
    c11 = c11_new();
    c11_fence(c11, 0, MZ_RELEASE);
    plain(c11, 0, DATA, 8, WRITE);
    store(c11, 0, FLAG, MZ_RELAXED);
    load(c11, 1, FLAG, MZ_ACQUIRE);
    assert_true(plain(c11, 1, DATA, 8, READ));
    c11_free(c11);

    // A fence and a load of another flag.
    c11 = c11_new();
    plain(c11, 0, DATA, 8, WRITE);
    store(c11, 0, FLAG, MZ_RELEASE);
    load(c11, 1, OTHER, MZ_RELAXED);
    c11_fence(c11, 1, MZ_ACQUIRE);
    assert_true(plain(c11, 1, DATA, 8, READ));
    load(c11, 1, FLAG, MZ_RELAXED);
    assert_true(plain(c11, 1, DATA, 8, READ));
    c11_fence(c11, 1, MZ_ACQUIRE);
    assert_false(plain(c11, 1, DATA, 8, READ));
    c11_free(c11);
}

// --------------------------------------------------------- release sequences

static struct c11 *released(void) {
    struct c11 *c11 = c11_new();
    plain(c11, 0, DATA, 8, WRITE);
    store(c11, 0, FLAG, MZ_RELEASE);
    return c11;
}

// Thread 2 acquires: does it see what thread 0 had written?
static void check_end(struct c11 *c11, bool race) {
    load(c11, 2, FLAG, MZ_ACQUIRE);
    assert_int_equal(plain(c11, 2, DATA, 8, READ), race);
    c11_free(c11);
}

static void sequences_go_on(void **state) {
    (void)state;
    struct c11 *c11 = released();
    rmw(c11, 1, FLAG, MZ_RELAXED); // a read-modify-write of any thread
    rmw(c11, 3, FLAG, MZ_RELAXED);
    check_end(c11, false);

    c11 = released();
    store(c11, 0, FLAG, MZ_RELAXED); // a store of the same thread
    check_end(c11, false);

    c11 = released();
    rmw(c11, 1, FLAG, MZ_RELEASE);
    store(c11, 0, FLAG, MZ_RELAXED); // ends that of 1, goes on with that of 0
    check_end(c11, false);

    c11 = released();
    c11_fence(c11, 0, MZ_RELEASE); // a fence's sequence has the same rules
    store(c11, 0, FLAG, MZ_RELAXED);
    rmw(c11, 1, FLAG, MZ_RELAXED);
    check_end(c11, false);
}

static void sequences_end(void **state) {
    (void)state;
    struct c11 *c11 = released();
    store(c11, 1, FLAG, MZ_RELAXED); // a store of another thread
    check_end(c11, true);

    c11 = released();
    store(c11, 1, FLAG, MZ_RELEASE); // even one that releases for itself
    check_end(c11, true);

    c11 = released();
    rmw(c11, 1, FLAG, MZ_RELAXED);
    store(c11, 1, FLAG, MZ_RELAXED);
    check_end(c11, true);

    c11 = released();
    rmw(c11, 3, FLAG, MZ_RELEASE);
    plain(c11, 3, OTHER, 8, WRITE);
    rmw(c11, 3, FLAG, MZ_RELEASE);
    store(c11, 0, FLAG, MZ_RELAXED); // that of 3 ends, that of 0 goes on
    load(c11, 2, FLAG, MZ_ACQUIRE);
    assert_true(plain(c11, 2, OTHER, 8, READ));
    assert_false(plain(c11, 2, DATA, 8, READ));
    c11_free(c11);
}

static void blind(struct c11 *c11, unsigned thread, unsigned class) {
    struct c11_race race;
    assert_false(c11_blind_update(c11, thread, at(FLAG), 4, MZ_SEQ_CST, class,
                                  &sites[0], &race));
}

// Is there a race of what thread 0 has done before its blind update?
static bool suspected(struct c11 *c11, unsigned thread) {
    struct c11_race race;
    bool races =
        c11_plain(c11, thread, at(DATA), 8, WRITE, &sites[thread], &race);
    assert_true(!races || race.suspected);
    c11_free(c11);
    return races;
}

static struct c11 *updated(void) {
    struct c11 *c11 = c11_new();
    assert_false(plain(c11, 0, DATA, 8, WRITE));
    blind(c11, 0, 7);
    return c11;
}

static void blind_updates_order_nothing(void **state) {
    (void)state;
    struct c11 *c11 = updated();
    blind(c11, 1, 7);
    assert_true(suspected(c11, 1));
    c11 = updated(); // of another class
    blind(c11, 1, 8);
    assert_false(suspected(c11, 1));
    c11 = updated(); // whoever reads them sees them all
    blind(c11, 1, 7);
    load(c11, 2, FLAG, MZ_ACQUIRE);
    assert_false(suspected(c11, 2));
    c11 = updated(); // who comes after a read comes after what that has seen
    load(c11, 2, FLAG, MZ_RELAXED);
    blind(c11, 1, 7);
    assert_false(suspected(c11, 1));
    c11 = updated(); // all orders count
    rmw(c11, 1, FLAG, MZ_SEQ_CST);
    assert_false(suspected(c11, 1));
}

// What was released by a store still is after the same thread's blind update.
static void blind_updates_leave_stores(void **state) {
    (void)state;
    struct c11 *c11 = c11_new();
    assert_false(plain(c11, 0, DATA, 8, WRITE));
    store(c11, 0, FLAG, MZ_RELEASE);
    blind(c11, 0, 7);
    blind(c11, 1, 7);
    assert_false(suspected(c11, 1));
}

static void a_chain_of_threads_is_transitive(void **state) {
    (void)state;
    struct c11 *c11 = released();
    load(c11, 1, FLAG, MZ_ACQUIRE);
    store(c11, 1, OTHER, MZ_RELEASE);
    load(c11, 2, OTHER, MZ_ACQUIRE);
    assert_false(plain(c11, 2, DATA, 8, WRITE));
    c11_free(c11);
}

// ------------------------------------------------- locks, creation, joining

static void locks_order(void **state) {
    (void)state;
    struct c11 *c11 = c11_new();
    for (unsigned round = 0; round < 30; round++) {
        c11_acquire(c11, round % 3, at(LOCK));
        assert_false(plain(c11, round % 3, DATA, 8, READ));
        assert_false(plain(c11, round % 3, DATA, 8, WRITE));
        c11_release(c11, round % 3, at(LOCK));
    }
    // Another lock, though in the same word, is no help.
    c11_acquire(c11, 5, at(LOCK + 1));
    assert_true(plain(c11, 5, DATA, 8, READ));
    c11_free(c11);
}

static void releases_accumulate(void **state) {
    (void)state;
    struct c11 *c11 = c11_new();
    for (unsigned reader = 1; reader < 40; reader++) {
        assert_false(plain(c11, reader, DATA, 8, READ));
        c11_release(c11, reader, at(LOCK));
    }
    c11_acquire(c11, 0, at(LOCK));
    assert_false(plain(c11, 0, DATA, 8, WRITE));
    c11_free(c11);
}

static void creation_and_joining_order(void **state) {
    (void)state;
    struct c11 *c11 = c11_new();
    plain(c11, 0, DATA, 8, WRITE);
    c11_fork(c11, 0, 1);
    plain(c11, 0, OTHER, 8, WRITE);
    assert_false(plain(c11, 1, DATA, 8, WRITE));
    assert_true(plain(c11, 1, OTHER, 8, READ));
    plain(c11, 1, FLAG, 8, WRITE);
    uint64_t mark = c11_mark(c11);
    assert_true(plain(c11, 0, FLAG, 8, WRITE));
    c11_back(c11, mark);
    c11_join(c11, 0, 1);
    assert_false(plain(c11, 0, FLAG, 8, WRITE));
    assert_false(plain(c11, 0, DATA, 8, WRITE));
    assert_true(plain(c11, 1, FLAG, 8, READ)); // a barrier: it lives on
    c11_free(c11);
}

// --------------------------------------------------------------- which bytes

static void conflicts_are_as_defined(void **state) {
    (void)state;
    for (unsigned i = 0; i < 16; i++) { // bits: write, atomic; twice
        struct c11 *c11 = c11_new();
        struct c11_race race;
        bool races = false;
        for (unsigned thread = 0; thread < 2; thread++) {
            unsigned kind = i >> 2 * thread;
            if (!(kind & 2))
                races = c11_plain(c11, thread, at(0), 4, kind & 1,
                                  &sites[thread], &race);
            else if (kind & 1)
                races = c11_atomic_store(c11, thread, at(0), 4, MZ_SEQ_CST,
                                         &sites[thread], &race);
            else
                races = c11_atomic_load(c11, thread, at(0), 4, MZ_SEQ_CST,
                                        &sites[thread], &race);
        }
        bool write = (i | i >> 2) & 1, both_atomic = i & i >> 2 & 2;
        assert_int_equal(races, write && !both_atomic);
        if (races) {
            assert_int_equal(race.thread, 0);
            assert_ptr_equal(race.site, &sites[0]);
            assert_int_equal(race.wrote, i & 1);
            assert_int_equal(race.atomic, i >> 1 & 1);
            assert_int_equal(race.address, (uintptr_t)at(0));
            assert_int_equal(race.size, 4);
        }
        c11_free(c11);
    }
}

static void bytes_are_separate(void **state) {
    (void)state;
    struct c11 *c11 = c11_new();
    for (unsigned i = 0; i < 16; i++)
        assert_false(plain(c11, i, i, 1, WRITE));
    c11_free(c11);

    c11 = c11_new();
    plain(c11, 0, 0, 8, WRITE);
    c11_release(c11, 0, at(LOCK));
    c11_acquire(c11, 1, at(LOCK));
    assert_false(plain(c11, 1, 3, 1, WRITE)); // hides nothing but its byte
    assert_false(plain(c11, 0, 0, 3, WRITE));
    assert_false(plain(c11, 0, 4, 4, WRITE));
    assert_true(plain(c11, 0, 2, 2, WRITE));
    c11_free(c11);
}

static void long_accesses_race_once(void **state) {
    (void)state;
    struct c11 *c11 = c11_new();
    struct c11_race race;
    assert_false(plain(c11, 0, 1000, 100, WRITE)); // memcpy
    assert_true(c11_plain(c11, 1, at(1050), 1, READ, &sites[1], &race));
    assert_int_equal(race.address, (uintptr_t)at(1050));
    assert_int_equal(race.size, 1);
    assert_false(plain(c11, 1, 999, 1, WRITE));
    assert_false(plain(c11, 1, 1100, 1, WRITE));
    // The other way round: all of the bytes of the older access, or those of
    // the most recent one.
    assert_true(c11_plain(c11, 2, at(990), 200, READ, &sites[1], &race));
    assert_int_equal(race.address, (uintptr_t)at(1100));
    assert_int_equal(race.size, 1);
    assert_true(c11_plain(c11, 2, at(990), 105, READ, &sites[1], &race));
    assert_int_equal(race.address, (uintptr_t)at(999));
    c11_forget(c11, at(999), 1);
    assert_true(c11_plain(c11, 2, at(990), 105, READ, &sites[1], &race));
    assert_int_equal(race.thread, 0);
    assert_int_equal(race.address, (uintptr_t)at(1000));
    assert_int_equal(race.size, 95);
    c11_free(c11);
}

static void an_ordered_access_hides_nothing(void **state) {
    (void)state;
    // 0 and 1 read; 0 hands over to 2, which writes: 1's read must be found.
    struct c11 *c11 = c11_new();
    struct c11_race race;
    plain(c11, 1, DATA, 8, READ);
    plain(c11, 0, DATA, 8, READ);
    c11_join(c11, 2, 0);
    assert_true(c11_plain(c11, 2, at(DATA), 8, WRITE, &sites[2], &race));
    assert_int_equal(race.thread, 1);
    // After a race it still counts, though 3 is ordered after 2.
    c11_join(c11, 3, 2);
    assert_true(c11_plain(c11, 3, at(DATA), 8, WRITE, &sites[3], &race));
    assert_int_equal(race.thread, 1);
    // And each time that it is done again.
    assert_true(plain(c11, 3, DATA, 8, WRITE));
    c11_free(c11);

    // A plain write behind atomic ones.
    c11 = c11_new();
    plain(c11, 0, FLAG, 4, WRITE);
    store(c11, 0, FLAG, MZ_RELAXED);
    assert_true(
        c11_atomic_load(c11, 1, at(FLAG), 4, MZ_ACQUIRE, &sites[1], &race));
    assert_false(race.atomic);
    c11_free(c11);
}

static void forgotten_memory_is_new(void **state) {
    (void)state;
    struct c11 *c11 = c11_new();
    plain(c11, 0, 0, 64, WRITE);
    store(c11, 0, FLAG, MZ_RELEASE);
    c11_release(c11, 0, at(LOCK));
    uint64_t mark = c11_mark(c11);
    c11_forget(c11, at(4), 1ull << 40);
    load(c11, 1, FLAG, MZ_ACQUIRE);
    c11_acquire(c11, 1, at(LOCK));
    assert_false(plain(c11, 1, 4, 60, WRITE));
    assert_true(plain(c11, 1, 3, 1, WRITE)); // nothing was acquired
    c11_back(c11, mark);
    assert_true(plain(c11, 1, 4, 1, WRITE));
    c11_acquire(c11, 1, at(LOCK));
    assert_false(plain(c11, 1, 4, 60, WRITE));
    c11_free(c11);
}

// --------------------------------------------------------------- reference

enum what {
    A_PLAIN_READ,
    A_PLAIN_WRITE,
    A_LOAD,
    A_STORE,
    A_RMW,
    A_FENCE,
    AN_ACQUIRE,
    A_RELEASE,
    A_FORK,
    A_JOIN,
    A_FORGET,
};

struct event {
    enum what what;
    unsigned thread, other;
    uint64_t offset, size;
    enum mz_order order;
    const struct mz_site *site;
};

enum { MOST_EVENTS = 64, MOST_THREADS = 64 };

struct reference {
    struct event events[MOST_EVENTS];
    unsigned count;
    uint64_t hb[MOST_EVENTS], sources[MOST_EVENTS];
    uint64_t before_next[MOST_THREADS]; // what precedes a thread's next event
};

static uint64_t bit(unsigned i) {
    return 1ull << i;
}

static bool is_access(const struct event *e) {
    return e->what <= A_RMW;
}

static bool is_atomic(const struct event *e) {
    return e->what >= A_LOAD && e->what <= A_RMW;
}

static bool is_write(const struct event *e) {
    return e->what == A_PLAIN_WRITE || e->what == A_STORE || e->what == A_RMW;
}

static bool has_byte(const struct event *e, uint64_t byte) {
    return e->offset <= byte && byte < e->offset + e->size;
}

static bool forgets(const struct event *e, uint64_t byte) {
    return e->what == A_FORGET && has_byte(e, byte);
}

static uint64_t up_to(const struct reference *r, unsigned i) {
    return r->hb[i] | bit(i);
}

// Are two events of one thread, and not of two that had one number?
static bool same_thread(const struct reference *r, unsigned earlier,
                        unsigned later) {
    if (r->events[earlier].thread != r->events[later].thread)
        return false;
    for (unsigned i = earlier + 1; i < later; i++)
        if (r->events[i].what == A_FORK &&
            r->events[i].other == r->events[later].thread &&
            r->events[i].thread != r->events[later].thread)
            return false;
    return true;
}

// The events that release through a write that heads a release sequence.
static uint64_t heads_of(const struct reference *r, unsigned write) {
    const struct event *w = &r->events[write];
    uint64_t heads = releasing[w->order] ? bit(write) : 0;
    for (unsigned i = 0; i < write; i++) {
        const struct event *e = &r->events[i];
        if (e->what == A_FENCE && same_thread(r, i, write) &&
            releasing[e->order])
            heads |= bit(i);
    }
    return heads;
}

// What the atomic read of this byte synchronizes with: all that head a release
// sequence which has the write that it reads from. Going backwards, `store` is
// the earliest of the later stores in the sequence, all of one thread.
static uint64_t sources_of(const struct reference *r, unsigned read,
                           uint64_t byte) {
    uint64_t sources = 0;
    unsigned store = read;
    for (unsigned i = read; i-- > 0;) {
        const struct event *e = &r->events[i];
        if (forgets(e, byte))
            break;
        if (!is_access(e) || !is_write(e) || !has_byte(e, byte))
            continue;
        if (!is_atomic(e))
            break;
        bool own = store == read || same_thread(r, i, store);
        if (own)
            sources |= heads_of(r, i);
        if (e->what == A_STORE && !own)
            break;
        if (e->what == A_STORE)
            store = i;
    }
    return sources;
}

// All events in a set, and what happens before them.
static uint64_t closure(const struct reference *r, uint64_t set) {
    uint64_t all = set;
    for (unsigned i = 0; i < r->count; i++)
        if (set & bit(i))
            all |= r->hb[i];
    return all;
}

static uint64_t released_by_object(const struct reference *r,
                                   unsigned acquire) {
    uint64_t set = 0, object = r->events[acquire].offset;
    for (unsigned i = acquire; i-- > 0;) {
        const struct event *e = &r->events[i];
        if (forgets(e, object))
            break;
        if (e->what == A_RELEASE && e->offset == object)
            set |= bit(i);
    }
    return set;
}

static void find_order(struct reference *r, unsigned at_event) {
    const struct event *e = &r->events[at_event];
    uint64_t seen = r->before_next[e->thread], from = 0;
    r->sources[at_event] = 0;
    if (e->what == A_LOAD || e->what == A_RMW) {
        for (uint64_t i = 0; i < e->size; i++)
            r->sources[at_event] |= sources_of(r, at_event, e->offset + i);
        from = acquiring[e->order] ? r->sources[at_event] : 0;
    } else if (e->what == A_FENCE && acquiring[e->order]) {
        for (unsigned i = 0; i < at_event; i++)
            if (same_thread(r, i, at_event))
                from |= r->sources[i];
    } else if (e->what == AN_ACQUIRE) {
        from = released_by_object(r, at_event);
    } else if (e->what == A_JOIN || e->what == A_FORK) {
        from = r->before_next[e->other];
    }
    r->hb[at_event] = seen | closure(r, from);
    r->before_next[e->thread] = up_to(r, at_event);
    if (e->what == A_FORK)
        r->before_next[e->other] |= up_to(r, at_event);
}

// Does the byte's history of the later event still have the earlier one?
static bool remembered(const struct reference *r, unsigned earlier,
                       unsigned later, uint64_t byte) {
    for (unsigned i = earlier + 1; i < later; i++)
        if (forgets(&r->events[i], byte))
            return false;
    return true;
}

static bool races_with(const struct reference *r, unsigned earlier,
                       unsigned later, struct c11_race *race) {
    const struct event *a = &r->events[earlier], *b = &r->events[later];
    if (!is_access(a) || a->thread == b->thread ||
        r->hb[later] & bit(earlier) || (is_atomic(a) && is_atomic(b)) ||
        (!is_write(a) && !is_write(b)))
        return false;
    uint64_t low = a->offset > b->offset ? a->offset : b->offset;
    uint64_t end_a = a->offset + a->size, end_b = b->offset + b->size;
    uint64_t end = end_a < end_b ? end_a : end_b;
    while (low < end && !remembered(r, earlier, later, low))
        low++;
    if (low >= end)
        return false;
    *race = (struct c11_race){.thread = a->thread,
                              .site = a->site,
                              .wrote = is_write(a),
                              .atomic = is_atomic(a),
                              .address = (uintptr_t)at(low)};
    while (low < end && remembered(r, earlier, later, low++))
        race->size++;
    return true;
}

static bool reference_add(struct reference *r, const struct event *event,
                          struct c11_race *race) {
    unsigned now = r->count;
    r->events[now] = *event;
    find_order(r, now);
    r->count++;
    if (is_access(event))
        for (unsigned i = now; i-- > 0;)
            if (races_with(r, i, now, race))
                return true;
    return false;
}

static void reference_back(struct reference *r, unsigned count) {
    struct c11_race race;
    struct reference old = *r;
    memset(r, 0, sizeof *r);
    for (unsigned i = 0; i < count; i++)
        reference_add(r, &old.events[i], &race);
}

// ------------------------------------------------------------- random cases

static bool c11_add(struct c11 *c11, const struct event *e,
                    struct c11_race *race) {
    const void *address = at(e->offset);
    uint32_t size = (uint32_t)e->size;
    switch (e->what) {
    case A_PLAIN_READ:
    case A_PLAIN_WRITE:
        return c11_plain(c11, e->thread, address, e->size,
                         e->what == A_PLAIN_WRITE, e->site, race);
    case A_LOAD:
        return c11_atomic_load(c11, e->thread, address, size, e->order, e->site,
                               race);
    case A_STORE:
        return c11_atomic_store(c11, e->thread, address, size, e->order,
                                e->site, race);
    case A_RMW:
        return c11_atomic_rmw(c11, e->thread, address, size, e->order, e->site,
                              race);
    case A_FENCE:
        c11_fence(c11, e->thread, e->order);
        break;
    case AN_ACQUIRE:
        c11_acquire(c11, e->thread, address);
        break;
    case A_RELEASE:
        c11_release(c11, e->thread, address);
        break;
    case A_FORK:
        c11_join(c11, e->thread, e->other); // who had its number before
        if (e->thread != e->other)
            c11_fork(c11, e->thread, e->other);
        break;
    case A_JOIN:
        c11_join(c11, e->thread, e->other);
        break;
    case A_FORGET:
        c11_forget(c11, address, e->size);
        break;
    }
    return false;
}

struct dice {
    uint64_t state;
};

static unsigned roll(struct dice *dice, unsigned sides) { // splitmix64
    uint64_t z = dice->state += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return (unsigned)((z ^ z >> 31) % sides);
}

// What a sequence is drawn from.
struct flavour {
    unsigned threads[4]; // their numbers
    unsigned bytes;      // how much memory
    unsigned longest;    // access, if not of a usual size
    unsigned plain;      // in 100 accesses
};

static struct flavour random_flavour(struct dice *d, bool wide) {
    struct flavour f = {.threads = {0, 1, 2, 3}};
    if (roll(d, 4) == 0)
        for (unsigned i = 0; i < 4; i++)
            f.threads[i] = 16 * i + roll(d, 16);
    f.bytes = wide ? 8000 : 8 + 8 * roll(d, 4);
    f.longest = wide ? 4000 : 20;
    f.plain = 20 + roll(d, 70);
    if (wide && roll(d, 5) == 0) // pages
        f.bytes = 40000, f.longest = 40000, f.plain = 90;
    return f;
}

static void place_access(struct dice *d, const struct flavour *f,
                         struct event *e) {
    unsigned how = roll(d, 10);
    if (how < 6) { // aligned, of a usual size
        e->size = 1u << roll(d, 4);
        e->offset = roll(d, f->bytes / 8) * 8 + (roll(d, 8) & -e->size);
    } else if (how < 9 || is_atomic(e)) {
        e->size = is_atomic(e) ? 1u << roll(d, 5) : roll(d, 10);
        e->offset = roll(d, f->bytes);
    } else {
        e->size = roll(d, f->longest);
        e->offset = roll(d, f->bytes);
    }
}

static struct event random_event(struct dice *d, const struct flavour *f) {
    struct event e = {.thread = f->threads[roll(d, 4)],
                      .other = f->threads[roll(d, 4)],
                      .order = roll(d, 3) ? roll(d, 6) : MZ_RELAXED,
                      .site = &sites[roll(d, 5)]};
    unsigned kind = roll(d, 100);
    if (kind < 70 && roll(d, 100) < f->plain)
        e.what = roll(d, 2) ? A_PLAIN_READ : A_PLAIN_WRITE;
    else if (kind < 70)
        e.what = A_LOAD + roll(d, 3);
    else if (kind < 80)
        e.what = A_FENCE;
    else if (kind < 94)
        e.what = roll(d, 2) ? AN_ACQUIRE : A_RELEASE;
    else if (kind < 97)
        e.what = roll(d, 2) ? A_FORK : A_JOIN;
    else
        e.what = A_FORGET;
    place_access(d, f, &e);
    if (e.what == AN_ACQUIRE || e.what == A_RELEASE) {
        e.offset = roll(d, 4) * 4;
        e.size = 0;
    }
    return e;
}

// Locks are objects that one thread at a time has. They stand where nothing
// else is.
enum { LOCKS = 1 << 20, LOCK_COUNT = 3, NOBODY = MOST_THREADS };

static bool is_lock(const struct event *e) {
    return (e->what == AN_ACQUIRE || e->what == A_RELEASE) &&
           e->offset >= LOCKS;
}

static unsigned owner(const struct reference *r, unsigned count,
                      uint64_t lock) {
    unsigned thread = NOBODY;
    for (unsigned i = 0; i < count; i++)
        if (is_lock(&r->events[i]) && r->events[i].offset == lock)
            thread =
                r->events[i].what == AN_ACQUIRE ? r->events[i].thread : NOBODY;
    return thread;
}

// The locks of a thread after so many events.
static uint64_t held(const struct reference *r, unsigned count,
                     unsigned thread) {
    uint64_t locks = 0;
    for (unsigned k = 0; k < LOCK_COUNT; k++)
        if (owner(r, count, LOCKS + 8 * k) == thread)
            locks |= bit(k);
    return locks;
}

// Instead of what was drawn.
static void take_or_leave_a_lock(struct dice *d, const struct reference *r,
                                 struct event *e) {
    e->size = 0;
    e->offset = LOCKS + 8 * roll(d, LOCK_COUNT);
    unsigned by = owner(r, r->count, e->offset);
    e->what = by == NOBODY ? AN_ACQUIRE : A_RELEASE;
    if (by != NOBODY)
        e->thread = by;
}

struct tally {
    uint64_t accesses, races, backs, again;
};

static void compare(const struct reference *r, bool expected, bool found,
                    const struct c11_race *a, const struct c11_race *b,
                    uint64_t seed) {
    // A large access comes to words in no order: what it found may be in parts.
    bool large = r->events[r->count - 1].size >= 16384;
    bool same = expected == found &&
                (!found || (a->thread == b->thread && a->site == b->site &&
                            a->wrote == b->wrote && a->atomic == b->atomic &&
                            a->address == b->address &&
                            (a->size == b->size || large)));
    if (same)
        return;
    for (unsigned i = 0; i < r->count; i++) {
        const struct event *e = &r->events[i];
        print_message("%2u thread %2u what %2u other %2u at %3u size %2u "
                      "order %u\n",
                      i, e->thread, e->what, e->other, (unsigned)e->offset,
                      (unsigned)e->size, e->order);
    }
    if (expected)
        print_message("expected: thread %u, %#lx, %u bytes\n", a->thread,
                      (unsigned long)a->address, a->size);
    if (found)
        print_message("found: thread %u, %#lx, %u bytes\n", b->thread,
                      (unsigned long)b->address, b->size);
    fail_msg("differs in sequence %lu", (unsigned long)seed);
}

struct mark {
    uint64_t mark;
    unsigned count; // of events
};

// Run all again, because there are new candidates; the last event's answer is
// what it is now.
static bool catch_up(struct c11 *c11, struct race_candidates *candidates,
                     const struct reference *r, struct mark *marks,
                     unsigned mark_count, struct c11_race *race) {
    bool races = false;
    unsigned next = 1;
    c11_back(c11, marks[0].mark);
    for (unsigned i = 0; i < r->count; i++) {
        for (; next < mark_count && marks[next].count == i; next++)
            marks[next].mark = c11_mark(c11);
        candidates->held = held(r, i, r->events[i].thread);
        races = c11_add(c11, &r->events[i], race);
    }
    return races;
}

static void random_sequence(struct c11 *c11, struct race_candidates *candidates,
                            uint64_t seed, bool wide, struct tally *tally) {
    struct dice d = {seed};
    struct flavour f = random_flavour(&d, wide);
    struct reference r;
    memset(&r, 0, sizeof r);
    c11_watch(c11, candidates);
    struct mark marks[MOST_EVENTS * 2] = {{c11_mark(c11), 0}};
    unsigned mark_count = 1;
    unsigned mark_rate = 2 + roll(&d, 20), back_rate = 8 + roll(&d, 30);
    unsigned lock_rate = 3 + roll(&d, 30);
    struct event e = random_event(&d, &f);
    for (unsigned i = 0; i < 120 && r.count < MOST_EVENTS; i++) {
        if (roll(&d, mark_rate) == 0) {
            marks[mark_count].count = r.count;
            marks[mark_count++].mark = c11_mark(c11);
        }
        if (roll(&d, back_rate) == 0) {
            mark_count -= roll(&d, roll(&d, mark_count) + 1);
            c11_back(c11, marks[mark_count - 1].mark);
            reference_back(&r, marks[mark_count - 1].count);
            tally->backs++;
        }
        struct c11_race expected = {0}, found = {0};
        if (roll(&d, 6) == 0 && !is_lock(&e))
            e.site = &sites[roll(&d, 5)]; // the same once more
        else
            e = random_event(&d, &f);
        if (roll(&d, lock_rate) == 0)
            take_or_leave_a_lock(&d, &r, &e);
        if (candidates)
            candidates->held = held(&r, r.count, e.thread);
        bool first = reference_add(&r, &e, &expected);
        bool second = c11_add(c11, &e, &found);
        if (candidates && candidates->behind) {
            candidates->behind = false;
            second = catch_up(c11, candidates, &r, marks, mark_count, &found);
            tally->again++;
        }
        compare(&r, first, second, &expected, &found, seed);
        tally->accesses += is_access(&e);
        tally->races += second;
    }
    c11_back(c11, marks[0].mark);
}

static void agrees_with_the_reference(void **state) {
    (void)state;
    enum { SEQUENCES = 40000, WIDE = 400 };
    struct tally tally = {0};
    struct c11 *c11 = c11_new();
    struct race_candidates candidates;
    race_candidates_init(&candidates);
    for (uint64_t seed = 0; seed < SEQUENCES; seed++) {
        if (seed % 1000 == 0) { // most go on from where others were undone
            c11_free(c11);
            c11 = c11_new();
        }
        if (seed % 50 == 0) { // most have learned from others before
            race_candidates_free(&candidates);
            race_candidates_init(&candidates);
        }
        random_sequence(c11, seed & 1 ? &candidates : NULL, seed, false,
                        &tally);
    }
    for (uint64_t seed = 0; seed < WIDE; seed++) {
        if (seed % 10 == 0) {
            c11_free(c11);
            c11 = c11_new();
        }
        random_sequence(c11, seed & 1 ? &candidates : NULL, SEQUENCES + seed,
                        true, &tally);
    }
    c11_free(c11);
    race_candidates_free(&candidates);
    print_message("%u sequences: %lu accesses, %lu of them in a race, "
                  "went back %lu times, ran again %lu times\n",
                  SEQUENCES + WIDE, (unsigned long)tally.accesses,
                  (unsigned long)tally.races, (unsigned long)tally.backs,
                  (unsigned long)tally.again);
}

// ------------------------------------------------------------ memory, speed

// An execution with many words, several threads, and steps of their own.
static void long_run(struct c11 *c11, unsigned salt) {
    struct c11_race race;
    for (unsigned i = 0; i < 3000; i++) {
        unsigned thread = i % 5, place = (i * 37 + salt * 4096) % (1 << 20);
        if (i % 10 == 0)
            c11_mark(c11);
        c11_acquire(c11, thread, at(LOCK));
        c11_plain(c11, thread, at(4096 + place * 8), 8, i & 1, &sites[0],
                  &race);
        c11_atomic_rmw(c11, thread, at(FLAG), 4, MZ_ACQ_REL, &sites[0], &race);
        c11_release(c11, thread, at(LOCK));
    }
}

static void lists_stay_short(void **state) {
    (void)state;
    struct c11 *c11 = c11_new(); // more than 65535 in a list is a fault
    for (unsigned i = 0; i < 70000; i++) {
        rmw(c11, 0, FLAG, MZ_RELEASE);
        c11_release(c11, i % 2, at(LOCK));
        plain(c11, 0, DATA, 8, i % 3);
    }
    c11_free(c11);
}

static void memory_does_not_grow(void **state) {
    (void)state;
    struct c11 *c11 = c11_new();
    uint64_t mark = c11_mark(c11), before = 0;
    for (unsigned round = 0; round < 300; round++) {
        if (round == 10)
            before = memory_now_kib();
        long_run(c11, round); // at other addresses each time
        c11_back(c11, mark);
    }
    assert_true(memory_now_kib() < before + 1024);
    // Nor within a step, whatever is repeated there.
    for (unsigned i = 0; i < 2000000; i++) {
        plain(c11, 1, i % 7 * 8, 8, READ);
        plain(c11, 1, i % 7 * 8, 8, WRITE);
        plain(c11, 1, i % 7 * 8 + i % 3, 1, WRITE);
        c11_forget(c11, at(16), 8);
    }
    assert_true(memory_now_kib() < before + 1024);
    c11_free(c11);
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

enum { TIMES = 4000000 };

static void report(const char *what, double start, unsigned times) {
    print_message("%-44s %6.1f ns\n", what, 1e9 * (seconds() - start) / times);
}

static void time_repeated(struct c11 *c11) {
    double start = seconds();
    for (unsigned i = 0; i < TIMES; i++)
        plain(c11, 0, 0, 8, READ);
    report("read again", start, TIMES);
    start = seconds();
    for (unsigned i = 0; i < TIMES; i++)
        plain(c11, 0, i % 512 * 8, 8, WRITE);
    report("write again, 512 words", start, TIMES);
    start = seconds();
    for (unsigned i = 0; i < TIMES / 2; i++) {
        plain(c11, 0, 0, 4, READ);
        plain(c11, 0, 0, 4, WRITE);
    }
    report("read and write in turn", start, TIMES);
    start = seconds();
    for (unsigned i = 0; i < TIMES; i++)
        plain(c11, 0, i % 4096, 1, WRITE);
    report("byte after byte, 4096 bytes", start, TIMES);
}

static void time_threads(struct c11 *c11) {
    double start = seconds();
    for (unsigned i = 0; i < TIMES; i++)
        plain(c11, i & 1, 8192, 8, READ);
    report("two threads read in turn", start, TIMES);
    uint64_t mark = c11_mark(c11);
    start = seconds();
    for (unsigned i = 0; i < TIMES / 4; i++) {
        if (i % 1000 == 0)
            c11_back(c11, mark);
        c11_mark(c11);
        c11_acquire(c11, i & 1, at(LOCK));
        plain(c11, i & 1, 8200, 8, WRITE);
        c11_release(c11, i & 1, at(LOCK));
    }
    report("two threads lock, write, unlock, with undo", start, TIMES / 4);
    c11_back(c11, mark);
    start = seconds();
    for (unsigned i = 0; i < TIMES / 4; i++) {
        if (i % 1000 == 0) {
            c11_back(c11, mark);
            c11_mark(c11);
        }
        plain(c11, 0, 16384 + i % 1000 * 8, 8, WRITE);
    }
    report("first write to a word, with undo", start, TIMES / 4);
}

static void is_fast(void **state) {
    (void)state;
    struct c11 *c11 = c11_new();
    time_repeated(c11);
    time_threads(c11);
    c11_free(c11);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passes_messages),
        cmocka_unit_test(fences_must_be_in_the_right_place),
        cmocka_unit_test(sequences_go_on),
        cmocka_unit_test(sequences_end),
        cmocka_unit_test(blind_updates_order_nothing),
        cmocka_unit_test(blind_updates_leave_stores),
        cmocka_unit_test(a_chain_of_threads_is_transitive),
        cmocka_unit_test(locks_order),
        cmocka_unit_test(releases_accumulate),
        cmocka_unit_test(creation_and_joining_order),
        cmocka_unit_test(conflicts_are_as_defined),
        cmocka_unit_test(bytes_are_separate),
        cmocka_unit_test(long_accesses_race_once),
        cmocka_unit_test(an_ordered_access_hides_nothing),
        cmocka_unit_test(forgotten_memory_is_new),
        cmocka_unit_test(agrees_with_the_reference),
        cmocka_unit_test(lists_stay_short),
        cmocka_unit_test(memory_does_not_grow),
        cmocka_unit_test(is_fast),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
