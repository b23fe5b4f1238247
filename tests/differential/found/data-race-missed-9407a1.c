// SPDX-License-Identifier: Apache-2.0
// seed 300156
// expected to be wrong: data-race
// expected outcomes: 2
//   1
//   2
// optimal (--algorithm=optimal): data race missed 
// source (--algorithm=source): data race missed 
// classic (--algorithm=classic): data race missed 
// stateful (--algorithm=stateful): data race missed 
// optimal-i (--algorithm=optimal --races=interleave): outcome missed 1 of 2: 2
// source-i (--algorithm=source --races=interleave): outcome missed 1 of 2: 2
// quasi-i (--algorithm=quasi --races=interleave): outcome missed 1 of 2: 2
// stateful-i (--algorithm=stateful --races=interleave): outcome missed 1 of 2: 2
// optimal-replay (--algorithm=optimal --goto=replay): data race missed 
// stateful-replay (--algorithm=stateful --goto=replay): data race missed 
// states-optimal (--algorithm=optimal): data race missed 
// states-source (--algorithm=source): data race missed 
// optimal-adds (--algorithm=optimal --independent-adds=off): data race missed 
// optimal-seed (--algorithm=optimal --seed=5): data race missed 
// pop-seed (--algorithm=pop --seed=6): data race missed 
// optimal-rounds (--algorithm=optimal --dynamic-loops=on): data race missed 
// quiet-stateful (--algorithm=stateful): data race missed 
// counts (--algorithm=optimal): data race missed 
// counts-replay (--algorithm=optimal --goto=replay): data race missed 
// counts-i (--algorithm=optimal --races=interleave): pop and optimal have different counts optimal 1+0, pop 2+0
#define OUTCOME_IN_WORDS
#include "../report.h"

static int p0 = 1;
static sem_t s0;
static pthread_key_t k1;
static long result1;
static long result2;
static void end1(void *value) {
    p0 += 1;
}
static void *thread2(void *argument) {
    long zero = (long)argument;
    result2 = (long)result(0, 0, 0, 0);
    return NULL;
}
static void *thread1(void *argument) {
    long zero = (long)argument;
    pthread_t h2;
    pthread_setspecific(k1, (void *)1);
    sem_post(&s0);
    pthread_create(&h2, NULL, thread2, NULL);
    result1 = (long)result(0, 0, 0, 0);
    return NULL;
}
static void main_(long zero, int quiet) {
    long r3 = 0;
    pthread_t h1;
    sem_init(&s0, 0, 0);
    pthread_key_create(&k1, end1);
    pthread_create(&h1, NULL, thread1, NULL);
    r3 = p0;
    sem_wait(&s0);
    pthread_key_delete(k1);
    if (quiet)
        return;
    outcome o = 0;
    o = put(o, r3);
    tell(o);
}

int main(int count, char **arguments) {
    (void)arguments;
    main_(0, count > 2);
    return 0;
}
