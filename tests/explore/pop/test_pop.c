// SPDX-License-Identifier: Apache-2.0
// POP and its explicit variant against every interleaving, against optimal on
// bigger programs, and on the models with known counts.
//
//   test-pop [PROGRAMS [FIRST SEED]]
//
// A program that fails is made smaller and printed with its seed. A quarter as
// many programs again are tried with the explicit variant under the finer
// relation (failed compare-exchanges as reads), some with what auto takes, and
// some bigger ones; among these are reads and writes only, which is where sleep
// sets matter most.

#include "property.h"
#include "random_program.h"

#include "explore/pop/pop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct explorer *explicit_variant(struct trace *trace) {
    return explorer_pop_as(trace, POP_EXPLICIT);
}

static const struct contender pop = {
    .name = "pop", .algorithm = ALGORITHM_POP, .optimal = true, .seeds = 2};
static const struct contender explicit = {.name = "pop, explicit",
                                          .make = explicit_variant,
                                          .optimal = true,
                                          .seeds = 2};
static const struct contender automatic = {
    .name = "auto", .algorithm = ALGORITHM_AUTO, .optimal = true, .seeds = 1};

// ---------------------------------------------------------- random programs

static struct relation relation_for(const struct round *round, uint64_t seed,
                                    const char *program) {
    // With both awaits and commuting adds it is optimal that would be tested.
    bool awaits = strstr(program, "AWAIT") && seed % 16 != 1;
    return (struct relation){.blind_adds = seed % 2 && !awaits,
                             .failed_cas_writes = round->failed_cas_writes,
                             .readers_conflict = true};
}

// The finest relation: what auto has to be exact for.
static struct relation finest(const struct round *round, uint64_t seed,
                              const char *program) {
    (void)round;
    (void)program;
    return (struct relation){.blind_adds = seed % 2};
}

// ------------------------------------------------------------------- models

// Readers are dependent on each other for POP: such counts are those of brute
// force with the same relation, not those in the file.
static bool model_holds(const char *text, const struct expectation *e,
                        const struct contender *c) {
    struct relation relation = e->relation;
    relation.readers_conflict = true;
    struct judgement j = judge(text, relation, 20000, c, 1, 1);
    if (strstr(text, "RDLOCK"))
        return j.verdict == HOLDS;
    struct search_result r;
    if (j.verdict == FAILS || !explore_text(text, relation, c, &r))
        return false;
    return r.limit == NO_LIMIT && r.executions[ENDED_ASLEEP] == 0 &&
           expectation_met(e, &r);
}

static bool both_hold(const char *name, const char *text,
                      const struct expectation *e) {
    bool holds = model_holds(text, e, &pop);
    bool holds_explicitly = model_holds(text, e, &explicit);
    if (!holds || !holds_explicitly)
        printf("%s: %s%s not as expected\n", name, holds ? "" : "pop ",
               holds_explicitly ? "" : "explicit ");
    return holds && holds_explicitly;
}

// ----------------------------------------------------------------- variants

struct variant_case {
    const char *text;
    struct relation relation;
    const char *taken; // the variant, or another algorithm
    uint64_t executions;
};

static bool taken_is(const struct search_result *r, const char *wanted) {
    bool own = r->algorithm == ALGORITHM_POP;
    const char *taken = own ? r->variant : algorithm_name(r->algorithm);
    return strcmp(taken, wanted) == 0 && (r->because != NULL) == !own;
}

static uint64_t check_cases(const struct contender *contender,
                            const struct variant_case *cases, size_t count) {
    uint64_t failed = 0;
    for (size_t i = 0; i < count; i++) {
        const struct variant_case *c = &cases[i];
        struct search_result r = {0};
        bool parsed = explore_text(c->text, c->relation, contender, &r);
        struct judgement j =
            judge(c->text, c->relation, 20000, contender, 1, 1);
        if (parsed && j.verdict == HOLDS && taken_is(&r, c->taken) &&
            search_total(&r) == c->executions)
            continue;
        printf("%s, case %zu: %s%s%s, %llu executions: %s\n", contender->name,
               i, algorithm_name(r.algorithm), r.variant ? ", " : "",
               r.variant ? r.variant : "", (unsigned long long)search_total(&r),
               j.why);
        failed++;
    }
    return failed;
}

// Which variant is taken, and that the counts are right when it is found out
// late, behind a branch of the program, that the characterisation is no good.
static uint64_t check_variants(void) {
    static const struct relation coarse = {.failed_cas_writes = true,
                                           .readers_conflict = true};
    static const struct relation fine = {.readers_conflict = true};
    static const struct relation adds = {.blind_adds = true,
                                         .readers_conflict = true};
    static const struct variant_case cases[] = {
        {"thread p\n W x 1\nthread q\n R a x\nthread r\n R a x\n", coarse,
         "characterisation", 4},
        {"thread p\n CAS a x 0 1\nthread q\n CAS a x 0 2\n", coarse,
         "characterisation", 2},
        {"thread p\n CAS a x 0 1\nthread q\n CAS a x 0 2\n", fine, "explicit",
         2},
        {"thread p\n AWAIT x == 1\nthread q\n W x 1\n", coarse, "explicit", 1},
        {"thread q\n R a x\n IF a == 0\n  AWAIT y == 0\n END\n"
         "thread r\n R a x\nthread s\n W y 1\nthread p\n W x 1\n",
         coarse, "explicit", 6},
        {"thread q\n R a x\n IF a == 0\n  R b y{0,4}\n END\n"
         "thread r\n R a x\nthread s\n W y 1\nthread p\n W x 1\n",
         coarse, "explicit", 6},
        {"thread q\n R a x\n IF a == 0\n  AWAIT y == 1\n END\n"
         "thread r\n R a x\nthread s\n FAA _ y 1\nthread p\n W x 1\n",
         adds, "optimal", 4},
        {"thread p\n FAA _ x 1\nthread q\n FAA _ x 1\nthread r\n W x 1\n", adds,
         "characterisation", 4},
        {"thread p\n FAA _ x 1\nthread q\n R a x\nthread r\n R a x\n", adds,
         "explicit", 4},
        {"thread a\n R r x{1,1}\nthread b\n R r x\nthread c\n R r x{1,1}\n"
         " W x{2,4} 1\nthread w\n W x{1,1} 1\n",
         coarse, "optimal", 14},
    };
    return check_cases(&pop, cases, sizeof cases / sizeof *cases);
}

// What auto takes.
static uint64_t check_auto(void) {
    static const struct relation fine = {.blind_adds = true};
    static const struct relation readers = {.readers_conflict = true};
    static const char readers_text[] =
        "thread p\n RDLOCK l\n RWUNLOCK l\nthread q\n RDLOCK l\n RWUNLOCK l\n";
    static const struct variant_case cases[] = {
        {"thread p\n W x 1\nthread q\n R a x\nthread r\n R a x\n", fine,
         "characterisation", 4},
        {"thread p\n CAS a x 0 1\nthread q\n CAS a x 0 2\n", fine, "explicit",
         2},
        {"thread p\n AWAIT x == 1\nthread q\n W x 1\n", fine, "optimal", 1},
        {"thread q\n R a x\n IF a == 0\n  AWAIT y == 0\n END\n"
         "thread r\n R a x\nthread s\n W y 1\nthread p\n W x 1\n",
         fine, "optimal", 6},
        {"thread p\n W y 1\nthread q\n R b y{0,4}\n", fine, "optimal", 2},
        {readers_text, fine, "optimal", 1},
        {readers_text, readers, "characterisation", 6},
    };
    return check_cases(&automatic, cases, sizeof cases / sizeof *cases);
}

int main(int argc, char **argv) {
    uint64_t wanted = argc > 1 ? strtoull(argv[1], NULL, 10) : 20000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    const struct round rounds[] = {
        {"pop", &pop, &reference_all, true, relation_for, WITH_EVERYTHING, 9,
         1200, 0},
        {"explicit", &explicit, &reference_all, false, relation_for,
         WITH_EVERYTHING, 9, 1200, 0},
        {"pop, bigger", &pop, &reference_optimal, true, relation_for,
         WITH_EVERYTHING, 14, 800, 0},
        {"pop, memory", &pop, &reference_optimal, true, relation_for,
         WITH_MEMORY, 12, 500, 0},
        {"auto", &automatic, &reference_all, false, finest, WITH_EVERYTHING, 9,
         1200, 0},
    };
    uint64_t failed =
        check_variants() + check_auto() + expectations_of(MODELS, both_hold);
    failed += run_round(&rounds[0], wanted, seed);
    failed += run_round(&rounds[1], wanted / 4, seed);
    failed += run_round(&rounds[2], wanted / 16, seed);
    failed += run_round(&rounds[3], wanted / 16, seed);
    failed += run_round(&rounds[4], wanted / 8, seed);
    printf("%s\n", failed ? "failed" : "passed");
    return failed != 0;
}
