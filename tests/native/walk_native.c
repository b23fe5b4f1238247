// SPDX-License-Identifier: Apache-2.0
// A runtime for programs that walk over their own states (walk.h) instead of
// being searched. What to do is in the environment:
//
//   WALK_ALL=1           every interleaving, not only those from new states
//   WALK_RACES=interleave  every shared access is a step
//   WALK_REPLAY=1        go back by running again
//   WALK_MOST=N          steps at most
//
// Prints: STATES states, ENDS ends, STEPS steps, sum SUM

#include "machine/native/heap.h"
#include "machine/native/libc.h"
#include "machine/native/machine.h"
#include "machine/native/states.h"
#include "walk.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Filled in once.
static struct {
    int argc;
    char **argv, **envp;
} start;

static void *run_main(void *unused) {
    (void)unused;
    __mz_exit(__mz_main(start.argc, start.argv, start.envp));
}

int main(int argc, char **argv, char **envp) {
    start.argc = argc;
    start.argv = argv;
    start.envp = envp;
    const char *races = getenv("WALK_RACES"), *most = getenv("WALK_MOST");
    struct native_settings settings = {
        .races = races && !strcmp(races, "interleave") ? RACES_INTERLEAVE
                                                       : RACES_IGNORE,
        .blind_adds = true,
        .states = true,
        .check_states = true,
    };
    if (!states_are_told()) {
        puts("states are not told");
        return 3;
    }
    heap_init();
    native_catch_crashes();
    struct machine *machine =
        native_machine(&settings, getenv("WALK_REPLAY"), run_main);
    struct walk w = walk(machine, !getenv("WALK_ALL"),
                         most ? strtoull(most, NULL, 10) : 1000000);
    if (machine->mishap.kind)
        printf("%s ", finding_name(machine->mishap.kind));
    printf("%" PRIu64 " states, %" PRIu64 " ends, %" PRIu64
           " steps, sum %016" PRIx64,
           w.states, w.ends, w.steps, w.sum);
    if (w.unknown)
        printf(", %" PRIu64 " not told", w.unknown);
    if (states_unknown())
        printf(", %" PRIu64 " times unknown", states_unknown());
    puts(w.cut ? ", cut" : "");
    return 0;
}
