// SPDX-License-Identifier: Apache-2.0
// POP's sleep sets: which schedules must not be completed, because what follows
// them is explored elsewhere. SSChar[E] of [POP, Algorithm 1].
//
// There are two variants, one interface: the parsimonious characterisation
// (characterisation.h), in polynomial memory, and the schedules one by one
// (sleeping_schedules.h), which is exact for more programs. pop_variant.h says
// which one fits.
//
// SSChar is kept for the end of the running execution, and for the end of each
// execution's schedule, as it was there; in between it follows from the events.

#ifndef MAZURKA_EXPLORE_POP_SLEEP_POP_SLEEP_H
#define MAZURKA_EXPLORE_POP_SLEEP_POP_SLEEP_H

#include "explore/pop/sleep/forest.h"
#include "explore/pop/sleep/pop_variant.h"

struct pop_sleep;

struct pop_sleep_class {
    const char *name;
    // Is UpdSeq(⟨e⟩, SSChar) = block: would e complete a schedule that sleeps?
    bool (*blocks)(const struct forest *asleep, const struct passing *e);
    // SSChar := UpdSeq(⟨e⟩, SSChar). False: block, and it is of no use then.
    bool (*pass)(struct forest *asleep, const struct passing *e);
    // Append to `made` what σ puts to sleep for what follows it.
    void (*make)(struct pop_sleep *, const struct branch *);
    // These may be NULL. The topmost execution is about to go, with its events.
    void (*pop)(struct pop_sleep *);
    void (*destroy)(struct pop_sleep *);
    // Debug: can what sleeps at the end of the trace be told from it?
    bool (*is_sound)(const struct forest *asleep, const struct trace *trace);
};

extern const struct pop_sleep_class characterisation, sleeping_schedules;

// What goes with each execution of the stack.
struct execution_sleep {
    struct forest after; // SSChar after its schedule
    size_t made, end;    // what that has put to sleep, itself: in `made`
};

struct pop_sleep {
    const struct pop_sleep_class *class;
    struct suspended *suspended;
    struct forest asleep; // SSChar[E], E being the trace
    struct forest made;   // SchedChar of the schedules of all executions
    // Of all executions on the stack; entries beyond are spare.
    VEC(struct execution_sleep) executions;
    struct explored_schedules *explored; // the explicit variant's own
    VEC(uint32_t) clock;                 // scratch
};

void pop_sleep_free(struct pop_sleep *sleep);
// Nothing sleeps, and one execution is on the stack.
void pop_sleep_begin(struct pop_sleep *sleep, enum pop_variant variant);

static inline bool pop_sleep_empty(const struct pop_sleep *s) {
    return forest_empty(&s->asleep);
}

// UpdSeq(⟨op⟩, SSChar) = block, if `op` of `thread` were the next event?
bool pop_sleep_blocks(struct pop_sleep *sleep, uint32_t thread,
                      const struct op *op);
// The last event of the trace has happened.
void pop_sleep_pass(struct pop_sleep *sleep);
// UpdSeq(σ, SSChar[E1]), the trace being E1. False: block.
bool pop_sleep_follow(struct pop_sleep *sleep, const struct branch *branch);
// … and it was not: the execution that begins with σ is about to come on the
// stack. (E[first] itself, chosen otherwise, puts nothing to sleep.)
void pop_sleep_push(struct pop_sleep *sleep, const struct branch *branch);
// As if the execution had come and gone: for those that are left out.
void pop_sleep_skip(struct pop_sleep *sleep, const struct branch *branch);
// The topmost execution is about to go.
void pop_sleep_pop(struct pop_sleep *sleep);

#endif
