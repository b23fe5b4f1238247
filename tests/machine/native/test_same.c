// SPDX-License-Identifier: Apache-2.0
// The same random program through both machines: as a model, and as C, compiled
// and run. They must agree on how many executions of which kind there are, for
// every algorithm, going back by undoing and by running again. In C, threads do
// something for themselves in between.
//
// Programs with memory orders and fences are compared under every memory model,
// by the search over execution graphs, which knows them.
//
//   test-same MAZURKA INCLUDE [PROGRAMS [FIRST SEED]]

#include "translate.h"

#include "base/file.h"
#include "base/memory.h"
#include "explore/search.h"
#include "machine/model/model.h"

#include <cjson/cJSON.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_EXECUTIONS = 3000 };

static const char *const ways[] = {"--algorithm=optimal",
                                   "--algorithm=source",
                                   "--algorithm=pop",
                                   "--algorithm=optimal --goto=replay",
                                   "--algorithm=optimal --seed=7",
                                   "--algorithm=optimal --goto=both",
                                   "--algorithm=quasi --k=optimal",
                                   "--algorithm=graph",
                                   "--algorithm=auto"};

struct counts {
    uint64_t complete, assume, deadlocked, asleep;
};

static struct counts model_counts(const char *text, enum algorithm algorithm,
                                  enum memory memory, bool *small) {
    struct model_error error;
    bool graphs = algorithm == ALGORITHM_GRAPH;
    struct machine *m = model_machine(
        model_parse("m", text, strlen(text), &error),
        (struct relation){.readers_conflict = graphs, .graphs = graphs});
    struct search_options o = {.algorithm = algorithm,
                               .memory = memory,
                               .max_executions = MOST_EXECUTIONS,
                               .keep_going = true};
    struct search_result r;
    search(m, &o, NULL, NULL, &r);
    struct counts c = {r.executions[ENDED_COMPLETE], r.executions[ENDED_ASSUME],
                       r.executions[ENDED_DEADLOCK], 0};
    *small = r.limit == NO_LIMIT && !r.refusal[0];
    search_result_free(&r);
    machine_destroy(m);
    return c;
}

static uint64_t number(const cJSON *object, const char *key) {
    return (uint64_t)cJSON_GetNumberValue(cJSON_GetObjectItem(object, key));
}

static bool native_counts(const char *folder, unsigned which, const char *way,
                          struct counts *c) {
    char command[1024], path[600];
    snprintf(path, sizeof path, "%s/result.json", folder);
    remove(path);
    snprintf(
        command, sizeof command,
        "MAZURKA_OPTIONS='--races=ignore --keep-going -q --trace=/dev/null "
        "--independent-adds=off --json=%s %s' '%s/program' %u >/dev/null "
        "2>&1",
        path, way, folder, which);
    int status = system(command);
    (void)status; // 1 is usual: deadlocks
    size_t length;
    const char *error;
    char *text = file_read(path, 1 << 20, &length, &error);
    if (!text)
        return false;
    cJSON *root = cJSON_Parse(text);
    const cJSON *e = cJSON_GetObjectItem(root, "executions");
    *c = (struct counts){number(e, "complete"), number(e, "assume_blocked"),
                         number(e, "deadlocked"),
                         number(e, "sleep_set_blocked")};
    cJSON_Delete(root);
    memory_free(text);
    return true;
}

static void tell(const struct translated *one, const char *way, bool ran,
                 struct counts n, struct counts m) {
    printf("seed %llu, %s: %s %llu complete, %llu assume, %llu deadlocked, "
           "%llu asleep, not %llu, %llu, %llu\n%s",
           (unsigned long long)one->seed, way,
           ran ? "" : "no result:", (unsigned long long)n.complete,
           (unsigned long long)n.assume, (unsigned long long)n.deadlocked,
           (unsigned long long)n.asleep, (unsigned long long)m.complete,
           (unsigned long long)m.assume, (unsigned long long)m.deadlocked,
           one->model);
}

static bool agrees(const char *folder, unsigned i,
                   const struct translated *one) {
    bool small, fine = true;
    struct counts m =
        model_counts(one->model, ALGORITHM_OPTIMAL, MEMORY_SC, &small);
    for (size_t w = 0; small && fine && w < sizeof ways / sizeof *ways; w++) {
        struct counts n = {0};
        // To these, readers of a lock depend on each other.
        bool graph = strstr(ways[w], "graph");
        if ((graph || strstr(ways[w], "pop")) && strstr(one->model, "RDLOCK"))
            continue;
        bool ran = native_counts(folder, i, ways[w], &n);
        bool optimal = !graph && !strstr(ways[w], "source");
        fine = ran && n.complete == m.complete && n.assume == m.assume &&
               n.deadlocked == m.deadlocked && (!optimal || n.asleep == 0);
        if (!fine)
            tell(one, ways[w], ran, n, m);
    }
    return fine;
}

static bool graphs_agree(const char *folder, unsigned i,
                         const struct translated *one) {
    bool small, fine = true;
    for (int memory = 0; fine && memory < MEMORY_COUNT; memory++) {
        struct counts n = {0}, m = model_counts(one->model, ALGORITHM_GRAPH,
                                                (enum memory)memory, &small);
        char way[80];
        snprintf(way, sizeof way, "--algorithm=graph --memory=%s%s",
                 memory_model((enum memory)memory)->name,
                 i % 4 == (unsigned)memory ? " --goto=both" : "");
        if (!small)
            continue;
        bool ran = native_counts(folder, i, way, &n);
        fine = ran && n.complete == m.complete && n.assume == m.assume &&
               n.deadlocked == m.deadlocked;
        if (!fine)
            tell(one, way, ran, n, m);
    }
    return fine;
}

int main(int argc, char **argv) {
    if (argc < 3)
        return 3;
    unsigned wanted = argc > 3 ? (unsigned)atoi(argv[3]) : 180;
    uint64_t seed = argc > 4 ? strtoull(argv[4], NULL, 10) : 1;
    char compiler[1024];
    snprintf(compiler, sizeof compiler, "'%s' cc -I'%s'", argv[1], argv[2]);
    return translated_agree(compiler, OWN_ACCESSES, wanted, seed, agrees) |
           translated_agree(compiler, MEMORY_ORDERS, wanted / 2, seed,
                            graphs_agree);
}
