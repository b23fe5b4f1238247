// SPDX-License-Identifier: Apache-2.0
#include "again.h"

#include "expectation.h"
#include "shrink.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What a file says: an expectation, and which configurations disagreed.
struct remembered {
    struct behaviour behaviour;
    uint64_t disagreed; // as bits
};

static void take_line(struct remembered *r, const char *line) {
    expectation_take(&r->behaviour, line);
    for (unsigned i = 0; i < configuration_count; i++) {
        char beginning[100];
        int length = snprintf(beginning, sizeof beginning, "// %s (",
                              configurations[i].name);
        if (strncmp(line, beginning, (size_t)length) == 0)
            r->disagreed |= 1ull << i;
    }
}

static bool read_file(const char *path, struct remembered *r) {
    char line[1000];
    *r = (struct remembered){0};
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        take_line(r, line);
    }
    fclose(file);
    return r->disagreed;
}

unsigned again_check(const struct tool *tool, const char *path) {
    struct remembered r;
    struct built built = {.number = 0};
    unsigned disagreements = 0;
    // Nothing is known of the program but what the file says.
    struct program *unknown = calloc(1, sizeof *unknown);
    if (!unknown)
        abort();
    unknown->threads = 1;
    if (!read_file(path, &r) || !build_file(tool, path, "again", EVERY_BUILD, &built)) {
        printf("%s: says nothing, or does not compile\n", path);
        disagreements = 1;
        r.disagreed = 0;
    }
    for (unsigned i = 0; i < configuration_count; i++) {
        struct verdict v;
        bool reuses = configurations[i].flags & REUSE;
        if (!(r.disagreed >> i & 1) || (reuses && !r.behaviour.reused))
            continue;
        compare(tool, &configurations[i], &built, unknown, &r.behaviour, &v);
        if (v.disagreement == D_NONE)
            continue;
        printf("%s: %s: %s %s\n", path, configurations[i].name,
               disagreement_names[v.disagreement], v.detail);
        disagreements++;
    }
    behaviour_free(&r.behaviour);
    free(unknown);
    return disagreements;
}
