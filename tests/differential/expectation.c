// SPDX-License-Identifier: Apache-2.0
#include "expectation.h"

#include <stdlib.h>
#include <string.h>

#define WRONG_IS "// expected to be wrong: "
#define OUTCOMES_ARE "// expected outcomes: "
#define OUTCOME_IS "//   "
#define IF_REUSED "// if freed blocks come again:"

static const char *const wrong_names[] = {
    "data-race",        "mutex-misuse", "api-misuse", "use-after-free",
    "null-dereference", "deadlock",     "livelock"};
enum { WRONG_NAMES = sizeof wrong_names / sizeof wrong_names[0] };

void expectation_print(FILE *out, const struct behaviour *b) {
    const char *between = "";
    fprintf(out, WRONG_IS);
    for (unsigned i = 0; i < WRONG_NAMES; i++)
        if (b->wrong >> i & 1) {
            fprintf(out, "%s%s", between, wrong_names[i]);
            between = ", ";
        }
    fprintf(out, "%s\n", *between ? "" : "nothing");
    fprintf(out, OUTCOMES_ARE "%u%s%s%s\n", b->outcomes.count,
            b->bytewise.count ? " at least" : "",
            b->has_loops ? ", with loops" : "",
            b->completes ? "" : ", none complete");
    for (unsigned i = 0; i < b->outcomes.count; i++)
        fprintf(out, OUTCOME_IS "%s\n", b->outcomes.at[i].words);
    if (b->reused) {
        fprintf(out, IF_REUSED "\n");
        expectation_print(out, b->reused);
    }
}

static const char *rest_of(const char *line, const char *beginning) {
    size_t length = strlen(beginning);
    return strncmp(line, beginning, length) == 0 ? line + length : NULL;
}

void expectation_take(struct behaviour *b, const char *line) {
    const char *rest;
    if (b->reused) {
        expectation_take(b->reused, line);
    } else if (!strcmp(line, IF_REUSED)) {
        b->reused = calloc(1, sizeof *b->reused);
        if (!b->reused)
            abort();
    } else if ((rest = rest_of(line, WRONG_IS))) {
        for (unsigned i = 0; i < WRONG_NAMES; i++)
            if (strstr(rest, wrong_names[i]))
                b->wrong |= 1u << i;
    } else if ((rest = rest_of(line, OUTCOMES_ARE))) {
        b->at_least = strstr(rest, "at least");
        b->has_loops = strstr(rest, "with loops");
        b->completes = !strstr(rest, "none complete");
    } else if ((rest = rest_of(line, OUTCOME_IS))) {
        outcomes_add(&b->outcomes, outcome_hash(rest), rest);
    }
}
