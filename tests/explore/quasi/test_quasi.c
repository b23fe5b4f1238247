// SPDX-License-Identifier: Apache-2.0
// Quasi-optimal search against every interleaving, against optimal on bigger
// programs, and on the models with known counts.
//
//   test-quasi [PROGRAMS [FIRST SEED]]
//
// A program that fails is made smaller and printed with its seed. A third as
// many programs again are tried with each of k = 1, 2, 3 and 4.

#include "families_locks.h"
#include "property.h"
#include "random_program.h"

#include "base/memory.h"
#include "explore/quasi/quasi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PARTIAL(k_)                                                     \
    {                                                                   \
        .name = "quasi, k=" #k_, .algorithm = ALGORITHM_QUASI, .k = k_, \
        .seeds = 1                                                      \
    }
static const struct contender partial[] = {PARTIAL(1), PARTIAL(2), PARTIAL(3),
                                           PARTIAL(4)};
static const struct contender quasi = {
    .name = "quasi", .algorithm = ALGORITHM_QUASI, .optimal = true, .seeds = 2};
// Garbage is looked for after every execution, in unfoldings that are too small
// for it to pay.
static struct explorer *frugal_all(struct trace *trace) {
    return explorer_quasi_frugal(trace, 0);
}
static struct explorer *frugal_partial(struct trace *trace) {
    return explorer_quasi_frugal(trace, 2);
}
static const struct contender frugal = {
    .name = "frugal", .make = frugal_all, .optimal = true, .seeds = 2};
static const struct contender frugal_2 = {
    .name = "frugal, k=2", .make = frugal_partial, .seeds = 1};

// ---------------------------------------------------------- random programs

static struct relation relation_for(const struct round *round, uint64_t seed,
                                    const char *program) {
    (void)round;
    (void)program;
    return (struct relation){.blind_adds = seed & 1,
                             .failed_cas_writes = seed >> 1 & 1,
                             .readers_conflict = seed % 5 == 0};
}

// ------------------------------------------------------------------- models

static bool explore(const char *text, struct relation relation, uint32_t k,
                    struct search_result *r) {
    const struct contender c = {.algorithm = ALGORITHM_QUASI, .k = k};
    return explore_text(text, relation, &c, r) && r->limit == NO_LIMIT;
}

static bool holds_for(const char *text, const struct expectation *e,
                      uint32_t k) {
    struct search_result r;
    return explore(text, e->relation, k, &r) &&
           (k || r.executions[ENDED_ASLEEP] == 0) && expectation_met(e, &r);
}

static bool model_holds(const char *name, const char *text,
                        const struct expectation *e) {
    struct judgement j = judge(text, e->relation, 20000, &quasi, 1, 1);
    bool holds = j.verdict != FAILS;
    for (uint32_t k = 0; k <= 4; k++)
        holds = holds && holds_for(text, e, k);
    if (!holds)
        printf("%s is not as expected: %s\n", name, j.why);
    return holds;
}

// ----------------------------------------------------------------- Figure 1

// n writers of a variable each, a counter, and a master who reads the counter
// and writes the variable that it names: 2n classes. Alternatives to two
// events are enough to find just these; those to one are not.
static uint64_t check_figure_1(void) {
    uint64_t failed = 0;
    for (unsigned n = 2; n <= 8; n++) {
        char text[1024] = "";
        int used = 0;
        for (unsigned i = 0; i < n; i++)
            used += sprintf(text + used, "thread w%u\n W x[%u] 7\n", i, i);
        used += sprintf(text + used, "thread count\n");
        for (unsigned i = 1; i < n; i++)
            used += sprintf(text + used, " W c %u\n", i);
        sprintf(text + used, "thread master\n R i c\n W x[i] 0\n");
        for (uint32_t k = 0; k <= 4; k++) {
            struct search_result r;
            bool fine = explore(text, (struct relation){0}, k, &r) &&
                        r.executions[ENDED_COMPLETE] == 2 * n &&
                        (k == 1 || search_total(&r) == 2 * n);
            if (!fine)
                printf("figure 1, %u writers, k=%u: %llu of %llu complete\n", n,
                       k, (unsigned long long)r.executions[ENDED_COMPLETE],
                       (unsigned long long)search_total(&r));
            failed += !fine;
        }
    }
    return failed;
}

// Answering what fell asleep last is all that these need, and with the largest
// crowd first (quasi_order.h) nine steps an execution.
static uint64_t check_mpat(void) {
    uint64_t failed = 0;
    for (uint32_t k = 0; k <= 3; k++) {
        struct search_result r;
        char *text = family_mpat(4, 0);
        bool fine = explore(text, (struct relation){0}, k, &r) &&
                    r.executions[ENDED_COMPLETE] == 384 &&
                    r.executions[ENDED_ASLEEP] == 0 && r.steps == 3476;
        if (!fine)
            printf("mpat, k=%u: %llu blocked, %llu steps\n", k,
                   (unsigned long long)r.executions[ENDED_ASLEEP],
                   (unsigned long long)r.steps);
        memory_free(text);
        failed += !fine;
    }
    return failed;
}

// A write after more reads than there can be sets of: not a word of safety.
static uint64_t check_bound(void) {
    char text[1024] = "thread w\n W x 1\n"; // the newest thread goes first
    int used = (int)strlen(text);
    for (unsigned i = 0; i < 18; i++)
        used += sprintf(text + used, "thread r%u\n R a x\n", i);
    struct search_result r;
    if (!explore(text, (struct relation){0}, 0, &r) && r.limit == LIMIT_PLACES)
        return 0;
    printf("18 readers: %s\n", limit_name(r.limit));
    return 1;
}

int main(int argc, char **argv) {
    uint64_t wanted = argc > 1 ? strtoull(argv[1], NULL, 10) : 10000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    const struct round rounds[] = {
        {"quasi", &quasi, &reference_all, false, relation_for, WITH_EVERYTHING,
         9, 1200, 0},
        {"quasi, bigger", &quasi, &reference_optimal, false, relation_for,
         WITH_EVERYTHING, 14, 800, 0},
        {"quasi, memory", &quasi, &reference_optimal, false, relation_for,
         WITH_MEMORY, 12, 500, 0},
        {"frugal", &frugal, &reference_optimal, false, relation_for,
         WITH_EVERYTHING, 12, 200, 0},
        {"frugal, k=2", &frugal_2, &reference_optimal, false, relation_for,
         WITH_EVERYTHING, 12, 200, 0},
        {"quasi, k=1", &partial[0], &reference_all, false, relation_for,
         WITH_EVERYTHING, 9, 1200, 0},
        {"quasi, k=2", &partial[1], &reference_all, false, relation_for,
         WITH_EVERYTHING, 9, 1200, 0},
        {"quasi, k=3", &partial[2], &reference_all, false, relation_for,
         WITH_EVERYTHING, 9, 1200, 0},
        {"quasi, k=4", &partial[3], &reference_all, false, relation_for,
         WITH_EVERYTHING, 9, 1200, 0},
    };
    uint64_t failed = check_figure_1() + check_mpat();
    failed += expectations_of(MODELS, model_holds);
    failed += check_bound();
    failed += run_round(&rounds[0], wanted, seed);
    for (unsigned i = 1; i < 5; i++)
        failed += run_round(&rounds[i], wanted / 10, seed);
    for (unsigned k = 5; k < 9; k++)
        failed += run_round(&rounds[k], wanted * 3 / 10, seed);
    printf("%s\n", failed ? "failed" : "passed");
    return failed != 0;
}
