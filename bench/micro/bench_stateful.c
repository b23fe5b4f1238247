// SPDX-License-Identifier: Apache-2.0
// What each part of the stateful search brings, on models: a row for each way
// to put it together.
//
//   bench-stateful FILE.model…

#include "base/file.h"
#include "explore/search.h"
#include "explore/stateful/stateful.h"
#include "machine/model/model.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define MAKER(name, parts)                              \
    static struct explorer *name(struct trace *trace) { \
        return explorer_stateful_with(trace, parts);         \
    }
MAKER(whole, WITH_EVERYTHING_ENABLED)
MAKER(literal, WITH_GRAPH | WITH_CLASSIC_SETS)
MAKER(classic, WITH_CLASSIC_SETS)
MAKER(source, 0)
MAKER(sleeping, WITH_SLEEP)
#undef MAKER

static const struct way {
    const char *name;
    enum algorithm algorithm;
    explorer_maker *make;
} ways[] = {
    {"no reduction", ALGORITHM_STATEFUL, whole},
    {"the paper, corrected", ALGORITHM_STATEFUL, literal},
    {"+ a summary a state", ALGORITHM_STATEFUL, classic},
    {"+ source sets", ALGORITHM_STATEFUL, source},
    {"+ sleep sets", ALGORITHM_STATEFUL, sleeping},
    {"classic, stateless", ALGORITHM_CLASSIC, NULL},
};

static void measure(const char *file, const char *text, const struct way *way) {
    struct model_error error;
    struct machine *m = model_machine(
        model_parse(file, text, strlen(text), &error), (struct relation){0});
    struct search_options options = {.algorithm = way->algorithm,
                                     .make = way->make,
                                     .max_steps = 10000,
                                     .timeout = 20,
                                     .keep_going = true};
    struct search_result r;
    search(m, &options, NULL, NULL, &r);
    printf("| %s | %s%" PRIu64 " | %" PRIu64 " | %" PRIu64 " | %" PRIu64
           " | %" PRIu64 " | %" PRIu64 " | %.3f |\n",
           way->name, r.limit ? "> " : "", search_total(&r), r.steps,
           r.states.states, r.states.revisits, r.states.reopened,
           r.states.table_kib, r.seconds);
    fflush(stdout);
    search_result_free(&r);
    machine_destroy(m);
}

int main(int argc, char **argv) {
    enum { MOST_BYTES = 1 << 20 };
    for (int i = 1; i < argc; i++) {
        size_t length;
        const char *reason;
        char *text = file_read(argv[i], MOST_BYTES, &length, &reason);
        if (!text) {
            fprintf(stderr, "%s: %s\n", argv[i], reason);
            return 1;
        }
        printf(
            "\n%s\n\n| | runs | transitions | states | met again | explored "
            "anew | table, KiB | seconds |\n|---|---|---|---|---|---|---|---|"
            "\n",
            argv[i]);
        for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
            measure(argv[i], text, &ways[k]);
        memory_free(text);
    }
    return 0;
}
