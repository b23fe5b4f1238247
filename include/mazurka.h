// SPDX-License-Identifier: Apache-2.0
// What a program under test may say to Mazurka.
//
// Under any other compiler these are harmless: an assumption that is false
// ends the program quietly, a choice is 0, waiting is waiting. So tests need no
// #ifdef and run as ordinary programs too.

#ifndef MAZURKA_H
#define MAZURKA_H

#ifdef __MAZURKA__

#ifdef __cplusplus
extern "C" {
#endif

// Executions in which `condition` is false are not wanted.
void mz_assume(int condition);

// Every value 0 … count-1 is tried.
int mz_choose(int count);

// Wait until the condition holds: a loop, and one operation without spinning if
// the condition is on one shared variable.
int mz_await(int condition);

// The calling thread's name in reports.
void mz_thread_name(const char *name);

// Is this scenario the one to be run now? See mz_run below.
int mz_scenario(const char *name);

#ifdef __cplusplus
}
#endif

#define mz_assume(condition) mz_assume(!!(condition))
#define mz_await(condition) \
    do {                    \
    } while (!mz_await(!!(condition)))

#else

#include <stdlib.h>

#define mz_assume(condition) ((condition) ? (void)0 : exit(0))
#define mz_choose(count) ((void)(count), 0)
#define mz_await(condition) \
    do {                    \
    } while (!(condition))
#define mz_thread_name(name) ((void)(name))
#define mz_scenario(name) ((void)(name), 1)

#endif

// Several scenarios in one program, each searched by itself and reported by its
// name: main calls mz_run once for each. In a search one of them is run, and the
// other calls do nothing; so none may need what another has done. Under any
// other compiler they are run one after the other.
//
//     static void push_pop(void) { … }
//     int main(void) {
//         mz_run(push_pop);
//         mz_run_named("two producers", two_producers);
//     }
#define mz_run(function) mz_run_named(#function, function)
#define mz_run_named(name, function) \
    do {                             \
        if (mz_scenario(name))       \
            (function)();            \
    } while (0)

#endif
