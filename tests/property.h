// SPDX-License-Identifier: Apache-2.0
// The property that all explorers are judged by: against every interleaving.

#ifndef MAZURKA_TESTS_PROPERTY_H
#define MAZURKA_TESTS_PROPERTY_H

#include "explore/search.h"
#include "machine/model/model.h"

// What is expected of one run of an algorithm.
struct contender {
    const char *name;
    enum algorithm algorithm;
    bool optimal;         // each class once and nothing cut short
    unsigned seeds;       // how many random orders to try besides the plain one
    explorer_maker *make; // instead of the algorithm, if not NULL
    uint32_t k;           // for quasi
};

enum verdict {
    HOLDS,
    FAILS,   // `why` says how
    TOO_BIG, // more interleavings than `most`
    NO_PROGRAM,
};

struct judgement {
    enum verdict verdict;
    char why[200];
    uint64_t classes, interleavings;
};

// What is known of a program in a file, by lines that start so:
//   # expect: classes=3 complete=2 deadlock=0 await-blocked=0 …
//   # expect --ifaa: …          with blind adds
//   # expect --cas-write: …     with failed compare-exchanges as writes
struct expectation {
    struct relation relation;
    unsigned long classes, complete, deadlock, await, assume, states;
};

// The next such line from *text on, which moves behind it.
bool expectation_next(const char **text, struct expectation *expectation);

// Compare the contenders with another one on a program that may be big. The
// reference must be exact; it is given up beyond `most` executions.
struct judgement judge_against(const struct contender *reference,
                               const char *program, struct relation relation,
                               uint64_t most,
                               const struct contender *contenders,
                               unsigned count, uint64_t seed);

// Compare the contenders with brute force on one program.
struct judgement judge(const char *program, struct relation relation,
                       uint64_t most, const struct contender *contenders,
                       unsigned count, uint64_t seed);

#endif
