// SPDX-License-Identifier: Apache-2.0
// A loop that does nothing but look again, for the programs beside this file.
//
// The tables' first column is of a tool that knows such loops, and no others:
// they become one look and an assumption. With -DSPIN_ASSUME they are written
// so; else they are loops like all others.

#ifndef BENCH_SPIN_H
#define BENCH_SPIN_H

#ifdef __MAZURKA__
void __VERIFIER_assume(int condition);
#else
#include <stdlib.h>
#define __VERIFIER_assume(condition) ((condition) ? (void)0 : exit(0))
#endif

#ifdef SPIN_ASSUME
#define SPIN_WHILE(condition) __VERIFIER_assume(!(condition))
#else
#define SPIN_WHILE(condition) \
    while (condition)         \
    continue
#endif

#endif
