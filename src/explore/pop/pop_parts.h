// SPDX-License-Identifier: Apache-2.0
// What the files of POP share: the search as it stands (pop.c), and how a part
// of it becomes plain data (pop_unit.c).

#ifndef MAZURKA_EXPLORE_POP_POP_PARTS_H
#define MAZURKA_EXPLORE_POP_POP_PARTS_H

#include "explore/explorer.h"
#include "explore/pop/sleep/pop_sleep.h"

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

// The execution is over: find its races, which are due from now on.
void pop_find_races(struct pop *p);
// Go on with a race that is due, of the topmost execution; false: what sleeps
// covers it. The trace has become the prefix of the new execution then.
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
