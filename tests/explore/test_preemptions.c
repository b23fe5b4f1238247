// SPDX-License-Identifier: Apache-2.0
// --preemptions and --max-context-switches on random programs, against every
// interleaving: a class is explored, once, iff one of its linearisations has no
// more of them; who says that nothing is left out has all classes; and the first
// execution that shows something has the fewest.
//
//   test-preemptions [PROGRAMS [FIRST SEED]]
//
// A program that fails is made smaller and printed with its seed.

#include "random_program.h"

#include "explore/search.h"
#include "machine/model/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_INTERLEAVINGS = 3000, BOUNDS = 5 };

// A class and the fewest switches of any of its linearisations.
struct known {
    struct trace_class class;
    unsigned fewest;
};

struct reference {
    struct trace *trace;
    bool forced_count; // too
    VEC(struct known) classes;
    unsigned interleavings;
};

static struct known *find(struct reference *r, struct trace_class class) {
    for (size_t i = 0; i < r->classes.count; i++)
        if (r->classes.at[i].class.low == class.low &&
            r->classes.at[i].class.high == class.high)
            return &r->classes.at[i];
    return NULL;
}

static void reached(struct reference *r, unsigned switches) {
    struct trace_class class = trace_class(r->trace);
    struct known *k = find(r, class);
    r->interleavings++;
    if (!k)
        vec_push(&r->classes, (struct known){class, switches});
    else if (switches < k->fewest)
        k->fewest = switches;
}

// Every interleaving from here on.
static void brute_force(struct reference *r, unsigned switches) {
    struct trace *t = r->trace;
    struct machine *m = t->machine;
    uint32_t length = t->length;
    unsigned last = length ? t->steps.at[length - 1].thread : 0;
    bool stays = length && machine_enabled(m, last), any = false;
    for (unsigned i = 0; i < m->threads; i++) {
        if (!machine_enabled(m, i) || r->interleavings > MOST_INTERLEAVINGS)
            continue;
        any = true;
        struct op op = *machine_pending(m, i);
        bool costs = length && i != last && (stays || r->forced_count);
        for (unsigned k = 0; k < op_choices(&op); k++) {
            trace_step(t, (struct step){i, op_choice(&op, k)});
            brute_force(r, switches + costs);
            trace_back(t, length);
        }
    }
    if (!any)
        reached(r, switches);
}

// What a search has met.
struct met {
    struct reference *reference;
    unsigned bound, classes;
    const char *why;
};

static void note(void *context, const struct trace *trace, enum ending ending,
                 uint64_t number) {
    struct met *met = context;
    (void)number;
    if (ending == ENDED_ASLEEP)
        return;
    struct known *k = find(met->reference, trace_class(trace));
    met->classes++;
    if (!k)
        met->why = "no execution of the program";
    else if (k->fewest > met->bound)
        met->why = "a class that needs more";
}

static const char *wrong_with(struct machine *m, struct reference *r,
                              unsigned bound) {
    struct met met = {.reference = r, .bound = bound};
    unsigned wanted = 0;
    struct search_options how = {
        .algorithm = ALGORITHM_AUTO,
        .keep_going = true,
        .bounding = r->forced_count ? BOUND_SWITCHES : BOUND_PREEMPTIONS,
        .most_switches = bound};
    struct search_observer observer = {.execution = note, .context = &met};
    struct search_result result;
    search(m, &how, &observer, NULL, &result);
    bool all = !result.limit;
    search_result_free(&result);
    for (size_t i = 0; i < r->classes.count; i++)
        wanted += r->classes.at[i].fewest <= bound;
    if (met.why)
        return met.why;
    if (met.classes != wanted)
        return met.classes < wanted ? "a class is missing"
                                    : "a class is explored twice";
    if (all && wanted != r->classes.count)
        return "not said that something is left out";
    if (!all && bound >= 1000)
        return "said that something is left out";
    return NULL;
}

static const char *wrong(const char *program, bool forced_count,
                         bool *too_big) {
    struct model_error error;
    struct model_program *p =
        model_parse("random.model", program, strlen(program), &error);
    if (!p)
        return NULL;
    struct machine *m = model_machine(p, (struct relation){.blind_adds = true});
    struct reference r = {.trace = trace_new(m), .forced_count = forced_count};
    brute_force(&r, 0);
    trace_back(r.trace, 0);
    trace_free(r.trace);
    *too_big = r.interleavings > MOST_INTERLEAVINGS;
    const char *why = NULL;
    for (unsigned bound = 0; bound < BOUNDS && !why && !*too_big; bound++)
        why = wrong_with(m, &r, bound);
    if (!why && !*too_big)
        why = wrong_with(m, &r, 1000);
    vec_free(&r.classes);
    machine_destroy(m);
    return why;
}

static bool fails(void *context, const char *program) {
    bool too_big;
    return wrong(program, *(bool *)context, &too_big);
}

int main(int argc, char **argv) {
    uint64_t wanted = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    uint64_t done = 0, failed = 0;
    for (; done < wanted && failed < 3; seed++) {
        char *program = random_program_of(seed, WITH_EVERYTHING, 8);
        bool too_big = false, forced_count = seed % 2;
        const char *why = wrong(program, forced_count, &too_big);
        done += !too_big;
        if (why) {
            char *small = shrink_program(program, fails, &forced_count);
            printf("seed %llu: %s: %s\n%s", (unsigned long long)seed,
                   forced_count ? "switches" : "preemptions",
                   wrong(small, forced_count, &too_big), small);
            memory_free(small);
            failed++;
        }
        memory_free(program);
    }
    printf("%llu programs, %llu failed\n", (unsigned long long)done,
           (unsigned long long)failed);
    return failed > 0;
}
