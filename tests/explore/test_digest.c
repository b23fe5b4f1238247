// SPDX-License-Identifier: Apache-2.0
// The digest of the classes that were explored, on random programs: that of
// every algorithm is the sum over the classes of all interleavings, and two
// classes never have the same.
//
//   test-digest [PROGRAMS [FIRST SEED]]
//
// A program that fails is made smaller and printed with its seed.

#include "property.h"
#include "random_program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_INTERLEAVINGS = 4000 };

static const struct relation relation = {.readers_conflict = true};

// The class as the trace tells it, and as the digest does.
struct both {
    struct trace_class class;
    struct digest digest;
};

struct reference {
    struct class_digester *digester;
    VEC(struct both) classes;
    const char *why; // what is wrong, or NULL
    struct digest sum;
};

static void note(void *context, const struct trace *trace, enum ending ending,
                 uint64_t number) {
    struct reference *r = context;
    (void)ending, (void)number;
    struct both b = {trace_class(trace), class_digest(r->digester, trace)};
    for (size_t i = 0; i < r->classes.count; i++) {
        const struct both *o = &r->classes.at[i];
        bool same =
            o->class.low == b.class.low && o->class.high == b.class.high;
        if (same != digest_equals(o->digest, b.digest))
            r->why = same ? "one class has two digests"
                          : "two classes have one digest";
        if (same || r->why)
            return;
    }
    vec_push(&r->classes, b);
    digest_add(&r->sum, b.digest);
}

static struct machine *machine_for(const char *program, bool graphs) {
    struct model_error error;
    struct model_program *p =
        model_parse("random.model", program, strlen(program), &error);
    struct relation r = relation;
    r.graphs = graphs;
    return p ? model_machine(p, r) : NULL;
}

static struct search_result explored(const char *program,
                                     enum algorithm algorithm,
                                     const struct search_observer *observer) {
    struct machine *m = machine_for(program, algorithm_has(algorithm, GRAPHS));
    struct search_options how = {.algorithm = algorithm,
                                 .max_executions = MOST_INTERLEAVINGS,
                                 .keep_going = true,
                                 .digest = !observer};
    struct search_result r;
    search(m, &how, observer, NULL, &r);
    machine_destroy(m);
    return r;
}

// Another number if a class is dropped, or explored twice or three times.
static bool doubles_show(struct digest sum, const struct both *classes,
                         size_t count) {
    for (size_t i = 0; i < count; i++) {
        struct digest more = sum;
        for (int times = 0; times < 2; times++) {
            digest_add(&more, classes[i].digest);
            if (digest_equals(more, sum))
                return false;
        }
    }
    return true;
}

// NULL: all are equal, or the program is none.
static const char *wrong(const char *program, bool *too_big) {
    static char why[100];
    static const enum algorithm algorithms[] = {
        ALGORITHM_OPTIMAL, ALGORITHM_POP,   ALGORITHM_SOURCE,
        ALGORITHM_CLASSIC, ALGORITHM_QUASI, ALGORITHM_GRAPH};
    struct machine *m = machine_for(program, false);
    if (!m)
        return NULL;
    machine_destroy(m);
    struct reference all = {.digester = class_digester_new()};
    struct search_observer observer = {.execution = note, .context = &all};
    struct search_result r = explored(program, ALGORITHM_ALL, &observer);
    *too_big = r.limit;
    search_result_free(&r);
    const char *result = all.why;
    if (!result && !doubles_show(all.sum, all.classes.at, all.classes.count))
        result = "a class more or less does not show";
    for (size_t i = 0; i < 6 && !*too_big && !result; i++) {
        r = explored(program, algorithms[i], NULL);
        if (!r.refusal[0] && !r.limit && !digest_equals(r.digest, all.sum)) {
            snprintf(why, sizeof why, "%s has another digest",
                     algorithm_name(algorithms[i]));
            result = why;
        }
        search_result_free(&r);
    }
    class_digester_free(all.digester);
    vec_free(&all.classes);
    return *too_big ? NULL : result;
}

static bool fails(void *context, const char *program) {
    (void)context;
    bool too_big;
    return wrong(program, &too_big);
}

int main(int argc, char **argv) {
    uint64_t wanted = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    uint64_t done = 0, failed = 0;
    // Awaits are other events in execution graphs.
    for (; done < wanted && failed < 3; seed++) {
        char *program = random_program_of(
            seed, WITH_EVERYTHING & ~(unsigned)WITH_AWAITS, 8);
        bool too_big = false;
        const char *why = wrong(program, &too_big);
        done += !too_big;
        if (why) {
            char *small = shrink_program(program, fails, NULL);
            printf("seed %llu: %s\n%s", (unsigned long long)seed,
                   wrong(small, &too_big), small);
            memory_free(small);
            failed++;
        }
        memory_free(program);
    }
    printf("%llu programs, %llu failed\n", (unsigned long long)done,
           (unsigned long long)failed);
    return failed > 0;
}
