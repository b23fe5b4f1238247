// SPDX-License-Identifier: Apache-2.0
// seed 5000263
// expected to be wrong: mutex-misuse
// expected outcomes: 1
//   
// counts (--algorithm=optimal): pop and optimal have different counts optimal 1+2, pop 1+3
// counts-replay (--algorithm=optimal --goto=replay): pop and optimal have different counts optimal 1+2, pop 1+3
// counts-i (--algorithm=optimal --races=interleave): pop and optimal have different counts optimal 1+2, pop 1+3
#define OUTCOME_IN_WORDS
#include "../report.h"

static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER;
static void *thread1(void *argument) {
    long zero = (long)argument;
    pthread_mutex_destroy(&m1);
    if (!pthread_mutex_trylock(&m0)) {
        pthread_mutex_unlock(&m0);
    }
    pthread_mutex_lock(&m1);
    pthread_mutex_unlock(&m1);
    return result(0, 0, 0, 0);
}
static void main_(long zero, int quiet) {
    pthread_t h1;
    pthread_create(&h1, NULL, thread1, NULL);
    pthread_mutex_lock(&m1);
    pthread_mutex_unlock(&m1);
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
