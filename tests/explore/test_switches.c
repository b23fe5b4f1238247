// SPDX-License-Identifier: Apache-2.0
// --max-context-switches on random programs, with every algorithm.
//
//   test-switches [PROGRAMS [FIRST SEED]]
//
// With a bound that cuts nothing, a search must be what it is without one. With
// any bound: no execution that is not cut changes threads more often, every one
// is one of the program's, something was cut iff the search says so, and if
// nothing was, no class is missing. `all` must have just those that change
// threads at most so often.

#include "random_program.h"

#include "base/memory.h"
#include "explore/search.h"
#include "machine/model/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NO_BOUND = 1000, MOST = 1500 };

static const struct contender {
    const char *name;
    enum algorithm algorithm;
    uint32_t k;
} contenders[] = {
    {"all", ALGORITHM_ALL, 0},          {"classic", ALGORITHM_CLASSIC, 0},
    {"source", ALGORITHM_SOURCE, 0},    {"optimal", ALGORITHM_OPTIMAL, 0},
    {"pop", ALGORITHM_POP, 0},          {"quasi", ALGORITHM_QUASI, 0},
    {"quasi, k=1", ALGORITHM_QUASI, 1}, {"quasi, k=2", ALGORITHM_QUASI, 2},
};
enum { CONTENDERS = sizeof contenders / sizeof *contenders };

// What a search has met.
struct run {
    VEC(struct trace_class) classes; // of executions to the end, each once
    uint64_t with[32]; // how many of those have 0, 1, … switches
    uint64_t most_switches;
    struct search_result result;
};

static uint64_t switches_of(const struct trace *t) {
    uint64_t count = 0;
    for (uint32_t i = 1; i < t->length; i++)
        count += t->steps.at[i].thread != t->steps.at[i - 1].thread;
    return count;
}

static bool has_class(const struct run *run, struct trace_class class) {
    for (size_t i = 0; i < run->classes.count; i++)
        if (run->classes.at[i].low == class.low &&
            run->classes.at[i].high == class.high)
            return true;
    return false;
}

static void note(void *context, const struct trace *trace, enum ending ending,
                 uint64_t number) {
    struct run *run = context;
    uint64_t switches = switches_of(trace);
    (void)number;
    if (ending == ENDED_BOUNDED)
        return;
    if (switches > run->most_switches)
        run->most_switches = switches;
    if (ending == ENDED_ASLEEP)
        return;
    run->with[switches < 31 ? switches : 31]++;
    struct trace_class class = trace_class(trace);
    if (!has_class(run, class))
        vec_push(&run->classes, class);
}

static void forget(void *context) {
    struct run *run = context;
    vec_free(&run->classes);
    *run = (struct run){0};
}

static void run_one(struct machine *machine, const struct contender *c,
                    uint64_t bound, uint64_t seed, struct run *run) {
    struct search_options options = {.algorithm = c->algorithm,
                                     .k = c->k,
                                     .seed = seed,
                                     .max_context_switches = bound,
                                     .max_executions = MOST,
                                     .keep_going = true};
    struct search_observer observer = {
        .execution = note, .begins = forget, .context = run};
    struct search_result result;
    *run = (struct run){0};
    search(machine, &options, &observer, NULL, &result);
    search_result_free(&result);
    run->result = result;
}

static struct machine *machine_for(const char *text) {
    struct model_error error;
    struct model_program *program =
        model_parse("test", text, strlen(text), &error);
    // As pop needs it.
    return model_machine(program, (struct relation){.readers_conflict = true});
}

static const char *fault_of(const struct contender *c, uint64_t bound,
                            const struct run *run, const struct run *all) {
    const struct search_result *r = &run->result;
    uint64_t cut = r->executions[ENDED_BOUNDED], expected = 0;
    if (r->limit == LIMIT_EXECUTIONS)
        return NULL; // a bound may not reduce what POR does
    if (run->most_switches > bound)
        return "too many switches";
    if ((r->limit == LIMIT_SWITCHES) != (cut > 0))
        return "what was cut is not told";
    for (size_t i = 0; i < run->classes.count; i++)
        if (!has_class(all, run->classes.at[i]))
            return "no execution of the program";
    if (!cut && run->classes.count != all->classes.count)
        return "a class is missing";
    if (bound == NO_BOUND && cut)
        return "cut without a reason";
    for (uint64_t i = 0; i <= bound && i < 32; i++)
        expected += all->with[i];
    if (c->algorithm == ALGORITHM_ALL &&
        expected != search_total(r) - cut - r->executions[ENDED_ASLEEP])
        return "not all with so many switches";
    return NULL;
}

static unsigned check_program(const char *text, uint64_t seed, uint64_t *cut) {
    static const uint64_t bounds[] = {1, 2, 3, 5, 8, NO_BOUND};
    struct run all, run;
    unsigned failed = 0;
    struct machine *machine = machine_for(text);
    run_one(machine, &contenders[0], 0, 0, &all);
    bool big = all.result.limit != NO_LIMIT;
    for (size_t b = 0; !big && b < sizeof bounds / sizeof *bounds; b++)
        for (size_t c = 0; c < CONTENDERS; c++) {
            run_one(machine, &contenders[c], bounds[b], seed % 3, &run);
            const char *why = fault_of(&contenders[c], bounds[b], &run, &all);
            if (why)
                printf("seed %llu, %s, at most %llu: %s\n%s",
                       (unsigned long long)seed, contenders[c].name,
                       (unsigned long long)bounds[b], why, text);
            failed += why != NULL;
            *cut += run.result.executions[ENDED_BOUNDED];
            vec_free(&run.classes);
        }
    vec_free(&all.classes);
    machine_destroy(machine);
    return failed;
}

int main(int argc, char **argv) {
    uint64_t wanted = argc > 1 ? strtoull(argv[1], NULL, 10) : 2000, cut = 0;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    unsigned failed = 0;
    for (uint64_t i = 0; i < wanted && failed < 3; i++) {
        char *text = random_program_of(seed + i, WITH_EVERYTHING, 8);
        failed += check_program(text, seed + i, &cut);
        memory_free(text);
    }
    printf("%llu programs, %llu executions cut: %s\n",
           (unsigned long long)wanted, (unsigned long long)cut,
           failed ? "failed" : "passed");
    return failed || !cut;
}
