// SPDX-License-Identifier: Apache-2.0
// seed 100482
// expected to be wrong: nothing
// expected outcomes: 2
//   1
//   0
// stateful-i (--algorithm=stateful --races=interleave): outcome missed 1 of 2: 0
#define OUTCOME_IN_WORDS
#include "../report.h"

static _Atomic(int) a0 = 0;
static _Atomic(int) a1 = 0;
static void *thread2(void *argument) {
    long zero = (long)argument;
    long r0 = 0;
    r0 = a0;
    a1++;
    return result(r0, 0, 0, 0);
}
static void *thread1(void *argument) {
    long zero = (long)argument;
    a0 = 1;
    return result(0, 0, 0, 0);
}
static void main_(long zero, int quiet) {
    long r5 = 0;
    pthread_t h1;
    pthread_t h2;
    pthread_create(&h1, NULL, thread1, NULL);
    pthread_create(&h2, NULL, thread2, NULL);
    { void *value; pthread_join(h2, &value); r5 = (long)value; }
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
