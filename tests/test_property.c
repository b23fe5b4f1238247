// SPDX-License-Identifier: Apache-2.0
// Random programs: every explorer against every interleaving.
//
//   test-property [PROGRAMS [FIRST SEED]]
//
// A program that fails is made smaller and printed with its seed.

#include "property.h"
#include "random_program.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_INTERLEAVINGS = 3000 };

static const struct contender contenders[] = {
    {.name = "optimal", .algorithm = ALGORITHM_OPTIMAL, .optimal = true, .seeds = 2},
    {.name = "source", .algorithm = ALGORITHM_SOURCE, .seeds = 1},
    {.name = "classic", .algorithm = ALGORITHM_CLASSIC},
};
enum { CONTENDERS = sizeof contenders / sizeof *contenders };

struct failing {
    struct relation relation;
    uint64_t seed;
};

static struct judgement judge_one(const char *program,
                                  const struct failing *f) {
    return judge(program, f->relation, MOST_INTERLEAVINGS, contenders,
                 CONTENDERS, f->seed);
}

static bool still_fails(void *context, const char *program) {
    return judge_one(program, context).verdict == FAILS;
}

static void show(const char *program, struct failing *f,
                 const struct judgement *j) {
    char *small = shrink_program(program, still_fails, f);
    struct judgement again = judge_one(small, f);
    printf("seed %llu fails: %s\nshrunk (%s), blind adds %s:\n%s",
           (unsigned long long)f->seed, j->why, again.why,
           f->relation.blind_adds ? "on" : "off", small);
    memory_free(small);
}

int main(int argc, char **argv) {
    uint64_t wanted = argc > 1 ? strtoull(argv[1], NULL, 10) : 20000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    uint64_t passed = 0, failed = 0, big = 0, classes = 0, runs = 0;
    for (; passed + failed < wanted && failed < 5; seed++) {
        char *program = random_program(seed, WITH_EVERYTHING);
        struct failing f = {{.blind_adds = seed % 2}, seed};
        struct judgement j = judge_one(program, &f);
        if (j.verdict == TOO_BIG) {
            big++;
        } else if (j.verdict == HOLDS) {
            passed++;
            classes += j.classes;
            runs += j.interleavings;
        } else {
            failed++;
            if (j.verdict == NO_PROGRAM)
                printf("seed %llu is no program: %s\n%s",
                       (unsigned long long)seed, j.why, program);
            else
                show(program, &f, &j);
        }
        memory_free(program);
    }
    printf("%llu classes, %llu interleavings; %llu programs were too big\n",
           (unsigned long long)classes, (unsigned long long)runs,
           (unsigned long long)big);
    printf("%llu passed, %llu failed\n", (unsigned long long)passed,
           (unsigned long long)failed);
    return failed != 0;
}
