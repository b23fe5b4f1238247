// SPDX-License-Identifier: Apache-2.0
// Data races as C11 defines them: two accesses to the same byte by different
// threads, at least one a write, at least one not atomic, and neither happens
// before the other. Happens-before here is C11's (sequenced before, and
// synchronizes-with through release/acquire, fences, release sequences, locks,
// thread creation and joining), not the search's own order of dependent events:
// a hand-over through a relaxed flag is a race.
//
// All state is a stack: c11_mark() names the current point, c11_back() returns
// to one. A step that is undone is forgotten here too, and nothing is allocated
// in the steady state.

#ifndef MAZURKA_MACHINE_NATIVE_RACES_C11_H
#define MAZURKA_MACHINE_NATIVE_RACES_C11_H

#include "machine/hooks.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct c11;

struct c11 *c11_new(void);
void c11_free(struct c11 *c11);
// The same as it is now, without the past: nothing to go back to.
struct c11 *c11_copy(const struct c11 *c11);

// From its beginning on, remember only what these say (race_candidates.h).
// Whenever they are behind, what is remembered is worth nothing until the
// execution has been run again. They are shared with all copies.
struct race_candidates;
void c11_watch(struct c11 *c11, struct race_candidates *candidates);
// Remember everything, for searches that know states: these come to know who
// accesses what (race_rivals.h), and each race of an access is told (c11_more_races).
struct race_rivals;
void c11_remember_all(struct c11 *c11, struct race_candidates *candidates,
                      struct race_rivals *rivals);

uint64_t c11_mark(const struct c11 *c11);
void c11_back(struct c11 *c11, uint64_t mark);

// Of all that matters for races to come.
uint64_t c11_hash(const struct c11 *c11);

// A race that was found: the earlier access, and which bytes.
struct c11_race {
    unsigned thread;            // of the earlier access
    uint32_t epoch;             // of this thread, then
    const struct mz_site *site; // of the earlier access
    bool wrote, atomic;         // was it a write, an atomic one?
    bool suspected;             // see c11_blind_update
    uint64_t address;           // first racing byte
    uint32_t size;
};

// An access. True if it races with an earlier one: *race then describes the
// most recent such access. An access may span any number of bytes.
// With c11_remember_all, the others follow, one by one, until it is false.
bool c11_more_races(struct c11 *c11, struct c11_race *race);
bool c11_plain(struct c11 *c11, unsigned thread, const void *address,
               size_t size, bool write, const struct mz_site *site,
               struct c11_race *race);
// A block is freed: a write to all of it, of which only the accesses before it
// matter. Who comes after it is found out by the heap.
bool c11_freed(struct c11 *c11, unsigned thread, const void *address,
               size_t size, const struct mz_site *site, struct c11_race *race);
// An atomic access also races with plain ones.
bool c11_atomic_load(struct c11 *c11, unsigned thread, const void *address,
                     uint32_t size, enum mz_order order,
                     const struct mz_site *site, struct c11_race *race);
bool c11_atomic_store(struct c11 *c11, unsigned thread, const void *address,
                      uint32_t size, enum mz_order order,
                      const struct mz_site *site, struct c11_race *race);
// Read-modify-write; a failed compare-exchange is an atomic load instead.
bool c11_atomic_rmw(struct c11 *c11, unsigned thread, const void *address,
                    uint32_t size, enum mz_order order,
                    const struct mz_site *site, struct c11_race *race);
// One that may come in any order with others of its class (not 0) at the same
// bytes: neither synchronises with the other. In each order of them some do. So
// races that are found after that are *suspected*: whether there is an order in
// which all are as they should be and the race is there is the search's affair.
bool c11_blind_update(struct c11 *c11, unsigned thread, const void *address,
                      uint32_t size, enum mz_order order, unsigned class,
                      const struct mz_site *site, struct c11_race *race);
// An access that reads from one of several writes, as somebody has chosen
// (weak_memory.h): writes have numbers, which are none of those that are
// remembered. With the release sequences of C23: only updates go on with them.
struct c11_chosen {
    uint64_t source; // the write that it reads from; 0: it reads nothing, or
                     // what was there before all
    uint64_t write;  // what it is itself; 0: nobody reads it
    bool writes;
};
bool c11_chosen(struct c11 *c11, unsigned thread, const void *address,
                uint32_t size, enum mz_order order, struct c11_chosen chosen,
                const struct mz_site *site, struct c11_race *race);
void c11_fence(struct c11 *c11, unsigned thread, enum mz_order order);

// Synchronisation objects are known by their address.
void c11_acquire(struct c11 *c11, unsigned thread, const void *object);
void c11_release(struct c11 *c11, unsigned thread, const void *object);
// Release that forgets earlier releases is never needed: they accumulate.

// `child` starts, having seen all that its creator has; if others have had its
// number, they have been joined. `thread` has seen all that `other` did (join,
// barrier).
void c11_fork(struct c11 *c11, unsigned thread, unsigned child);
void c11_join(struct c11 *c11, unsigned thread, unsigned other);
// Of what a thread does now; what one does later who gets its number comes in
// a later one.
uint32_t c11_epoch(const struct c11 *c11, unsigned thread);

// Memory that was freed and is given out again, or a stack frame that is used
// again: earlier accesses to these bytes no longer count.
void c11_forget(struct c11 *c11, const void *address, size_t size);

#endif
