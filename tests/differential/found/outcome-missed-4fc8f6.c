// SPDX-License-Identifier: Apache-2.0
// seed 20
// expected to be wrong: nothing
// expected outcomes: 2
//   1c
//   23
// auto (--algorithm=auto): outcome missed 1 of 2: 23
// optimal (--algorithm=optimal): outcome missed 1 of 2: 23
// pop (--algorithm=pop): outcome missed 1 of 2: 23
// source (--algorithm=source): outcome missed 1 of 2: 23
// classic (--algorithm=classic): outcome missed 1 of 2: 23
// quasi (--algorithm=quasi): outcome missed 1 of 2: 23
// stateful (--algorithm=stateful): outcome missed 1 of 2: 23
// all (--algorithm=all): outcome missed 1 of 2: 23
// auto-i (--algorithm=auto --races=interleave): outcome missed 1 of 2: 23
// optimal-i (--algorithm=optimal --races=interleave): outcome missed 1 of 2: 23
// pop-i (--algorithm=pop --races=interleave): outcome missed 1 of 2: 23
// source-i (--algorithm=source --races=interleave): outcome missed 1 of 2: 23
// quasi-i (--algorithm=quasi --races=interleave): outcome missed 1 of 2: 23
// stateful-i (--algorithm=stateful --races=interleave): outcome missed 1 of 2: 23
// all-i (--algorithm=all --races=interleave): outcome missed 1 of 2: 23
// optimal-replay (--algorithm=optimal --goto=replay): outcome missed 1 of 2: 23
// pop-i-replay (--algorithm=pop --races=interleave --goto=replay): outcome missed 1 of 2: 23
// stateful-replay (--algorithm=stateful --goto=replay): outcome missed 1 of 2: 23
// states-optimal (--algorithm=optimal): outcome missed 1 of 2: 23
// states-pop (--algorithm=pop): outcome missed 1 of 2: 23
// states-source (--algorithm=source): outcome missed 1 of 2: 23
// states-auto-i (--algorithm=auto --races=interleave): outcome missed 1 of 2: 23
// optimal-adds (--algorithm=optimal --independent-adds=off): outcome missed 1 of 2: 23
// optimal-seed (--algorithm=optimal --seed=5): outcome missed 1 of 2: 23
// pop-seed (--algorithm=pop --seed=6): outcome missed 1 of 2: 23
// optimal-rounds (--algorithm=optimal --dynamic-loops=on): outcome missed 1 of 2: 23
// auto-rounds-i (--algorithm=auto --races=interleave --dynamic-loops=on): outcome missed 1 of 2: 23
#define OUTCOME_IN_WORDS
#include "../report.h"

static long result1;
static outcome kept;
static long exits;
static void exit2(void) { exits = exits * 8 + 3; }
static void exit3(void) { exits = exits * 8 + 4; }
static void last(void) { tell(put(kept, exits)); }
static void *thread1(void *argument) {
    long zero = (long)argument;
    atexit(exit2);
    result1 = (long)result(0, 0, 0, 0);
    return NULL;
}
static void main_(long zero, int quiet) {
    pthread_t h1;
    if (!quiet)
        atexit(last);
    pthread_create(&h1, NULL, thread1, NULL);
    atexit(exit3);
    pthread_join(h1, NULL);
    if (quiet)
        return;
    outcome o = 0;
    kept = o;
}

int main(int count, char **arguments) {
    (void)arguments;
    main_(0, count > 2);
    return 0;
}
