// SPDX-License-Identifier: Apache-2.0
// Searches in parts: random programs, divided at random moments, against every
// interleaving.
//
//   test-units [PROGRAMS [FIRST SEED]]

#include "in_parts.h"
#include "property.h"
#include "random_program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct contender pop = {.name = "pop, in parts",
                                     .algorithm = ALGORITHM_POP,
                                     .optimal = true,
                                     .seeds = 3,
                                     .in_parts = true};
static const struct contender automatic = {.name = "auto, in parts",
                                           .algorithm = ALGORITHM_AUTO,
                                           .optimal = true,
                                           .seeds = 1,
                                           .in_parts = true};

static struct relation relation_for(const struct round *round, uint64_t seed,
                                    const char *program) {
    (void)program;
    return (struct relation){.blind_adds = seed % 2,
                             .failed_cas_writes = round->failed_cas_writes,
                             .readers_conflict = true};
}

int main(int argc, char **argv) {
    uint64_t wanted = argc > 1 ? strtoull(argv[1], NULL, 10) : 12000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    const struct round rounds[] = {
        {"pop", &pop, &reference_all, true, relation_for, WITH_EVERYTHING, 9,
         1200, 0},
        {"pop, memory", &pop, &reference_optimal, true, relation_for,
         WITH_MEMORY | WITH_LOCKS, 12, 500, 0},
        {"auto", &automatic, &reference_all, false, relation_for,
         WITH_EVERYTHING, 9, 1200, 0},
    };
    uint64_t failed = run_round(&rounds[0], wanted / 2, seed);
    failed += run_round(&rounds[1], wanted / 4, seed);
    failed += run_round(&rounds[2], wanted / 4, seed);
    // One that begins again after it has given something away.
    failed += run_round(&rounds[0], 1, 5095);
    const struct in_parts_statistics *s = in_parts_statistics();
    printf("%llu searches, %llu units, %llu interrupted, %llu restarts, "
           "%llu disagreed\n",
           (unsigned long long)s->searches, (unsigned long long)s->units,
           (unsigned long long)s->interrupted, (unsigned long long)s->restarts,
           (unsigned long long)s->disagreed);
    // A test that divides nothing tests nothing.
    failed += s->units < wanted || s->interrupted < wanted || !s->restarts;
    printf("%s\n", failed ? "failed" : "passed");
    return failed != 0;
}
