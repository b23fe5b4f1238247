// SPDX-License-Identifier: Apache-2.0
// The states of the same random program in both machines: as a model, and as C,
// compiled and run. There must be as many of them, whether going back is
// undoing or running again, and none may be lost by not going on from a state
// twice.
//
// Two differences are meant. In C, main has to start the threads: states count
// from its end on. And what a thread of a model knew when it got stuck is kept
// for those who ask for it, so programs with assumptions are not compared.
//
//   test-states MAZURKA INCLUDE WALK-NATIVE [PROGRAMS [FIRST SEED]]

#include "translate.h"
#include "walk.h"

#include "base/memory.h"
#include "machine/model/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 4000 };

static struct walk model_walk(const char *text) {
    struct model_error error;
    struct machine *m = model_machine(
        model_parse("m", text, strlen(text), &error), (struct relation){0});
    struct walk w = walk(m, true, MOST_STEPS);
    machine_destroy(m);
    return w;
}

// What the program prints, and that it ends well.
static bool native_walk(const char *folder, unsigned which, const char *how,
                        char *line, int room) {
    char command[700];
    snprintf(command, sizeof command, "WALK_MOST=%d %s '%s/program' %u",
             4 * MOST_STEPS, how, folder, which);
    FILE *out = popen(command, "r");
    *line = '\0';
    if (!out || !fgets(line, room, out))
        *line = '\0';
    return out && pclose(out) == 0;
}

static bool agrees(const char *folder, unsigned which,
                   const struct translated *one) {
    static const char *const ways[] = {"", "WALK_REPLAY=1"};
    struct walk model = model_walk(one->model);
    for (size_t i = 0; !model.cut && i < sizeof ways / sizeof *ways; i++) {
        char line[200];
        unsigned long long states, late, ends;
        bool fine = native_walk(folder, which, ways[i], line, sizeof line) &&
                    sscanf(line, "%llu states, %llu late, %llu ends", &states,
                           &late, &ends) == 3 &&
                    (strstr(one->model, "ASSUME") ||
                     (late == model.states && ends == model.ends));
        if (fine)
            continue;
        printf("seed %llu, %s: %snot %llu states, %llu ends\n%s",
               (unsigned long long)one->seed, ways[i], line,
               (unsigned long long)model.states, (unsigned long long)model.ends,
               one->model);
        return false;
    }
    return true;
}

int main(int argc, char **argv) {
    if (argc < 4)
        return 3;
    unsigned wanted = argc > 4 ? (unsigned)atoi(argv[4]) : 60;
    uint64_t seed = argc > 5 ? strtoull(argv[5], NULL, 10) : 1;
    char compiler[2048];
    snprintf(compiler, sizeof compiler,
             "MAZURKA_RUNTIME='%s' '%s' cc --states -I'%s'", argv[3], argv[1],
             argv[2]);
    return translated_agree(compiler, NOTHING_MORE, wanted, seed, agrees);
}
