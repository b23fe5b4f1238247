// SPDX-License-Identifier: Apache-2.0
// seed 100443
// expected to be wrong: nothing
// expected outcomes: 2
//   200000000000
//   0
// stateful-i (--algorithm=stateful --races=interleave): outcome missed 1 of 2: 0
#define OUTCOME_IN_WORDS
#include "../report.h"

static _Atomic(int) a1 = 0;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void first(void) {
    a1 = 1;
}
static void *thread1(void *argument) {
    long zero = (long)argument;
    long r3 = 0;
    r3 = a1;
    return result(0, 0, 0, r3);
}
static void main_(long zero, int quiet) {
    long r5 = 0;
    pthread_t h1;
    pthread_create(&h1, NULL, thread1, NULL);
    pthread_once(&once, first);
    { void *value; pthread_join(h1, &value); r5 = (long)value; }
    if (quiet)
        return;
    outcome o = 0;
    o = put(o, r5);
    tell(o);
}

int main(int count, char **arguments) {
    (void)arguments;
    main_(0, count > 2);
    return 0;
}
