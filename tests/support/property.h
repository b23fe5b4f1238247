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
    bool in_parts;        // divided at random moments (in_parts.h)
};

// What others are compared with: every interleaving, and optimal for programs
// that have too many of them.
extern const struct contender reference_all, reference_optimal;

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

// All such lines of all models in a folder. `holds` is asked for each of them,
// and says what does not hold. How many failed; one more if there are none.
typedef bool expectation_check(const char *name, const char *text,
                               const struct expectation *expectation);
uint64_t expectations_of(const char *folder, expectation_check *holds);
// Does a search end as often in each way as it should?
bool expectation_met(const struct expectation *expectation,
                     const struct search_result *result);

// A search by a contender. False if the program is none.
bool explore_text(const char *program, struct relation relation,
                  const struct contender *contender, struct search_result *r);

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

// A round of random programs: contenders are compared with a reference that is
// given up beyond `most` executions.
struct round {
    const char *name;
    const struct contender *contender, *reference;
    bool failed_cas_writes; // of use to `relation`
    struct relation (*relation)(const struct round *round, uint64_t seed,
                                const char *program);
    unsigned with, operations; // random_program_of
    uint64_t most;
    unsigned more; // contenders, behind the first
};

// As many programs as wanted that are not too big, from a seed on. One that
// fails is made smaller and printed. How many failed, at most three.
uint64_t run_round(const struct round *round, uint64_t wanted, uint64_t seed);

#endif
