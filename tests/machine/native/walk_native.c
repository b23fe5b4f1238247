// SPDX-License-Identifier: Apache-2.0
// A runtime for programs that walk over their own states (walk.h) instead of
// being searched: once without going on from a state that was seen before, and
// once over all interleavings, as far as that goes and unless that is slow.
// What to do is in the environment:
//
//   WALK_RACES=interleave  every shared access is a step
//   WALK_REPLAY=1          go back by running again
//   WALK_MOST=N            steps at most, of each walk
//
// Prints: STATES states, LATE late, ENDS ends[, unknown][, cut]. Exit code 1 if
// the walks differ.

#include "machine/native/memory/heap.h"
#include "machine/native/libc/libc.h"
#include "machine/native/native_machine.h"
#include "machine/native/state/states.h"
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

static void print(const char *name, const struct walk *w) {
    printf("%s%" PRIu64 " states, %" PRIu64 " late, %" PRIu64 " ends", name,
           w->states, w->late, w->ends);
    if (w->unknown)
        printf(", %" PRIu64 " not told", w->unknown);
    if (states_unknown())
        printf(", unknown");
    printf("%s\n", w->cut ? ", cut" : "");
}

static struct native_settings settings_of(void) {
    const char *races = getenv("WALK_RACES");
    return (struct native_settings){
        .races = races && !strcmp(races, "interleave") ? RACES_INTERLEAVE
                                                       : RACES_IGNORE,
        .program.argv = start.argv,
        .undo_memory = (size_t)64 << 20,
        .states = true,
        .check_states = true,
    };
}

int main(int argc, char **argv, char **envp) {
    start.argc = argc;
    start.argv = argv;
    start.envp = envp;
    const char *number = getenv("WALK_MOST");
    uint64_t most = number ? strtoull(number, NULL, 10) : 5000;
    struct native_settings settings = settings_of();
    if (!states_are_told()) {
        puts("states are not told");
        return 3;
    }
    heap_init();
    native_catch_crashes(NULL);
    struct machine *m = native_machine(
        &settings, getenv("WALK_REPLAY") ? GOTO_REPLAY : GOTO_UNDO, run_main);
    struct walk merged = walk(m, true, most);
    print("", &merged);
    bool replay = getenv("WALK_REPLAY");
    if (merged.cut || merged.unknown || states_unknown() || replay)
        return 0;
    struct walk all = walk(m, false, most);
    if (all.cut || walks_agree(&merged, &all))
        return 0;
    print("but over all interleavings ", &all);
    return 1;
}
