// SPDX-License-Identifier: Apache-2.0
// What a step of a search costs on the model machine, and whether memory
// grows with the executions that are behind it.
//
//   bench-step [SECONDS A ROW [ALGORITHM]]
//
// Each row is a growing program; ns/step is the whole search's time over the
// steps that it executed. The last column is the ratio to the bare cost: the
// same number of steps taken by the machine alone, in the same run. KiB is
// memory at a tenth of the search and at its end.

#include "base/memory.h"
#include "explore/search.h"
#include "machine/bare.h"
#include "machine/model/model.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BARE_SECONDS 0.1

static char text[1 << 16];

__attribute__((format(printf, 1, 2))) static void put(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    size_t used = strlen(text);
    vsnprintf(text + used, sizeof text - used, format, arguments);
    va_end(arguments);
}

static void lock_rounds(unsigned threads, unsigned rounds) {
    for (unsigned t = 0; t < threads; t++) {
        put("thread t%u\n", t);
        for (unsigned i = 0; i < rounds; i++)
            put(" LOCK m\n UNLOCK m\n");
    }
}

static void lastzero(unsigned n, unsigned unused) {
    (void)unused;
    put("thread r\n LET i %u\n R a x[i]\n WHILE a != 0\n  LET i i-1\n"
        "  R a x[i]\n END\n",
        n);
    for (unsigned j = 1; j <= n; j++)
        put("thread t%u\n R a x[%u]\n W x[%u] a+1\n", j, j - 1, j);
}

static void fib(unsigned n, unsigned unused) {
    (void)unused;
    put("init i=1 j=1\nthread a\n");
    for (unsigned k = 0; k < n; k++)
        put(" R x i\n R y j\n W i x+y\n");
    put("thread b\n");
    for (unsigned k = 0; k < n; k++)
        put(" R x j\n R y i\n W j x+y\n");
    put("thread m\n R p i\n R q j\n");
}

static void readers(unsigned n, unsigned unused) {
    (void)unused;
    put("thread w\n W x 1\n");
    for (unsigned i = 0; i < n; i++)
        put("thread r%u\n R a y%u\n R b x\n", i, i);
}

static void adders(unsigned n, unsigned unused) {
    (void)unused;
    for (unsigned i = 0; i < n; i++)
        put("thread t%u\n FAA a x 1\n", i);
}

static const struct row {
    const char *name;
    void (*make)(unsigned, unsigned);
    unsigned a, b;
} rows[] = {
    {"lock-rounds", lock_rounds, 2, 9}, {"lock-rounds", lock_rounds, 4, 3},
    {"lock-rounds", lock_rounds, 8, 1}, {"lastzero", lastzero, 7, 0},
    {"lastzero", lastzero, 10, 0},      {"fib", fib, 4, 0},
    {"readers", readers, 7, 0},         {"readers", readers, 13, 0},
    {"adders", adders, 7, 0},           {"adders", adders, 8, 0},
};

struct watch {
    uint64_t early_kib;
    uint64_t early_at;
};

static void look(void *context, const struct trace *trace, enum ending ending,
                 uint64_t number) {
    struct watch *w = context;
    (void)trace, (void)ending;
    if (number == w->early_at)
        w->early_kib = memory_now_kib();
}

static void measure(const struct row *row, enum algorithm algorithm,
                    double seconds) {
    struct model_error error;
    text[0] = '\0';
    row->make(row->a, row->b);
    struct machine *m =
        model_machine(model_parse(row->name, text, strlen(text), &error),
                      (struct relation){.blind_adds = true});
    struct search_options options = {.algorithm = algorithm,
                                     .timeout = seconds};
    struct search_result r;
    search(m, &options, NULL, NULL, &r); // to know how many there are
    struct watch watch = {.early_at = search_total(&r) / 10 + 1};
    struct search_observer observer = {.execution = look, .context = &watch};
    search_result_free(&r);
    search(m, &options, &observer, NULL, &r);
    uint64_t late_kib = memory_now_kib();
    double ns = 1e9 * r.cpu_seconds / (double)r.steps;
    struct bare_cost cost = bare_run(m, BARE_SECONDS);
    double bare = 1e9 * cost.cpu_seconds / (double)cost.steps;
    printf("%-12s %2u %2u  %-8s %9llu %8.2f %8.0f %7.1f %8llu %7llu %7llu%s\n",
           row->name, row->a, row->b, algorithm_name(algorithm),
           (unsigned long long)search_total(&r),
           1e6 * r.cpu_seconds / (double)search_total(&r), ns, ns / bare,
           (unsigned long long)r.wakeup_nodes_most,
           (unsigned long long)watch.early_kib, (unsigned long long)late_kib,
           r.limit ? "  (cut)" : "");
    search_result_free(&r);
    machine_destroy(m);
}

int main(int argc, char **argv) {
    double seconds = argc > 1 ? atof(argv[1]) : 20;
    printf("%-18s  %-8s %9s %8s %8s %7s %8s %7s %7s\n", "program", "search",
           "runs", "µs/run", "ns/step", "x bare", "nodes", "KiB 10%", "KiB");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int a = 0; a < ALGORITHM_COUNT; a++)
            if (a != ALGORITHM_AUTO && a != ALGORITHM_ALL &&
                (argc < 3 || strcmp(argv[2], algorithm_name((enum algorithm)a)) == 0))
                measure(&rows[i], (enum algorithm)a, seconds);
    return 0;
}
