// SPDX-License-Identifier: Apache-2.0
// seed 6000119
// expected to be wrong: data-race
// expected outcomes: 1
//   
// stateful (--algorithm=stateful): data race missed 
// stateful-replay (--algorithm=stateful --goto=replay): data race missed 
// quiet-stateful (--algorithm=stateful): data race missed 
#define OUTCOME_IN_WORDS
#include "../report.h"

static int p0 = 0;
static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t k0;
static pthread_rwlock_t l0 = PTHREAD_RWLOCK_INITIALIZER;
static long result2;
static void end0(void *value) {
    pthread_rwlock_rdlock(&l0);
    p0 = 1;
    pthread_rwlock_unlock(&l0);
}
static void *thread2(void *argument) {
    long zero = (long)argument;
    pthread_mutex_lock(&m0);
    pthread_setspecific(k0, (void *)1);
    pthread_mutex_unlock(&m0);
    result2 = (long)result(0, 0, 0, 0);
    return NULL;
}
static void *thread1(void *argument) {
    long zero = (long)argument;
    long r0 = 0;
    pthread_mutex_lock(&m0);
    r0 = p0;
    pthread_mutex_unlock(&m0);
    return result(r0, 0, 0, 0);
}
static void main_(long zero, int quiet) {
    pthread_t h1;
    pthread_t h2;
    pthread_key_create(&k0, end0);
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
