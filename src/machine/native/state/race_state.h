// SPDX-License-Identifier: Apache-2.0
// What the detector of data races knows (races/c11.h), as a part of the state.
//
// Whether an access races depends on what is ordered before it, not on memory
// alone, and two ways to the same memory may differ in that. Clocks would tell
// all ways apart. What races to come depend on is less:
//
//   open accesses   each that may still race: its thread, kind, bytes and place
//   for each of them, and each who may hand it on: is it ordered before all
//   that
//     a thread      does next
//     an object,    does next who acquires it: locks and the like, and what
//       a write     release sequences carry on
//     a fence       of a thread will carry on, or let it see
//
// An access is open if a thread that is or may come does not know it, and was
// ever seen to make a conflicting one (races/race_rivals.h). So where data is
// handed over properly there are few, and where all is under locks there are
// none.
//
// All of it is a set of items, in no order.

#ifndef MAZURKA_MACHINE_NATIVE_STATE_RACE_STATE_H
#define MAZURKA_MACHINE_NATIVE_STATE_RACE_STATE_H

#include "base/memory.h"
#include "machine/native/races/c11.h"
#include "machine/native/races/race_rivals.h"
#include "machine/state_hash.h"

// Threads, as bits.
struct race_threads {
    uint64_t alive;
    uint64_t ended; // and not joined: who joins one comes to know what it knew
    uint64_t to_come; // not there, or there no more, and may be (again)
};

struct open_access {
    struct state item; // what it is
    unsigned thread;
    uint32_t epoch;
};

struct race_state {
    VEC(struct open_access) open;
    VEC(struct state) items;
};

// The items, in `items`, which are the same only if the detector knows the
// same.
void race_state_take(struct race_state *state, const struct c11 *c11,
                     const struct race_rivals *rivals,
                     const struct race_threads *threads);
void race_state_free(struct race_state *state);

#endif
