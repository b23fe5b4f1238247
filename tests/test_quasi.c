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

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef MODELS
#define MODELS "tests/models"
#endif

#define PARTIAL(k_)                                                     \
    {                                                                   \
        .name = "quasi, k=" #k_, .algorithm = ALGORITHM_QUASI, .k = k_, \
        .seeds = 1                                                      \
    }
static const struct contender partial[] = {PARTIAL(1), PARTIAL(2), PARTIAL(3),
                                           PARTIAL(4)};
static const struct contender quasi = {
    .name = "quasi", .algorithm = ALGORITHM_QUASI, .optimal = true, .seeds = 2};
static const struct contender all = {.name = "all", .algorithm = ALGORITHM_ALL};
static const struct contender optimal = {.name = "optimal",
                                         .algorithm = ALGORITHM_OPTIMAL};

// ---------------------------------------------------------- random programs

struct round {
    const char *name;
    const struct contender *contender, *reference;
    unsigned with, operations;
    uint64_t most; // executions of the reference
};

struct failing {
    const struct round *round;
    uint64_t seed;
};

static struct relation relation_for(uint64_t seed) {
    return (struct relation){.blind_adds = seed & 1,
                             .failed_cas_writes = seed >> 1 & 1,
                             .readers_conflict = seed % 5 == 0};
}

static struct judgement judge_one(const char *program,
                                  const struct failing *f) {
    const struct round *r = f->round;
    return judge_against(r->reference, program, relation_for(f->seed), r->most,
                         r->contender, 1, f->seed);
}

static bool still_fails(void *context, const char *program) {
    return judge_one(program, context).verdict == FAILS;
}

static void show(const char *program, struct failing *f,
                 const struct judgement *j) {
    char *small = shrink_program(program, still_fails, f);
    struct judgement again = judge_one(small, f);
    struct relation r = relation_for(f->seed);
    printf("seed %llu fails: %s\nshrunk (%s), blind adds %d, failed "
           "compare-exchanges write %d, readers conflict %d:\n%s",
           (unsigned long long)f->seed, j->why, again.why, r.blind_adds,
           r.failed_cas_writes, r.readers_conflict, small);
    memory_free(small);
}

static uint64_t run_round(const struct round *round, uint64_t wanted,
                          uint64_t seed) {
    uint64_t passed = 0, failed = 0, big = 0, classes = 0;
    for (; passed + failed < wanted && failed < 3; seed++) {
        char *program = random_program_of(seed, round->with, round->operations);
        struct failing f = {round, seed};
        struct judgement j = judge_one(program, &f);
        if (j.verdict == TOO_BIG) {
            big++;
        } else if (j.verdict == HOLDS) {
            passed++;
            classes += j.classes;
        } else {
            failed++;
            show(program, &f, &j);
        }
        memory_free(program);
    }
    printf("%s: %llu passed, %llu failed; %llu classes; %llu were too big\n",
           round->name, (unsigned long long)passed, (unsigned long long)failed,
           (unsigned long long)classes, (unsigned long long)big);
    fflush(stdout);
    return failed;
}

// ------------------------------------------------------------------- models

static char *read_file(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file)
        return NULL;
    char *text = memory_new(1 << 16, 1);
    size_t length = fread(text, 1, (1 << 16) - 1, file);
    text[length] = '\0';
    fclose(file);
    return text;
}

static bool explore(const char *text, struct relation relation, uint32_t k,
                    struct search_result *r) {
    struct model_error error;
    struct model_program *program =
        model_parse("test", text, strlen(text), &error);
    if (!program)
        return false;
    struct machine *machine = model_machine(program, relation);
    struct search_options options = {
        .algorithm = ALGORITHM_QUASI, .k = k, .keep_going = true};
    search(machine, &options, NULL, NULL, r);
    search_result_free(r);
    machine_destroy(machine);
    return r->limit == NO_LIMIT;
}

static bool model_holds(const char *text, const struct expectation *e,
                        uint32_t k) {
    struct search_result r;
    return explore(text, e->relation, k, &r) &&
           (k || r.executions[ENDED_ASLEEP] == 0) &&
           r.executions[ENDED_COMPLETE] == e->complete &&
           r.executions[ENDED_DEADLOCK] == e->deadlock &&
           r.executions[ENDED_AWAIT] == e->await &&
           r.executions[ENDED_ASSUME] == e->assume;
}

static unsigned check_file(const char *name, uint64_t *failed) {
    char path[512];
    unsigned checked = 0;
    snprintf(path, sizeof path, "%s/%s", MODELS, name);
    char *text = read_file(path);
    const char *at = text;
    struct expectation e;
    while (text && expectation_next(&at, &e)) {
        struct judgement j = judge(text, e.relation, 20000, &quasi, 1, 1);
        bool holds = j.verdict != FAILS;
        for (uint32_t k = 0; k <= 4; k++)
            holds = holds && model_holds(text, &e, k);
        if (!holds) {
            printf("%s is not as expected: %s\n", name, j.why);
            ++*failed;
        }
        checked++;
    }
    memory_free(text);
    return checked;
}

static uint64_t check_models(void) {
    DIR *folder = opendir(MODELS);
    uint64_t failed = 0;
    unsigned checked = 0;
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        if (strstr(entry->d_name, ".model"))
            checked += check_file(entry->d_name, &failed);
    if (folder)
        closedir(folder);
    printf("models: %u expectations, %llu failed\n", checked,
           (unsigned long long)failed);
    return failed + (checked < 92);
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

// Answering what fell asleep last is all that these need.
static uint64_t check_mpat(void) {
    uint64_t failed = 0;
    for (uint32_t k = 0; k <= 3; k++) {
        struct search_result r;
        char *text = family_mpat(4, 0);
        bool fine = explore(text, (struct relation){0}, k, &r) &&
                    r.executions[ENDED_COMPLETE] == 384 &&
                    r.executions[ENDED_ASLEEP] == 0;
        if (!fine)
            printf("mpat, k=%u: %llu blocked\n", k,
                   (unsigned long long)r.executions[ENDED_ASLEEP]);
        memory_free(text);
        failed += !fine;
    }
    return failed;
}

// A write after more reads than there can be sets of: not a word of safety.
static uint64_t check_bound(void) {
    char text[1024] = "";
    int used = 0;
    for (unsigned i = 0; i < 18; i++)
        used += sprintf(text + used, "thread r%u\n R a x\n", i);
    sprintf(text + used, "thread w\n W x 1\n");
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
        {"quasi", &quasi, &all, WITH_EVERYTHING, 9, 1200},
        {"quasi, bigger", &quasi, &optimal, WITH_EVERYTHING, 14, 800},
        {"quasi, memory", &quasi, &optimal, WITH_MEMORY, 12, 500},
        {"quasi, k=1", &partial[0], &all, WITH_EVERYTHING, 9, 1200},
        {"quasi, k=2", &partial[1], &all, WITH_EVERYTHING, 9, 1200},
        {"quasi, k=3", &partial[2], &all, WITH_EVERYTHING, 9, 1200},
        {"quasi, k=4", &partial[3], &all, WITH_EVERYTHING, 9, 1200},
    };
    uint64_t failed = check_figure_1() + check_mpat() + check_models();
    failed += check_bound();
    failed += run_round(&rounds[0], wanted, seed);
    failed += run_round(&rounds[1], wanted / 10, seed);
    failed += run_round(&rounds[2], wanted / 10, seed);
    for (unsigned k = 3; k < 7; k++)
        failed += run_round(&rounds[k], wanted * 3 / 10, seed);
    printf("%s\n", failed ? "failed" : "passed");
    return failed != 0;
}
