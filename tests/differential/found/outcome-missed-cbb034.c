// SPDX-License-Identifier: Apache-2.0
// seed 8000061
// expected to be wrong: mutex-misuse
// expected outcomes: 1
//   
// auto (--algorithm=auto): outcome missed 0 of 1: 
// pop (--algorithm=pop): outcome missed 0 of 1: 
// quasi (--algorithm=quasi): outcome missed 0 of 1: 
// quasi-exact (--algorithm=quasi --k=optimal): outcome missed 0 of 1: 
// auto-i (--algorithm=auto --races=interleave): outcome missed 0 of 1: 
// pop-i (--algorithm=pop --races=interleave): outcome missed 0 of 1: 
// quasi-i (--algorithm=quasi --races=interleave): outcome missed 0 of 1: 
// pop-i-replay (--algorithm=pop --races=interleave --goto=replay): outcome missed 0 of 1: 
// pop-both (--algorithm=pop --goto=both): outcome missed 0 of 1: 
// states-pop (--algorithm=pop): outcome missed 0 of 1: 
// states-auto-i (--algorithm=auto --races=interleave): outcome missed 0 of 1: 
// pop-adds (--algorithm=pop --independent-adds=off): outcome missed 0 of 1: 
// quasi-adds (--algorithm=quasi --independent-adds=off): outcome missed 0 of 1: 
// auto-rounds-i (--algorithm=auto --races=interleave --dynamic-loops=on): outcome missed 0 of 1: 
// assume-pop-i (--algorithm=pop --races=interleave): outcome missed 0 of 1: 
// assume-quasi (--algorithm=quasi): outcome missed 0 of 1: 
// counts (--algorithm=optimal): different counts optimal 1+3, --algorithm=pop 0+1
// counts-replay (--algorithm=optimal --goto=replay): different counts optimal 1+3, --algorithm=pop 0+1
// counts-adds (--algorithm=optimal --independent-adds=off): different counts optimal 1+3, --algorithm=pop 0+1
// counts-i (--algorithm=optimal --races=interleave): different counts optimal 1+3, --algorithm=pop 0+1
#define OUTCOME_IN_WORDS
#include "../report.h"

static _Atomic(int) a0 = 0;
static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER;
static long result1;
static long result2;
static void *thread2(void *argument) {
    long zero = (long)argument;
    pthread_mutex_destroy(&m0);
    pthread_mutex_lock(&m0);
    pthread_mutex_unlock(&m0);
    result2 = (long)result(0, 0, 0, 0);
    return NULL;
}
static void *thread1(void *argument) {
    long zero = (long)argument;
    a0++;
    pthread_mutex_lock(&m0);
    pthread_mutex_unlock(&m0);
    result1 = (long)result(0, 0, 0, 0);
    return NULL;
}
static void main_(long zero, int quiet) {
    pthread_t h1;
    pthread_t h2;
    pthread_create(&h1, NULL, thread1, NULL);
    pthread_create(&h2, NULL, thread2, NULL);
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
