// SPDX-License-Identifier: Apache-2.0
// seed 300011
// expected to be wrong: nothing
// expected outcomes: 2
//   1
//   0
// auto (--algorithm=auto): outcome missed 1 of 2: 1
// optimal (--algorithm=optimal): outcome missed 1 of 2: 1
// pop (--algorithm=pop): outcome missed 1 of 2: 1
// source (--algorithm=source): outcome missed 1 of 2: 0
// classic (--algorithm=classic): outcome missed 1 of 2: 0
// quasi (--algorithm=quasi): outcome missed 1 of 2: 0
// stateful (--algorithm=stateful): outcome missed 1 of 2: 0
// auto-i (--algorithm=auto --races=interleave): outcome missed 1 of 2: 1
// optimal-i (--algorithm=optimal --races=interleave): outcome missed 1 of 2: 1
// pop-i (--algorithm=pop --races=interleave): outcome missed 1 of 2: 1
// source-i (--algorithm=source --races=interleave): outcome missed 1 of 2: 0
// quasi-i (--algorithm=quasi --races=interleave): outcome missed 1 of 2: 0
// stateful-i (--algorithm=stateful --races=interleave): outcome missed 1 of 2: 0
// optimal-replay (--algorithm=optimal --goto=replay): outcome missed 1 of 2: 1
// pop-i-replay (--algorithm=pop --races=interleave --goto=replay): outcome missed 1 of 2: 1
// stateful-replay (--algorithm=stateful --goto=replay): outcome missed 1 of 2: 0
// states-optimal (--algorithm=optimal): outcome missed 1 of 2: 1
// states-pop (--algorithm=pop): outcome missed 1 of 2: 1
// states-source (--algorithm=source): outcome missed 1 of 2: 0
// states-auto-i (--algorithm=auto --races=interleave): outcome missed 1 of 2: 1
// optimal-adds (--algorithm=optimal --independent-adds=off): outcome missed 1 of 2: 1
// optimal-seed (--algorithm=optimal --seed=5): outcome missed 1 of 2: 1
// pop-seed (--algorithm=pop --seed=6): outcome missed 1 of 2: 1
// optimal-rounds (--algorithm=optimal --dynamic-loops=on): outcome missed 1 of 2: 1
// auto-rounds-i (--algorithm=auto --races=interleave --dynamic-loops=on): outcome missed 1 of 2: 1
#define OUTCOME_IN_WORDS
#include "../report.h"

static _Atomic(int) a1 = 0;
static sem_t s0;
static pthread_key_t k1;
static long result1;
static void end1(void *value) {
    a1 = 0;
}
static outcome finals(outcome o) {
    o = put(o, (long)a1);
    return o;
}
static void *thread1(void *argument) {
    long zero = (long)argument;
    pthread_setspecific(k1, (void *)1);
    sem_post(&s0);
    a1 = 1;
    result1 = (long)result(0, 0, 0, 0);
    return NULL;
}
static void main_(long zero, int quiet) {
    pthread_t h1;
    sem_init(&s0, 0, 0);
    pthread_key_create(&k1, end1);
    pthread_create(&h1, NULL, thread1, NULL);
    sem_wait(&s0);
    pthread_key_delete(k1);
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
