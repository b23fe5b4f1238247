// SPDX-License-Identifier: Apache-2.0
// Backtrack sets: the depth-first search that `all`, `classic` and `source`
// share. At each position of the execution it keeps which steps are to be
// explored there, which of them have been, and who sleeps.
//
// Invariant: every step in a backtrack set is enabled at its position, and the
// step that the execution takes there is the one at `current`.

#ifndef MAZURKA_EXPLORE_BASIC_BACKTRACK_H
#define MAZURKA_EXPLORE_BASIC_BACKTRACK_H

#include "explore/explorer.h"
#include "explore/trace/race.h"
#include "explore/trace/sleep_set.h"

typedef VEC(struct step) step_list;

struct backtrack_point {
    step_list steps; // the set, in the order of exploration
    size_t current;  // the one being explored; all before it are done
};

struct backtrack {
    VEC(struct backtrack_point) points; // entries beyond `depth` are reused
    uint32_t depth;                     // how many are in use
    bool sleeping;                      // keep sleep sets?
    struct sleep sleep;
    step_list enabled; // scratch
    uint32_t fresh;    // positions from here on were not analysed yet
};

void backtrack_init(struct backtrack *backtrack, bool sleeping);
void backtrack_free(struct backtrack *backtrack);

// All steps that are enabled now, all choices of each.
void enabled_steps(struct machine *machine, step_list *steps);

// The next step of the execution: what is due, or a free choice of one that is
// enabled and not asleep. False if there is none.
bool backtrack_choose(struct backtrack *backtrack, struct explorer *explorer,
                      struct step *step);
// The parts of it: the step that is due where the last execution left off;
// a new point at the end of the trace; a free choice there.
bool backtrack_due(const struct backtrack *backtrack, const struct trace *trace,
                   struct step *step);
void backtrack_open(struct backtrack *backtrack, const struct trace *trace);
bool backtrack_take(struct backtrack *backtrack, struct explorer *explorer,
                    struct step *step);
// The step taken at a position is explored: is another one due there?
bool backtrack_advance(struct backtrack *backtrack, const struct trace *trace,
                       uint32_t position);
// The deepest position that has a step left; ALL_DONE if there is none.
uint32_t backtrack_next(struct backtrack *backtrack, struct trace *trace);

bool backtrack_has(const struct backtrack *backtrack, uint32_t position,
                   struct step step);
void backtrack_add(struct backtrack *backtrack, uint32_t position,
                   struct step step);
// Is it to be explored at that position, or covered by the sleep set there?
bool backtrack_covers(const struct backtrack *backtrack, uint32_t position,
                      struct step step);

// Let one thread that v can begin with be explored at v's position, unless such
// a thread is already; true if it was added. `classic`: the thread must also
// lead to the second event of the race.
bool backtrack_reverse(struct backtrack *backtrack, const struct trace *trace,
                       const struct reversal *v, bool classic);

// Debug: does the invariant hold for the execution that the trace is? (Whether
// a step is enabled is asked where the machine stands: when it is taken.)
bool backtrack_is_sound(const struct backtrack *backtrack,
                        const struct trace *trace);

#endif
