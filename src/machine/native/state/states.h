// SPDX-License-Identifier: Apache-2.0
// The state of a native program, as a hash (machine/state_hash.h): what decides
// the future, and nothing else.
//
// Memory is hashed by its changes. The undo log says which bytes a step has
// changed and what they held; the hash is the sum (exclusive or) over all words
// that differ from the start of what they hold. That is exact because
//   - everything that the future depends on is saved before it is changed: the
//     program's memory, objects of the thread API, the runtime's own tables;
//   - what the future does not depend on is saved *quietly* (a parked thread's
//     registers and frames, who freed a block), or is the same whatever
//     happened before: memory that is not in use (freed blocks, frames that
//     were left) counts as zeros, and is.
//
// What a thread knows besides is its `local` hash: made anew by the program's
// own code at each place where others may run, of its live values there and of
// the same for its callers (hooks.h); and what a model of a library function
// has come to know since it was called is added to it (native_knows).
//
// Of what the detector of data races knows, that counts which races to come
// depend on (race_state.h).

#ifndef MAZURKA_MACHINE_NATIVE_STATE_STATES_H
#define MAZURKA_MACHINE_NATIVE_STATE_STATES_H

#include "base/memory.h"
#include "base/table.h"
#include "machine/native/native.h"
#include "machine/native/state/race_state.h"

struct states_word {
    uint64_t address, value;
};

struct states_unknown {
    const struct mz_site *site;
    uint64_t times;
};

struct states {
    VEC(struct state) memory; // after each step, as far as it is known
    VEC(size_t) looked_at;    // ends of records, on the way back
    uint64_t unknown;         // times that a thread's state was not known
    VEC(struct states_unknown) unknown_at;
    VEC(uint64_t) found; // by the operation of each step
    VEC(uint64_t) bytes; // of the state that was told last
    VEC(struct states_word) words;
    struct race_state races; // scratch
    // With check_states: everything that was told of threads, by its hash.
    TABLE(struct table_item) told;
    VEC(size_t) told_at; // in told_words: hash, count, words
    VEC(uint64_t) told_words, telling;
};
extern struct states states;

static inline uint64_t states_scramble(uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

// For a given word this is one-to-one: nothing is lost but by coincidence.
static inline void states_fold(struct state *s, uint64_t word) {
    s->word[0] ^= word;
    s->word[1] += states_scramble(s->word[0] + 0x9e3779b97f4a7c15u);
    s->word[0] += states_scramble(s->word[1] + 0xd1b54a32d192ed03u);
}

// Was every translation unit of the program built with --states?
bool states_are_told(void);

// For the machine: the whole state now; false if it cannot be told.
bool states_now(struct machine *machine, struct state *out);
// The same as bytes, which are equal only for equal states, except that what
// threads know is told by its hash: whose equality is checked on the way.
const void *states_bytes(struct machine *machine, size_t *size);
// Look at the steps that were taken since the state was last told, as long as
// the log says what each has changed.
void states_catch_up(void);
// Steps were undone: `steps` are left.
void states_back(size_t steps);
void states_free(void);
// An operation of the running thread has happened, as it says.
__attribute__((noinline)) void states_happened(const struct op *op);
// The running thread knows what its operations have found since so many steps.
void states_found_since(size_t steps);
// A model function has read these bytes.
void states_read(const void *address, size_t size);
// A thread moves no more: what it had for itself is of no interest.
void states_forget_thread(struct native_thread *thread);

// How often a thread's state could not be told and was taken to be a new one;
// the n-th place where that was so, and how often there, or 0.
uint64_t states_unknown(void);
uint64_t states_unknown_at(unsigned nth, struct place *place);

#endif
