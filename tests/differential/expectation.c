// SPDX-License-Identifier: Apache-2.0
#include "expectation.h"

#include <string.h>

#define WRONG_IS "// expected to be wrong: "
#define OUTCOMES_ARE "// expected outcomes: "
#define OUTCOME_IS "//   "

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
    fprintf(out, OUTCOMES_ARE "%u%s%s\n", b->outcomes.count,
            b->bytewise.count ? " at least" : "",
            b->has_loops ? ", with loops" : "");
    for (unsigned i = 0; i < b->outcomes.count; i++)
        fprintf(out, OUTCOME_IS "%s\n", b->outcomes.at[i].words);
}

static const char *rest_of(const char *line, const char *beginning) {
    size_t length = strlen(beginning);
    return strncmp(line, beginning, length) == 0 ? line + length : NULL;
}

void expectation_take(struct behaviour *b, const char *line) {
    const char *rest;
    if ((rest = rest_of(line, WRONG_IS))) {
        for (unsigned i = 0; i < WRONG_NAMES; i++)
            if (strstr(rest, wrong_names[i]))
                b->wrong |= 1u << i;
    } else if ((rest = rest_of(line, OUTCOMES_ARE))) {
        b->at_least = strstr(rest, "at least");
        b->has_loops = strstr(rest, "with loops");
    } else if ((rest = rest_of(line, OUTCOME_IS))) {
        outcomes_add(&b->outcomes, outcome_hash(rest), rest);
    }
}
