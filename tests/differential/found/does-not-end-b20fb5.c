// SPDX-License-Identifier: Apache-2.0
// seed 70348
// expected to be wrong: nothing
// expected outcomes: 1, with loops
//   
// states-optimal (--algorithm=optimal): does not end 
// states-pop (--algorithm=pop): does not end 
// states-source (--algorithm=source): does not end 
#define OUTCOME_IN_WORDS
#include "../report.h"

static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER;
static void *thread2(void *argument) {
    long zero = (long)argument;
    while (pthread_mutex_trylock(&m0))
        ;
    pthread_mutex_unlock(&m0);
    return result(0, 0, 0, 0);
}
static void *thread1(void *argument) {
    long zero = (long)argument;
    pthread_mutex_lock(&m0);
    pthread_mutex_unlock(&m0);
    return result(0, 0, 0, 0);
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
