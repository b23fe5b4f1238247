// SPDX-License-Identifier: Apache-2.0
// Random programs: every explorer against every interleaving.
//
//   test-property [PROGRAMS [FIRST SEED]]
//
// A program that fails is made smaller and printed with its seed.

#include "property.h"
#include "random_program.h"

#include <stdlib.h>

enum { MOST_INTERLEAVINGS = 3000 };

static const struct contender contenders[] = {
    {.name = "optimal",
     .algorithm = ALGORITHM_OPTIMAL,
     .optimal = true,
     .seeds = 2},
    {.name = "source", .algorithm = ALGORITHM_SOURCE, .seeds = 1},
    {.name = "classic", .algorithm = ALGORITHM_CLASSIC},
};

// Seeds of programs that show what few others do: races between events of an
// earlier execution have to be looked for again (optimal-new-events-only).
static const uint64_t telling[] = {21816};

static struct relation relation_for(const struct round *round, uint64_t seed,
                                    const char *program) {
    (void)round;
    (void)program;
    return (struct relation){.blind_adds = seed % 2};
}

int main(int argc, char **argv) {
    uint64_t wanted = argc > 1 ? strtoull(argv[1], NULL, 10) : 20000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    const struct round round = {
        .name = "all explorers",
        .contender = contenders,
        .more = sizeof contenders / sizeof *contenders - 1,
        .reference = &reference_all,
        .relation = relation_for,
        .with = WITH_EVERYTHING,
        .operations = RANDOM_OPERATIONS,
        .most = MOST_INTERLEAVINGS,
    };
    uint64_t failed = 0;
    for (size_t i = 0; i < sizeof telling / sizeof *telling; i++)
        failed += run_round(&round, 1, telling[i]);
    return failed + run_round(&round, wanted, seed) != 0;
}
