// SPDX-License-Identifier: Apache-2.0
// seed 6000222
// expected to be wrong: nothing
// expected outcomes: 3
//   1
//   2
//   0
// stateful (--algorithm=stateful): outcome missed 2 of 3: 0
// stateful-i (--algorithm=stateful --races=interleave): outcome missed 2 of 3: 0
// stateful-replay (--algorithm=stateful --goto=replay): outcome missed 2 of 3: 0
#define OUTCOME_IN_WORDS
#include "../report.h"

static _Atomic(int) a0 = 0;
static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER;
static outcome finals(outcome o) {
    o = put(o, (long)a0);
    return o;
}
static void *thread2(void *argument) {
    long zero = (long)argument;
    pthread_mutex_lock(&m0);
    pthread_mutex_unlock(&m0);
    a0++;
    return result(0, 0, 0, 0);
}
static void *thread1(void *argument) {
    long zero = (long)argument;
    pthread_mutex_lock(&m0);
    a0 += (-1);
    pthread_mutex_unlock(&m0);
    return result(0, 0, 0, 0);
}
static void main_(long zero, int quiet) {
    pthread_t h1;
    pthread_t h2;
    pthread_create(&h1, NULL, thread1, NULL);
    pthread_create(&h2, NULL, thread2, NULL);
    a0 = 1;
    pthread_join(h2, NULL);
    pthread_join(h1, NULL);
    if (quiet)
        return;
    outcome o = 0;
    o = finals(o);
    tell(o);
}

int main(int count, char **arguments) {
    (void)arguments;
    main_(0, count > 2);
    return 0;
}
