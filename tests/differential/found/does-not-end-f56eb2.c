// SPDX-License-Identifier: Apache-2.0
// seed 70533
// expected to be wrong: livelock
// expected outcomes: 0, with loops
// auto (--algorithm=auto): does not end time limit
// optimal (--algorithm=optimal): does not end time limit
// pop (--algorithm=pop): does not end time limit
// source (--algorithm=source): does not end time limit
// classic (--algorithm=classic): does not end time limit
// quasi (--algorithm=quasi): does not end time limit
// stateful (--algorithm=stateful): deadlock or livelock missed 
// all (--algorithm=all): does not end time limit
// auto-i (--algorithm=auto --races=interleave): does not end time limit
// optimal-i (--algorithm=optimal --races=interleave): does not end time limit
#define OUTCOME_IN_WORDS
#include "../report.h"

static sem_t s0;
static void main_(long zero, int quiet) {
    sem_init(&s0, 0, 0);
    while (sem_trywait(&s0))
        ;
    if (quiet)
        return;
    outcome o = 0;
    tell(o);
}

int main(int count, char **arguments) {
    (void)arguments;
    main_(0, count > 2);
    return 0;
}
