// SPDX-License-Identifier: Apache-2.0
// seed 100018
// expected to be wrong: nothing
// expected outcomes: 2
//   8000
//   0
// stateful-i (--algorithm=stateful --races=interleave): outcome missed 1 of 2: 0
#define OUTCOME_IN_WORDS
#include "../report.h"

static _Atomic(int) a0 = 0;
static void *thread1(void *argument) {
    long zero = (long)argument;
    long r1 = 0;
    r1 = a0;
    return result(0, r1, 0, 0);
}
static void main_(long zero, int quiet) {
    long r4 = 0;
    pthread_t h1;
    pthread_create(&h1, NULL, thread1, NULL);
    a0 = 1;
    { void *value; pthread_join(h1, &value); r4 = (long)value; }
    if (quiet)
        return;
    outcome o = 0;
    o = put(o, r4);
    tell(o);
}

int main(int count, char **arguments) {
    (void)arguments;
    main_(0, count > 2);
    return 0;
}
