// SPDX-License-Identifier: Apache-2.0
// seed 300109
// expected to be wrong: mutex-misuse
// expected outcomes: 1
//   
// source (--algorithm=source): misuse missed 
// classic (--algorithm=classic): misuse missed 
// quasi (--algorithm=quasi): misuse missed 
// stateful (--algorithm=stateful): misuse missed 
// source-i (--algorithm=source --races=interleave): misuse missed 
// quasi-i (--algorithm=quasi --races=interleave): misuse missed 
// stateful-i (--algorithm=stateful --races=interleave): misuse missed 
// stateful-replay (--algorithm=stateful --goto=replay): misuse missed 
// states-source (--algorithm=source): misuse missed 
// quiet-stateful (--algorithm=stateful): misuse missed 
#define OUTCOME_IN_WORDS
#include "../report.h"

static _Atomic(int) a0 = 0;
static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER;
static sem_t s0;
static pthread_key_t k1;
static long result1;
static void end1(void *value) {
    pthread_mutex_unlock(&m0);
}
static void *thread1(void *argument) {
    long zero = (long)argument;
    pthread_setspecific(k1, (void *)1);
    sem_post(&s0);
    a0 = 1;
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
