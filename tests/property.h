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
    bool optimal;    // each class once and nothing cut short
    unsigned seeds;  // how many random orders to try besides the plain one
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

// Compare the contenders with brute force on one program.
struct judgement judge(const char *program, struct relation relation,
                       uint64_t most, const struct contender *contenders,
                       unsigned count, uint64_t seed);

#endif
