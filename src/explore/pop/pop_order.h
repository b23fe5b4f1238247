// SPDX-License-Identifier: Apache-2.0
// POP's scheduling order (order.h): by who has raced with whom.
//
// What races should come late, since POP goes back to the latest race first,
// and what races with each other should come together:
//
//     prefix [schedule]  threads      the head's thread,     other threads
//                        that never   then those who have    that have raced
//                        raced        raced with it
//                                                 ◀── branch off from here
//
// With independent pairs of threads that race, an execution then runs little
// more than one pair again, and not all pairs that come after the first one's
// first event.
//
// Where the races are *spread out* (at most three threads at each location, and
// more than three locations), threads go from one to another, and who has raced
// with whom is too coarse. Then the next operation is one at whose location the
// fewest of those who have raced there are still to come; of these, one where
// the fewest have raced; then the last thread's, one of a thread that has raced
// with few, and the newest thread's. So both sides of a race come one after the
// other:
//
//     T1: r = x3  r = x2  r = x1   T2: x1 = 1   T3: r = x1  x2 = r   T4: …
//
// when T1 is done, x1 = 1 (T2) and r = x1 (T3) come next, then x2 = r (T3) and
// r = x2 (T4), and so on; what follows a branch is a pair, and not a thread.
//
// Else a thread goes on as long as it can. In the first execution, when no
// races are known, one that has waited for another to end goes on when that has
// ended, as if it had called it; it would have to overtake whatever others did
// in between.

#ifndef MAZURKA_EXPLORE_POP_POP_ORDER_H
#define MAZURKA_EXPLORE_POP_POP_ORDER_H

#include "explore/order.h"

struct order *pop_order(void);

// The same, but the first execution begins with all that nobody races for, and
// what is raced for begins with who changes it:
//
//     T1: r = a  r = x   T2: r = b  r = x   …   T9: x = 1
//
//     r = a (T1)  r = b (T2)  …  x = 1 (T9)  r = x (T1)  r = x (T2)  …
//                               ◀── all branch off from here, or later
//
// Does it pay to begin once more in that order, after the execution that the
// trace holds?
struct order *pop_order_preparing(void);
bool pop_order_preparing_pays(const struct trace *trace);
// The order that the first execution has shown to be better, or NULL.
struct order *pop_order_better(const struct trace *trace);

// The next step where no schedule says it: of any thread that does not head a
// schedule that sleeps. False: nobody can go on.
struct pop;
bool pop_order_choice(struct pop *pop, struct step *step);

#endif
