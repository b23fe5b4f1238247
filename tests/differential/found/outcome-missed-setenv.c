// SPDX-License-Identifier: Apache-2.0
// expected to be wrong: nothing
// expected outcomes: 2
//   c40000000
//   0
// auto (--algorithm=auto): outcome missed 1 of 2: 0
// optimal (--algorithm=optimal): outcome missed 1 of 2: 0
// pop (--algorithm=pop): outcome missed 1 of 2: 0
// stateful (--algorithm=stateful): outcome missed 1 of 2: 0
// all (--algorithm=all): outcome missed 1 of 2: 0
// optimal-i (--algorithm=optimal --races=interleave): outcome missed 1 of 2: 0
#define OUTCOME_IN_WORDS
#include "../report.h"

static void *thread1(void *argument) {
    long zero = (long)argument;
    long r2 = 0;
    { const char *value = getenv("ENV"); r2 = value ? *value : 0; }
    return result(0, 0, r2, 0);
}
static void main_(long zero, int quiet) {
    long r4 = 0;
    pthread_t h1;
    pthread_create(&h1, NULL, thread1, NULL);
    setenv("ENV", "1", 1);
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
