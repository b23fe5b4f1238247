// SPDX-License-Identifier: Apache-2.0
// Random programs with plain accesses, explored state by state and in every
// interleaving: there must be a data race in both or in none, in the same
// variables, and no pair of places may be in one that `all` does not have. (All
// pairs need not be there: an access that happens after another one stands for
// it, and where two accesses are in no order only one is explored.)
//
//   test-race-states MAZURKA INCLUDE [PROGRAMS [FIRST SEED]]

#include "translate.h"

#include "base/file.h"
#include "base/memory.h"

#include <cjson/cJSON.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_EXECUTIONS = 2000, MOST_PAIRS = 256 };

struct races {
    unsigned variables; // as bits
    struct {
        unsigned low, high; // lines
    } pairs[MOST_PAIRS];
    unsigned count;
    bool whole; // everything was explored
};

static void take(struct races *r, const cJSON *finding) {
    unsigned here = (unsigned)cJSON_GetNumberValue(
                 cJSON_GetObjectItem(finding, "line")),
             there = 0, variable = 0;
    const char *message =
        cJSON_GetStringValue(cJSON_GetObjectItem(finding, "message"));
    const char *place = strrchr(message, ':');
    if (sscanf(message, "plain[%u]", &variable) != 1 || !place ||
        sscanf(place, ":%u", &there) != 1 || r->count == MOST_PAIRS)
        return;
    r->variables |= 1u << variable;
    r->pairs[r->count].low = here < there ? here : there;
    r->pairs[r->count++].high = here < there ? there : here;
}

static bool find(const char *folder, unsigned which, const char *way,
                 struct races *r) {
    char command[1024], path[600];
    *r = (struct races){0};
    snprintf(path, sizeof path, "%s/result.json", folder);
    remove(path);
    snprintf(command, sizeof command,
             "MAZURKA_OPTIONS='--keep-going -q --trace=/dev/null "
             "--max-executions=%d --json=%s %s' '%s/program' %u >/dev/null "
             "2>&1",
             MOST_EXECUTIONS, path, way, folder, which);
    int status = system(command);
    (void)status; // 1 is usual
    size_t length;
    const char *error;
    char *text = file_read(path, 1 << 24, &length, &error);
    if (!text)
        return false;
    cJSON *root = cJSON_Parse(text);
    const cJSON *finding;
    cJSON_ArrayForEach(finding, cJSON_GetObjectItem(root, "findings")) {
        const char *kind =
            cJSON_GetStringValue(cJSON_GetObjectItem(finding, "kind"));
        if (strcmp(kind, "data-race") == 0)
            take(r, finding);
    }
    r->whole = cJSON_IsTrue(cJSON_GetObjectItem(root, "complete"));
    cJSON_Delete(root);
    memory_free(text);
    return true;
}

static bool has_pair(const struct races *r, unsigned low, unsigned high) {
    for (unsigned i = 0; i < r->count; i++)
        if (r->pairs[i].low == low && r->pairs[i].high == high)
            return true;
    return false;
}

static bool agrees(const char *folder, unsigned which,
                   const struct translated *one) {
    static const char *const ways[] = {
        "--algorithm=stateful --check-states",
        "--algorithm=stateful --independent-adds=off",
    };
    struct races all, some;
    bool fine = find(folder, which, "--algorithm=all", &all);
    for (size_t i = 0; fine && all.whole && i < sizeof ways / sizeof *ways;
         i++) {
        fine = find(folder, which, ways[i], &some) && some.whole &&
               some.variables == all.variables;
        for (unsigned k = 0; k < some.count; k++)
            fine &= has_pair(&all, some.pairs[k].low, some.pairs[k].high);
        if (!fine)
            printf("seed %llu, %s: races in %x, not %x\n%s",
                   (unsigned long long)one->seed, ways[i], some.variables,
                   all.variables, one->model);
    }
    return fine;
}

int main(int argc, char **argv) {
    if (argc < 3)
        return 3;
    unsigned wanted = argc > 3 ? (unsigned)atoi(argv[3]) : 60;
    // 149 has a race that only one of two ways to a state leads to.
    uint64_t seed = argc > 4 ? strtoull(argv[4], NULL, 10) : 130;
    char compiler[1024];
    snprintf(compiler, sizeof compiler, "'%s' cc --states -I'%s'", argv[1],
             argv[2]);
    return translated_agree(compiler, PLAIN_ACCESSES, wanted, seed, agrees);
}
