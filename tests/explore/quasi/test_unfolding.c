// SPDX-License-Identifier: Apache-2.0
// The unfolding: the relations of 002's Figure 2, conflicts by definition,
// causality in long threads, and the counts of its Table 1.
//
//   test-unfolding                       all tests
//   test-unfolding NAME A B [SECONDS]    one program of the table: its blocked
//                                        executions for each k, and its time

#include "families_locks.h"
#include "random_program.h"

#include "base/memory.h"
#include "explore/quasi/extensions.h"
#include "explore/search.h"
#include "machine/model/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static unsigned failed;

static void expect(bool holds, const char *what) {
    if (holds)
        return;
    printf("does not hold: %s\n", what);
    failed++;
}

#define EXPECT(condition) expect(condition, #condition)

static struct machine *machine_for(const char *text) {
    struct model_error error;
    struct model_program *program =
        model_parse("test", text, strlen(text), &error);
    if (!program) {
        printf("%u:%u: %s\n", error.line, error.column, error.message);
        exit(2);
    }
    return model_machine(program, (struct relation){0});
}

// ----------------------------------------------------------------- Figure 2

struct fixture {
    struct machine *machine;
    struct trace *trace;
    struct unfolding unfolding;
    struct configuration configuration;
    struct extensions extensions;
};

static void set_up(struct fixture *f, const char *text) {
    *f = (struct fixture){.machine = machine_for(text)};
    f->trace = trace_new(f->machine);
    unfolding_init(&f->unfolding);
    f->configuration =
        (struct configuration){.unfolding = &f->unfolding, .trace = f->trace};
    f->extensions.configuration = &f->configuration;
}

static void tear_down(struct fixture *f) {
    extensions_free(&f->extensions);
    configuration_free(&f->configuration);
    unfolding_free(&f->unfolding);
    trace_free(f->trace);
    machine_destroy(f->machine);
}

static uint32_t run(struct fixture *f, uint32_t thread) {
    trace_step(f->trace, (struct step){thread, 0});
    configuration_follow(&f->configuration);
    return f->configuration.ids.at[f->configuration.ids.count - 1];
}

static uint32_t rival_of(const struct fixture *f, uint32_t id) {
    struct rivals rivals = {0};
    unfolding_walk(&f->unfolding, id, &rivals);
    uint32_t found = NO_EVENT;
    const struct places *places = &f->unfolding.places;
    for (uint32_t item; (item = rivals_next(&rivals, places));) {
        uint32_t r = places_item(places, item)->event;
        if (unfolding_rivals(&f->unfolding, id, r)) {
            EXPECT(found == NO_EVENT);
            found = r;
        }
    }
    rivals_free(&rivals);
    return found;
}

// Events have the numbers of the figure: 1, 2 and 11 of thread 0 (a local step
// and the lock, before and after thread 1), 8, 9, 10 of thread 1, 15 of
// thread 2.
static void figure_2(void) {
    struct fixture f;
    set_up(&f, "thread p\n W x 1\n LOCK m\n UNLOCK m\n"
               "thread q\n LOCK m\n W y 1\n UNLOCK m\nthread r\n W z 1\n");
    const struct unfolding *u = &f.unfolding;
    uint32_t e1 = run(&f, 0), e8 = run(&f, 1);
    EXPECT(u->events.count == 1 + 2);
    // ex({1,8}) = {2, 9, 15}, of which 2 is the conflicting one
    extensions_find(&f.extensions, 0);
    EXPECT(u->events.count == 1 + 5);
    uint32_t e2 = rival_of(&f, e8);
    EXPECT(e2 != NO_EVENT && unfolding_at(u, e2)->thread == 0);
    EXPECT(rival_of(&f, e1) == NO_EVENT);
    EXPECT(unfolding_contains(u, e2, e1) && !unfolding_contains(u, e2, e8));
    uint32_t e9 = run(&f, 1), e10 = run(&f, 1), e11 = run(&f, 0);
    EXPECT(u->events.count == 1 + 5 + 2); // 9 was known
    EXPECT(e11 != e2 && unfolding_op(u, e11)->kind == OP_LOCK);
    EXPECT(unfolding_contains(u, e11, e1) && unfolding_contains(u, e11, e8) &&
           unfolding_contains(u, e11, e9) && unfolding_contains(u, e11, e10) &&
           unfolding_contains(u, e11, e11) && !unfolding_contains(u, e11, e2));
    uint32_t e15 = run(&f, 2);
    EXPECT(!unfolding_contains(u, e11, e15) && !unfolding_contains(u, e15, e1));
    EXPECT(unfolding_rivals(u, e2, e8) && !unfolding_rivals(u, e2, e11));
    // 2 # 8, and so all after them; no others
    EXPECT(unfolding_conflict(u, e2, e8) && unfolding_conflict(u, e2, e11) &&
           unfolding_conflict(u, e10, e2) && !unfolding_conflict(u, e1, e8) &&
           !unfolding_conflict(u, e2, e15) && !unfolding_conflict(u, e11, e8));
    // The same events by another order are the same.
    configuration_drop(&f.configuration, 0);
    trace_back(f.trace, 0);
    EXPECT(run(&f, 2) == e15 && run(&f, 1) == e8 && run(&f, 0) == e1 &&
           run(&f, 1) == e9 && run(&f, 1) == e10 && run(&f, 0) == e11);
    // What nobody needs goes; what stays is the same under other names.
    event_list renamed = {0};
    unfolding_mark(&f.unfolding, e2);
    unfolding_collect(&f.unfolding, &renamed);
    EXPECT(u->events.count == 1 + 2 && renamed.at[e8] == NO_EVENT);
    EXPECT(unfolding_contains(u, renamed.at[e2], renamed.at[e1]));
    vec_free(&renamed);
    tear_down(&f);
}

// ------------------------------------------------- conflicts, by definition

// Is some event of [a] in conflict with one of [b] by itself: of one thread or
// dependent, and not ordered?
static bool defined_conflict(const struct unfolding *u, uint32_t a,
                             uint32_t b) {
    for (uint32_t x = 1; x <= a; x++)
        for (uint32_t y = 1; y <= b && unfolding_contains(u, a, x); y++) {
            const struct unfolding_label *e = unfolding_label(u, x);
            const struct unfolding_label *f = unfolding_label(u, y);
            if (unfolding_contains(u, b, y) && !unfolding_contains(u, x, y) &&
                !unfolding_contains(u, y, x) &&
                (e->thread == f->thread || op_depends(&e->op, &f->op)))
                return true;
        }
    return false;
}

// All pairs of events that a few random executions of random programs know.
static void conflicts(void) {
    unsigned long pairs = 0, found = 0;
    for (uint64_t seed = 1; seed <= 150; seed++) {
        char *text = random_program_of(seed, WITH_EVERYTHING, 12);
        struct fixture f;
        set_up(&f, text);
        for (uint64_t run_seed = seed; run_seed < seed + 8; run_seed++) {
            uint64_t random = run_seed * 0x9e3779b97f4a7c15ull;
            for (uint32_t tries = 0; tries < 40; tries++) {
                random = random * 6364136223846793005ull + 1;
                uint32_t t = (uint32_t)(random >> 33) % f.machine->threads;
                if (machine_enabled(f.machine, t))
                    trace_step(
                        f.trace,
                        (struct step){
                            t, op_choice(machine_pending(f.machine, t), 0)});
            }
            configuration_follow(&f.configuration);
            extensions_find(&f.extensions, 0);
            configuration_drop(&f.configuration, 0);
            trace_back(f.trace, 0);
        }
        uint32_t count = (uint32_t)f.unfolding.events.count;
        for (uint32_t a = 1; a < count && a < 60; a++)
            for (uint32_t b = 1; b < count && b < 60; b++) {
                bool is = unfolding_conflict(&f.unfolding, a, b);
                EXPECT(is == defined_conflict(&f.unfolding, a, b));
                pairs++;
                found += is;
            }
        tear_down(&f);
        memory_free(text);
    }
    printf("%lu pairs of events, %lu in conflict\n", pairs, found);
    EXPECT(found > 10000);
}

// A thread of many events: how far back an ancestor is must not matter much.
static void long_thread(void) {
    enum { LENGTH = 1 << 17 };
    struct unfolding u;
    unfolding_init(&u);
    const struct op op = {.kind = OP_WRITE, .mode = OP_WRITES, .size = 8};
    const uint32_t shadows[2] = {NO_EVENT, NO_EVENT};
    uint32_t last = NO_EVENT;
    for (uint32_t i = 0; i < LENGTH; i++) {
        struct unfolding_name name = unfolding_name_on(&u, 0, &op, last);
        last = unfolding_add(&u, &name, shadows);
    }
    for (uint32_t i = 1; i <= LENGTH; i += 1 + i / 64)
        EXPECT(unfolding_ancestor(&u, last, i) == i);
    uint32_t most = 0;
    for (uint32_t index = 1; index <= LENGTH; index += 1 + index / 64) {
        uint32_t id = last, jumps = 0;
        for (; unfolding_at(&u, id)->index > index; jumps++) {
            const struct unfolding_event *e = unfolding_at(&u, id);
            id =
                unfolding_at(&u, e->jump)->index >= index ? e->jump : e->before;
        }
        most = jumps > most ? jumps : most;
    }
    EXPECT(most <= 3 * 17); // 3 log n
    printf("%u events in a thread: at most %u jumps\n", (unsigned)LENGTH, most);
    unfolding_free(&u);
}

// ------------------------------------------------------------------ Table 1

static const struct family {
    const char *name;
    char *(*make)(unsigned, unsigned);
} families[] = {{"disp", family_disp},
                {"mpat", family_mpat},
                {"mpc", family_mpc},
                {"pi", family_pi},
                {"pol", family_pol}};
enum { FAMILIES = sizeof families / sizeof *families };

static char *program_of(const char *name, unsigned a, unsigned b) {
    for (size_t i = 0; i < FAMILIES; i++)
        if (strcmp(families[i].name, name) == 0)
            return families[i].make(a, b);
    return NULL;
}

static void explore(const char *text, const struct search_options *options,
                    struct search_result *r) {
    struct machine *machine = machine_for(text);
    search(machine, options, NULL, NULL, r);
    search_result_free(r);
    machine_destroy(machine);
}

// An alternative for k = 1 answers what fell asleep last, and nothing else: so
// many executions are then blocked in a random order. In ours there are none.
static const struct row {
    const char *name;
    unsigned a, b;
    uint64_t classes, blocked;
} rows[] = {
    {"disp", 1, 4, 80, 0},   {"disp", 3, 2, 59, 104},  {"disp", 5, 2, 137, 917},
    {"mpat", 3, 0, 48, 0},   {"mpat", 4, 0, 384, 0},   {"mpc", 2, 5, 60, 363},
    {"mpc", 2, 3, 66, 92},   {"pi", 5, 0, 120, 0},     {"pi", 6, 0, 720, 0},
    {"pol", 3, 4, 711, 341}, {"pol", 5, 3, 844, 4154}, {"disp", 2, 3, 150, 68},
};

static void check_row(const struct row *row, const char *text, uint64_t seed) {
    uint64_t asleep = seed ? row->blocked : 0;
    for (uint32_t k = 1; k <= 4; k++) { // the last one answers all
        struct search_options options = {.algorithm = ALGORITHM_QUASI,
                                         .k = k % 4,
                                         .seed = seed,
                                         .keep_going = true};
        struct search_result r;
        explore(text, &options, &r);
        bool fine = r.executions[ENDED_COMPLETE] == row->classes &&
                    r.executions[ENDED_ASLEEP] <= asleep &&
                    (k > 1 || r.executions[ENDED_ASLEEP] == asleep) &&
                    (k < 4 || search_total(&r) == row->classes);
        asleep = r.executions[ENDED_ASLEEP];
        if (!fine)
            printf("%s(%u,%u), seed %llu, k=%u: %llu complete, %llu blocked\n",
                   row->name, row->a, row->b, (unsigned long long)seed, k % 4,
                   (unsigned long long)r.executions[ENDED_COMPLETE],
                   (unsigned long long)asleep);
        failed += !fine;
    }
}

static void table_1(void) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = program_of(rows[i].name, rows[i].a, rows[i].b);
        check_row(&rows[i], text, 0);
        check_row(&rows[i], text, 1);
        memory_free(text);
    }
}

static void measure_one(const char *text, enum algorithm algorithm, uint32_t k,
                        double seconds) {
    struct search_result r;
    clock_t start = clock(); // the machine may be busy
    explore(text,
            &(struct search_options){.algorithm = algorithm,
                                     .k = k,
                                     .timeout = seconds,
                                     .keep_going = true},
            &r);
    double used = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("  %s k=%u: %llu complete, %llu blocked, %llu steps, %.3f s%s\n",
           algorithm_name(algorithm), k,
           (unsigned long long)r.executions[ENDED_COMPLETE],
           (unsigned long long)r.executions[ENDED_ASLEEP],
           (unsigned long long)r.steps, used, r.limit ? " (cut)" : "");
    fflush(stdout);
}

static int measure(const char *name, unsigned a, unsigned b, double seconds) {
    char *text = program_of(name, a, b);
    if (!text)
        return 2;
    printf("%s(%u,%u)\n", name, a, b);
    for (uint32_t k = 0; k <= 3; k++)
        measure_one(text, ALGORITHM_QUASI, k, seconds);
    measure_one(text, ALGORITHM_OPTIMAL, 0, seconds);
    measure_one(text, ALGORITHM_SOURCE, 0, seconds);
    memory_free(text);
    return 0;
}

int main(int argc, char **argv) {
    if (argc >= 4)
        return measure(argv[1], (unsigned)atoi(argv[2]),
                       (unsigned)atoi(argv[3]), argc > 4 ? atof(argv[4]) : 60);
    figure_2();
    conflicts();
    long_thread();
    table_1();
    printf("%s\n", failed ? "failed" : "passed");
    return failed != 0;
}
