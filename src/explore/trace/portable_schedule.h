// SPDX-License-Identifier: Apache-2.0
// A schedule that means the same in every process: what findings, trace files
// and messages between processes hold.
//
// Inside of a process threads have small numbers, in the order in which it
// happened to see them. Here a thread is known by its *spawn path*: main is 0,
// and the k-th thread that the one with path p creates is p.k. The schedule has
// a table of the threads that are created in it, each after its creator:
//
//    threads   0: path 0         (there from the start: its number)
//              1: path 0.1       creator 0, nth 1
//              2: path 0.1.1     creator 1, nth 1
//    steps     (2, choice) …     of the thread with path 0.1.1
//
// A choice that is a thread (whom a signal wakes) is 1 + its place in the
// table. The numbers that the threads had are kept, too: stacks, heaps and
// handles go by them, and whoever replays gives them again, so that the program
// sees the same addresses.

#ifndef MAZURKA_EXPLORE_TRACE_PORTABLE_SCHEDULE_H
#define MAZURKA_EXPLORE_TRACE_PORTABLE_SCHEDULE_H

#include "explore/trace/trace.h"

enum { NO_CREATOR = UINT32_MAX, MOST_THREADS = 64 };

struct portable_thread {
    uint32_t creator; // place in the table, before its own; or NO_CREATOR
    uint32_t nth;     // that its creator creates, from 1; or its number
    uint32_t number;  // where the schedule was found
};

struct portable_schedule {
    VEC(struct portable_thread) threads;
    VEC(struct step) steps; // `thread` is a place in the table
};

void portable_schedule_free(struct portable_schedule *schedule);

// Of the steps that led the trace's machine to where it is, with everything
// that was hidden in them (machine.h) as steps of its own. To be freed.
struct portable_schedule portable_schedule_of(const struct trace *trace);

// Of these events from the start on, without what is hidden in them. To be
// freed.
struct portable_schedule
portable_schedule_of_events(const struct event *const *events, size_t count);

// The path of a thread of the table, as text; to be freed.
char *portable_path(const struct portable_schedule *schedule, uint32_t thread);

// Who holds which number, while a schedule is run.
struct portable_walk {
    const struct portable_schedule *schedule;
    uint32_t at[MOST_THREADS]; // by number: place in the table, or NO_CREATOR
    // By place in the table: how many it has created, its number once it is
    // there, and a list of its children that are still to come.
    VEC(uint32_t) created, numbers, first, sibling;
};

// To run it on this machine, which gives the threads their numbers.
struct portable_walk
portable_walk_begin(const struct portable_schedule *schedule,
                    struct machine *machine);
void portable_walk_end(struct portable_walk *walk);
// The n-th step in the machine's numbers. False: no such thread is there.
bool portable_walk_step(const struct portable_walk *walk, size_t n,
                        struct machine *machine, struct step *step);
// This event was the next step.
void portable_walk_pass(struct portable_walk *walk, const struct event *event);

#endif
