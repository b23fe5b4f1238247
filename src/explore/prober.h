// SPDX-License-Identifier: Apache-2.0
// Executions at random, beside a search: how large it is (estimate.h), and
// where its races are.
//
// Two samples of the same are taken in turn. Random walks (explore/walk) differ
// little, but miss what was never seen; ways down POP's tree of executions
// differ much, but show all that there is, from which the walks learn. What the
// walks have found before they learnt something new does not count, if enough
// comes after it.
//
// The machine is anywhere before and at its start afterwards. What goes wrong
// in these executions is as real as anywhere: it is told.

#ifndef MAZURKA_EXPLORE_PROBER_H
#define MAZURKA_EXPLORE_PROBER_H

#include "explore/estimate.h"
#include "explore/explorer.h"

// Where most races are, as plain data.
struct contention {
    uint64_t races, all; // there, and everywhere, in the same executions
    struct place place;  // line 0: nowhere
    char what[80];       // the operation there
    char threads[2][MACHINE_THREAD_NAME]; // whose it is; the second may be ""
};

// Which operation one thread does most often in one execution.
struct repetition {
    uint32_t times, steps; // there, and in all of that execution
    struct place place;    // line 0: nowhere
    char what[80];
};

struct prober;

// Told after a step that something is wrong in, and at the end of an execution.
typedef void prober_visitor(void *context, struct trace *trace, bool ended);

// The same seed, the same executions.
struct prober *prober_new(struct machine *machine, enum algorithm algorithm,
                          uint64_t seed, prober_visitor *visit, void *context);
void prober_free(struct prober *prober);
// So many executions more at most, or until so many seconds are over.
void prober_run(struct prober *prober, uint64_t executions, double seconds);

// How many executions the search takes, if it has `done` so many of which
// `wasted` were cut short.
struct estimate prober_estimate(const struct prober *prober, uint64_t done,
                                uint64_t wasted);
struct contention prober_contention(const struct prober *prober);
struct repetition prober_repetition(const struct prober *prober);
// An execution of somebody else's, whose repetitions count, too.
void prober_look_at(struct prober *prober, const struct trace *trace);

#endif
