// SPDX-License-Identifier: Apache-2.0
// seed 50554
// expected to be wrong: data-race
// expected outcomes: 1
//   
// auto (--algorithm=auto): data race missed 
// optimal (--algorithm=optimal): data race missed 
// pop (--algorithm=pop): data race missed 
// stateful (--algorithm=stateful): data race missed 
#define OUTCOME_IN_WORDS
#include "../report.h"

static _Atomic(int) a0 = 0;
static int p0 = 0;
static void *thread2(void *argument) {
    long zero = (long)argument;
    a0++;
    a0++;
    p0 += 1;
    return result(0, 0, 0, 0);
}
static void *thread1(void *argument) {
    long zero = (long)argument;
    long r0 = 0;
    long r2 = 0;
    r0 = a0;
    if (r0 == 1) {
        r2 = p0;
    }
    a0++;
    return result(r0, 0, r2, 0);
}
static void main_(long zero, int quiet) {
    pthread_t h1;
    pthread_t h2;
    pthread_create(&h1, NULL, thread1, NULL);
    pthread_create(&h2, NULL, thread2, NULL);
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
