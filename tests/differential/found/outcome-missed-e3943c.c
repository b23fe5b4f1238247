// SPDX-License-Identifier: Apache-2.0
// seed 5399
// expected to be wrong: mutex-misuse
// expected outcomes: 1
//   
// auto (--algorithm=auto): outcome missed 0 of 1: 
// optimal (--algorithm=optimal): outcome missed 0 of 1: 
// pop (--algorithm=pop): outcome missed 0 of 1: 
// source (--algorithm=source): outcome missed 0 of 1: 
// classic (--algorithm=classic): outcome missed 0 of 1: 
// quasi (--algorithm=quasi): outcome missed 0 of 1: 
// stateful (--algorithm=stateful): outcome missed 0 of 1: 
// auto-i (--algorithm=auto --races=interleave): outcome missed 0 of 1: 
// optimal-i (--algorithm=optimal --races=interleave): outcome missed 0 of 1: 
// pop-i (--algorithm=pop --races=interleave): outcome missed 0 of 1: 
// source-i (--algorithm=source --races=interleave): outcome missed 0 of 1: 
// quasi-i (--algorithm=quasi --races=interleave): outcome missed 0 of 1: 
// stateful-i (--algorithm=stateful --races=interleave): outcome missed 0 of 1: 
// optimal-replay (--algorithm=optimal --goto=replay): outcome missed 0 of 1: 
// pop-i-replay (--algorithm=pop --races=interleave --goto=replay): outcome missed 0 of 1: 
// stateful-replay (--algorithm=stateful --goto=replay): outcome missed 0 of 1: 
// states-optimal (--algorithm=optimal): outcome missed 0 of 1: 
// states-pop (--algorithm=pop): outcome missed 0 of 1: 
// states-source (--algorithm=source): outcome missed 0 of 1: 
// states-auto-i (--algorithm=auto --races=interleave): outcome missed 0 of 1: 
// optimal-adds (--algorithm=optimal --independent-adds=off): outcome missed 0 of 1: 
// optimal-seed (--algorithm=optimal --seed=5): outcome missed 0 of 1: 
// pop-seed (--algorithm=pop --seed=6): outcome missed 0 of 1: 
// optimal-rounds (--algorithm=optimal --dynamic-loops=on): outcome missed 0 of 1: 
// auto-rounds-i (--algorithm=auto --races=interleave --dynamic-loops=on): outcome missed 0 of 1: 
#define OUTCOME_IN_WORDS
#include "../report.h"

static _Atomic(int) a0 = 0;
static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER;
static void *thread1(void *argument) {
    long zero = (long)argument;
    long r0 = 0;
    r0 = a0;
    pthread_mutex_lock(&m0);
    pthread_mutex_unlock(&m0);
    return result(r0, 0, 0, 0);
}
static void main_(long zero, int quiet) {
    pthread_t h1;
    pthread_create(&h1, NULL, thread1, NULL);
    pthread_mutex_destroy(&m0);
    pthread_join(h1, NULL);
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
