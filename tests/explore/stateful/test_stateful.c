// SPDX-License-Identifier: Apache-2.0
// Stateful search against every interleaving, on random programs: all final
// states, all local states of threads and all findings must be reached, and no
// others. Programs with cycles are held against the graph of all their states.
//
//   test-stateful [PROGRAMS [FIRST SEED [quick]]]
//
// A program that fails is made smaller and printed; quick: the first failure is
// enough.

#include "random_program.h"

#include "base/memory.h"
#include "explore/search.h"
#include "explore/stateful/stateful.h"
#include "machine/model/model.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_INTERLEAVINGS = 3000 };

// ------------------------------------------------------------------- sets

typedef VEC(struct state) state_set; // sorted when it is complete

static int by_words(const void *a, const void *b) {
    return memcmp(a, b, sizeof(struct state));
}

static void sort(state_set *set) {
    size_t kept = 0;
    if (set->count)
        qsort(set->at, set->count, sizeof *set->at, by_words);
    for (size_t i = 0; i < set->count; i++)
        if (!kept || !state_equal(&set->at[kept - 1], &set->at[i]))
            set->at[kept++] = set->at[i];
    set->count = kept;
}

static bool equal(const state_set *a, const state_set *b) {
    return a->count == b->count &&
           (!a->count || memcmp(a->at, b->at, a->count * sizeof *a->at) == 0);
}

// ------------------------------------------------------- what is reached

struct reached {
    state_set finals, locals, findings;
    struct machine *again; // a second machine, to look at each step
    uint64_t runs, steps;
    struct state_statistics states;
    bool finished;
};

static void note_locals(struct reached *r, const struct trace *trace) {
    for (uint32_t i = 0; i <= trace->length; i++) {
        machine_goto(r->again, trace->steps.at, i);
        for (unsigned t = 0; t < r->again->threads; t++)
            vec_push(&r->locals, model_local_state(r->again, t));
    }
    if (r->locals.count > 100000)
        sort(&r->locals);
}

static void note_execution(void *context, const struct trace *trace,
                           enum ending ending, uint64_t number) {
    struct reached *r = context;
    struct state state;
    (void)number;
    note_locals(r, trace);
    if (ending != ENDED_ASLEEP && machine_state(trace->machine, &state))
        vec_push(&r->finals, state);
}

static void note_mishap(void *context, const struct mishap *m) {
    struct reached *r = context;
    vec_push(&r->findings,
             (struct state){{m->kind, (uint64_t)m->site << 32 | m->thread}});
}

static void start_again(void *context) {
    struct reached *r = context;
    r->finals.count = r->locals.count = r->findings.count = 0;
}

static void reach(const char *text, struct relation relation,
                  enum algorithm algorithm, explorer_maker *make, uint64_t seed,
                  uint64_t most, uint64_t memory, struct reached *r) {
    struct model_error error;
    struct machine *m = model_machine(
        model_parse("random", text, strlen(text), &error), relation);
    *r = (struct reached){0};
    r->again = model_machine(model_parse("random", text, strlen(text), &error),
                             relation);
    struct search_options options = {.algorithm = algorithm,
                                     .make = make,
                                     .seed = seed,
                                     .max_executions = most,
                                     .max_memory_kib = memory,
                                     .keep_going = true,
                                     .check_states = true};
    struct search_observer observer = {.execution = note_execution,
                                       .mishap = note_mishap,
                                       .begins = start_again,
                                       .context = r};
    struct search_result result;
    search(m, &options, &observer, NULL, &result);
    r->finished = result.limit == NO_LIMIT;
    r->runs = search_total(&result);
    r->steps = result.steps;
    r->states = result.states;
    search_result_free(&result);
    machine_destroy(m);
    machine_destroy(r->again);
    sort(&r->finals);
    sort(&r->locals);
    sort(&r->findings);
}

static void reached_free(struct reached *r) {
    vec_free(&r->finals);
    vec_free(&r->locals);
    vec_free(&r->findings);
}

// ------------------------------------------------------------- contenders

static struct explorer *forgetful(struct trace *trace) {
    struct explorer *x = explorer_stateful_with(trace, STATEFUL_BEST);
    x->most_table_kib = 1; // the last two states
    return x;
}

static struct explorer *small(struct trace *trace) {
    struct explorer *x = explorer_stateful_with(trace, WITH_EVERYTHING_ENABLED);
    x->most_table_kib = 120; // some states
    return x;
}

#define MAKER(name, parts)                              \
    static struct explorer *name(struct trace *trace) { \
        return explorer_stateful_with(trace, parts);         \
    }
MAKER(best, STATEFUL_BEST)
MAKER(no_sleep, 0)
MAKER(classic, WITH_CLASSIC_SETS)
MAKER(graph, WITH_GRAPH)
MAKER(literal, WITH_GRAPH | WITH_CLASSIC_SETS)
MAKER(whole, WITH_EVERYTHING_ENABLED)
#undef MAKER

static const struct contender {
    const char *name;
    explorer_maker *make;
    unsigned seeds;
    bool slow; // may take too long to be waited for
} contenders[] = {
    {"stateful", best, 2, false},
    {"without sleep sets", no_sleep, 1, false},
    {"with classic sets", classic, 0, false},
    {"with the dependency graph", graph, 0, false},
    {"as in the paper, corrected", literal, 0, false},
    {"forgetful", forgetful, 0, true},
    {"without reduction", whole, 0, false},
    {"… with a small table", small, 0, true},
};
enum { CONTENDERS = sizeof contenders / sizeof *contenders };

struct judged {
    bool fails, too_big;
    char why[160];
    uint64_t steps[CONTENDERS], states[CONTENDERS], interleavings, brute_steps;
    uint64_t cycles;
};

__attribute__((format(printf, 2, 3))) static void
fail(struct judged *j, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    j->fails = true;
    vsnprintf(j->why, sizeof j->why, format, arguments);
    va_end(arguments);
}

static void compare(struct judged *j, const char *name, uint64_t order,
                    const struct reached *all, const struct reached *r) {
    unsigned long long o = order;
    if (!r->finished)
        fail(j, "%s, order %llu: does not end", name, o);
    else if (!equal(&all->finals, &r->finals))
        fail(j, "%s, order %llu: %zu final states, not %zu", name, o,
             r->finals.count, all->finals.count);
    else if (!equal(&all->locals, &r->locals))
        fail(j, "%s, order %llu: %zu local states, not %zu", name, o,
             r->locals.count, all->locals.count);
    else if (!equal(&all->findings, &r->findings))
        fail(j, "%s, order %llu: %zu findings, not %zu", name, o,
             r->findings.count, all->findings.count);
}

// What a test works on; `cyclic`: brute force would not end.
struct task {
    struct relation relation;
    uint64_t seed;
    bool cyclic;
};

static struct judged judge(const char *text, const struct task *task) {
    struct judged j = {0};
    struct reached all, r;
    reach(text, task->relation, ALGORITHM_ALL, task->cyclic ? whole : NULL, 0,
          MOST_INTERLEAVINGS, 0, &all);
    j.too_big = !all.finished;
    j.interleavings = all.runs;
    j.brute_steps = all.steps;
    for (unsigned c = 0; c < CONTENDERS && !j.too_big; c++)
        for (unsigned k = 0; k <= contenders[c].seeds && !j.fails; k++) {
            uint64_t order = k ? task->seed * 31 + k : 0;
            reach(text, task->relation, ALGORITHM_STATEFUL, contenders[c].make,
                  order, 20 * all.runs + 1000, 0, &r);
            if (r.finished || !contenders[c].slow)
                compare(&j, contenders[c].name, order, &all, &r);
            if (!k) {
                j.steps[c] = r.steps;
                j.states[c] = r.states.states;
                j.cycles += r.states.cycles;
            }
            reached_free(&r);
        }
    reached_free(&all);
    return j;
}

static bool still_fails(void *context, const char *text) {
    struct model_error error;
    struct model_program *p = model_parse("random", text, strlen(text), &error);
    if (!p)
        return false;
    model_free(p);
    return judge(text, context).fails;
}

static void show(const char *text, struct task *task, const struct judged *j) {
    char *small = shrink_program(text, still_fails, task);
    struct judged again = judge(small, task);
    printf("seed %llu fails: %s\nshrunk (%s), blind adds %s:\n%s",
           (unsigned long long)task->seed, j->why, again.why,
           task->relation.blind_adds ? "on" : "off", small);
    memory_free(small);
}

// ------------------------------------------------------ programs with cycles

static uint64_t draw(uint64_t *random, unsigned below) {
    *random = *random * 6364136223846793005ull + 1442695040888963407ull;
    return (*random >> 33) % below;
}

// Statements that come back to the same state: values are few, loops retry.
static void cyclic_statement(FILE *out, uint64_t *random, unsigned depth) {
    unsigned v = (unsigned)draw(random, 2), c = (unsigned)draw(random, 2);
    switch (draw(random, depth ? 7 : 10)) {
    case 0:
        fprintf(out, "W v%u %u\n", v, c);
        break;
    case 1:
        fprintf(out, "R r v%u\n", v);
        break;
    case 2:
        fprintf(out, "CAS r v%u %u %u\n", v, c, 1 - c);
        break;
    case 3:
        fprintf(out, "XCHG r v%u %u\n", v, c);
        break;
    case 4:
        fprintf(out, "XOR _ v%u 1\n", v);
        break;
    case 5:
        fprintf(out, "TRYLOCK r m%u\nIF r\nUNLOCK m%u\nEND\n", v, v);
        break;
    case 6:
        fprintf(out, "LOCK m%u\nR r v%u\nUNLOCK m%u\n", v, c, v);
        break;
    case 7:
        fprintf(out, "R r v%u\nWHILE r == %u\n", v, c);
        cyclic_statement(out, random, 1);
        fprintf(out, "R r v%u\nEND\n", v);
        break;
    case 8:
        fprintf(out, "R r v%u\nWHILE r == %u\nR r v%u\nEND\n", v, c, v);
        break;
    default:
        fprintf(out,
                "XCHG r v%u 1\nWHILE r != 0\nXCHG r v%u 1\nEND\n"
                "W v%u 0\n",
                v, v, v);
    }
}

static char *cyclic_program(uint64_t seed) {
    uint64_t random = seed * 7919 + 17;
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    unsigned threads = 2 + (unsigned)draw(&random, 2);
    for (unsigned t = 0; t < threads; t++) {
        fprintf(out, "thread t%u\nLET r 0\n", t);
        for (unsigned i = 1 + (unsigned)draw(&random, 3); i > 0; i--)
            cyclic_statement(out, &random, 0);
        if (draw(&random, 3) == 0)
            fputs("LET r 0\n", out);
        if (draw(&random, 12) == 0) // never ends
            fprintf(out, "WHILE 1\nXOR _ v%u 1\nEND\n",
                    (unsigned)draw(&random, 2));
    }
    fclose(out);
    return text;
}

// ------------------------------------------------------------------- models

static char *read_model(const char *folder, const char *name) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    char *text = memory_new(1 << 16, 1);
    if (file) {
        text[fread(text, 1, (1 << 16) - 1, file)] = '\0';
        fclose(file);
    }
    return text;
}

static uint64_t number(const char *text, const char *key) {
    const char *line = strstr(text, "# stateful:"), *at;
    at = line ? strstr(line, key) : NULL;
    return at ? strtoull(at + strlen(key), NULL, 10) : UINT64_MAX;
}

// Known numbers: the search must take just that many.
static bool check_numbers(const char *name, const char *text) {
    struct reached r;
    reach(text, (struct relation){.blind_adds = true}, ALGORITHM_STATEFUL, NULL,
          0, 0, 0, &r);
    bool good = r.states.states == number(text, " states=") &&
                r.steps == number(text, " steps=") &&
                r.states.revisits == number(text, " revisits=") &&
                r.finals.count == number(text, " final-states=") &&
                r.findings.count == number(text, " findings=");
    if (!good)
        printf("%s: %llu states, %llu steps, %llu revisits, %zu final states, "
               "%zu findings\n",
               name, (unsigned long long)r.states.states,
               (unsigned long long)r.steps,
               (unsigned long long)r.states.revisits, r.finals.count,
               r.findings.count);
    reached_free(&r);
    return good;
}

// Against every interleaving, with both relations.
static bool check_variants(const char *name, const char *text) {
    bool good = true;
    for (int blind = 0; blind < 2; blind++) {
        struct task task = {{.blind_adds = blind}, 1, false};
        struct judged j = judge(text, &task);
        if (j.fails)
            printf("%s: %s\n", name, j.why);
        good &= !j.fails;
    }
    return good;
}

static uint64_t check_models(const char *folder,
                             bool (*check)(const char *, const char *)) {
    DIR *files = opendir(folder);
    uint64_t good = 0, bad = 0;
    for (struct dirent *entry; files && (entry = readdir(files));) {
        if (!strstr(entry->d_name, ".model"))
            continue;
        char *text = read_model(folder, entry->d_name);
        bool fine = check(entry->d_name, text);
        good += fine;
        bad += !fine;
        memory_free(text);
    }
    if (files)
        closedir(files);
    printf("%s: %llu models, %llu failed\n", folder,
           (unsigned long long)(good + bad), (unsigned long long)bad);
    return good ? bad : bad + 1;
}

// ------------------------------------------------------------------ the whole

struct tally {
    uint64_t passed, failed, big, cyclic, brute, steps[CONTENDERS],
        states[CONTENDERS];
};

static void count(struct tally *tally, const char *text, struct task *task,
                  bool quick) {
    struct judged j = judge(text, task);
    if (j.too_big) {
        tally->big++;
        return;
    }
    if (j.fails) {
        tally->failed++;
        if (quick)
            printf("seed %llu: %s\n", (unsigned long long)task->seed, j.why);
        else
            show(text, task, &j);
        return;
    }
    tally->passed++;
    tally->cyclic += j.cycles > 0;
    tally->brute += j.brute_steps;
    for (unsigned c = 0; c < CONTENDERS; c++) {
        tally->steps[c] += j.steps[c];
        tally->states[c] += j.states[c];
    }
}

static void print(const char *name, const struct tally *t) {
    printf("%s: %llu passed, %llu failed, %llu too big, %llu with cycles; "
           "%llu steps of the reference\n",
           name, (unsigned long long)t->passed, (unsigned long long)t->failed,
           (unsigned long long)t->big, (unsigned long long)t->cyclic,
           (unsigned long long)t->brute);
    for (unsigned c = 0; c < CONTENDERS; c++)
        printf("  %-28s %10llu steps %9llu states\n", contenders[c].name,
               (unsigned long long)t->steps[c],
               (unsigned long long)t->states[c]);
}

int main(int argc, char **argv) {
    uint64_t wanted = argc > 1 ? strtoull(argv[1], NULL, 10) : 800;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    bool quick = argc > 3;
    uint64_t most = quick ? 1 : 5;
    struct tally plain = {0}, cyclic = {0};
    uint64_t failed = check_models(MODELS "/stateful", check_numbers);
    if (!failed || !quick)
        failed += check_models(MODELS, check_variants);
    if (failed && quick)
        return 1;
    for (uint64_t s = first;
         plain.passed + plain.failed < wanted && plain.failed < most; s++) {
        struct task task = {{.blind_adds = s % 2}, s, false};
        char *text = random_program(s, WITH_EVERYTHING);
        count(&plain, text, &task, quick);
        memory_free(text);
    }
    if (plain.failed && quick)
        return 1;
    for (uint64_t s = first;
         cyclic.passed + cyclic.failed < wanted && cyclic.failed < most; s++) {
        struct task task = {{.blind_adds = s % 2}, s, true};
        char *text = cyclic_program(s);
        count(&cyclic, text, &task, quick);
        free(text);
    }
    print("random programs", &plain);
    print("programs with cycles", &cyclic);
    failed += plain.failed + cyclic.failed;
    printf("%llu passed, %llu failed\n",
           (unsigned long long)(plain.passed + cyclic.passed),
           (unsigned long long)failed);
    return failed != 0;
}
