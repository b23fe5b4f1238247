// SPDX-License-Identifier: Apache-2.0
// Whose turn it is, where POP leaves the order free.
//
// The order decides nothing about what is found, but much about how many steps
// it takes. An execution shares with the one that it branches off from what
// comes before the first event of the race: the later that event, the better.
// So what races should come late, and what races with each other should come
// together:
//
//     prefix [schedule]  quiet threads  head's thread, its rivals  other rivals
//                                                     ◀── branch off from here
//
// Rivals are threads that have raced, as far as the search has found out; a
// thread without any is quiet. With independent pairs of rivals, an execution
// then runs little more than one pair again, and not all pairs that come after
// the first one's first event.
//
// Where few race at each place (*few*: at most three threads at each of several
// places), but threads go from place to place, rivals are too coarse. Then the
// next operation is one with the fewest rivals who have raced at its place but
// are not there yet, about to act on it; of these, one with the fewest rivals
// at its place; then the last thread's, one of a thread with few rivals, and
// the newest thread's. So both sides of a race come one after the other:
//
//     T1: r = x3  r = x2  r = x1   T2: x1 = 1   T3: r = x1  x2 = r   T4: …
//
// when T1 is done, x1 = 1 (T2) and r = x1 (T3) come next, then x2 = r (T3) and
// r = x2 (T4), and so on; what follows a branch is a pair, and not a thread.
//
// Else a thread goes on as long as it can, unless it is tired (fairness.h). In
// the first execution, when nothing is known of rivals, one that has waited for
// another to end goes on when that has ended, as if it had called it; it would
// have to overtake whatever others did in between.

#ifndef MAZURKA_EXPLORE_POP_POP_ORDER_H
#define MAZURKA_EXPLORE_POP_POP_ORDER_H

#include "explore/fairness.h"

enum {
    NOBODY = UINT32_MAX,
    TURN_MOST_THREADS = 64, // sets of threads are 64-bit words
    // Places are told apart by where they are in a page: that is the same in
    // every run of a program, and two that are taken for one cost only steps.
    TURN_PLACES = 1024,
};

struct turns {
    uint64_t rivals[TURN_MOST_THREADS];
    uint64_t rivalrous;           // those who have any
    uint32_t last;                // whose step was the last one, or NOBODY
    uint32_t focus;               // the last one that is rivalrous, or NOBODY
    bool branched;                // it was the head of a schedule
    uint64_t racers[TURN_PLACES]; // by place
    uint32_t places;              // where there are any
    bool crowded;                 // somewhere there are many
    bool few;
    // Who is where in the running execution, as far as it is known.
    uint64_t somewhere;
    uint64_t there[TURN_PLACES];
    uint16_t place[TURN_MOST_THREADS];
};

// Two threads have raced for what is at an address.
void turns_race(struct turns *turns, uint32_t one, uint32_t other,
                uint64_t addr);
// A new execution.
void turns_begin(struct turns *turns);
// A thread has made a step, as the head of a schedule or freely.
void turns_head(struct turns *turns, uint32_t thread);
void turns_step(struct turns *turns, uint32_t thread);
// An enabled thread of a set, or NOBODY.
uint32_t turns_next(struct turns *turns, struct machine *machine,
                    uint64_t among);

#endif
