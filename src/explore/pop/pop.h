// SPDX-License-Identifier: Apache-2.0
// POP, parsimonious-optimal DPOR [POP]: each class exactly once, none cut
// short, in memory that is polynomial in the length of an execution.
//
// Races are reversed *eagerly*: as soon as one is found, the execution is
// suspended, the new one is run and dealt with completely, and the old one is
// taken up again (trace/suspended.h).
//
//     execution 0   e0 e1 e2 e3 e4 e5 e6       race (e2, e4) reversed:
//     execution 1   e0 e1 [e4] e2' e3'         … its own races, then the other
//                         schedule               races of execution 0
//
// Races are reversed *parsimoniously*: what was scheduled to bring an event
// forward (trace/schedule.h) is never overtaken, and an event that does not
// come after a head on its way overtakes nothing beyond that head, since
// another execution does the same.
//
// Invariants: schedules are contiguous and end in their head; the first event
// of a reversed race is in no schedule, and the heads between it and the second
// are in the new schedule; a run finds no enabled thread blocked by what sleeps
// but another that is not; at most n(n-1)/2 executions are suspended, for the
// longest execution n, not counting alternatives of choices.
//
// Which operations conflict has to be orderly for this: what the program has
// decides how sleep sets are kept, or that it is left to optimal-DPOR
// (sleep/pop_variant.h). When that is found out late, all begins again.

#ifndef MAZURKA_EXPLORE_POP_POP_H
#define MAZURKA_EXPLORE_POP_POP_H

#include "explore/explorer.h"
#include "explore/pop/sleep/pop_sleep.h"

struct explorer *explorer_pop_as(struct trace *trace, enum pop_variant as);

// The search as it stands, for what makes plain data of a part of it, says who
// goes next where that is free, or goes down its tree at random.

// What goes with each execution of the stack.
struct pop_execution {
    uint32_t start; // its schedule's head; earlier second events are dealt with
    bool alternative; // its schedule is another choice of one event
    // Which of the races below has led to it: the first event is its base.
    uint32_t second, thread, choice;
    size_t found, clocks; // where its own begin in `schedules`
};

struct pop {
    struct explorer base;
    struct features features;
    enum pop_variant variant;
    struct schedules schedules;
    struct suspended suspended;
    struct pop_sleep sleep;
    VEC(struct pop_execution) executions;
    uint32_t longest; // execution so far
    // Of the running execution:
    struct schedule schedule;
    struct branch sigma; // the same where it is run
    uint32_t noted;      // events that have their marks
};

static inline const struct pop_execution *pop_top(const struct pop *p) {
    return &p->executions.at[p->executions.count - 1];
}

// The first event of the race that the running execution has reversed.
static inline const struct event *pop_overtaken(const struct pop *p) {
    return suspended_below(&p->suspended, p->sigma.first);
}

void pop_begin(struct pop *p, enum pop_variant variant);
// The execution is over: find its races, which are due from now on.
void pop_find_races(struct pop *p);
// Go on with a race that is due, of the topmost execution, whose prefix becomes
// the trace; false: what sleeps covers it.
bool pop_reverse(struct pop *p, const struct schedule *schedule);
// The topmost execution has nothing due.
void pop_execution_done(struct pop *p);
// Which race comes next, and with how much of the trace: what end() returns.
uint32_t pop_next(struct pop *p);
// The step that was taken last becomes part of the execution.
void pop_take_note(struct pop *p);
// The next step, if it is part of the schedule that the execution begins with.
bool pop_planned(struct pop *p, struct step *step);

#endif
