// SPDX-License-Identifier: Apache-2.0
// seed 70677
// expected to be wrong: nothing
// expected outcomes: 1, with loops
//   
// auto (--algorithm=auto): does not end 
// optimal (--algorithm=optimal): does not end 
// pop (--algorithm=pop): does not end 
// source (--algorithm=source): does not end 
// classic (--algorithm=classic): does not end 
// quasi (--algorithm=quasi): does not end 
// all (--algorithm=all): does not end 
// optimal-replay (--algorithm=optimal --goto=replay): does not end 
// states-optimal (--algorithm=optimal): does not end 
#define OUTCOME_IN_WORDS
#include "../report.h"

static sem_t s0;
static void *thread1(void *argument) {
    long zero = (long)argument;
    while (sem_trywait(&s0))
        ;
    return result(0, 0, 0, 0);
}
static void main_(long zero, int quiet) {
    pthread_t h1;
    sem_init(&s0, 0, 0);
    pthread_create(&h1, NULL, thread1, NULL);
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
