// SPDX-License-Identifier: Apache-2.0
// seed 300395
// expected to be wrong: nothing
// expected outcomes: 1
//   
// counts (--algorithm=optimal): pop and optimal have different counts optimal 3+0, pop 4+0
// counts-replay (--algorithm=optimal --goto=replay): pop and optimal have different counts optimal 3+0, pop 4+0
// counts-i (--algorithm=optimal --races=interleave): pop and optimal have different counts optimal 3+0, pop 4+0
#define OUTCOME_IN_WORDS
#include "../report.h"

static _Atomic(int) a0 = 0;
static _Atomic(int) a1 = 0;
static sem_t s0;
static pthread_key_t k1;
static long result1;
static long result2;
static void end1(void *value) {
    {
        int expected = 0;
        atomic_compare_exchange_weak_explicit(&a0, &expected, 1, memory_order_seq_cst, memory_order_seq_cst);
    }
}
static void *thread2(void *argument) {
    long zero = (long)argument;
    pthread_setspecific(k1, (void *)1);
    sem_post(&s0);
    a1++;
    result2 = (long)result(0, 0, 0, 0);
    return NULL;
}
static void *thread1(void *argument) {
    long zero = (long)argument;
    a0 = 1;
    sem_wait(&s0);
    pthread_key_delete(k1);
    result1 = (long)result(0, 0, 0, 0);
    return NULL;
}
static void main_(long zero, int quiet) {
    pthread_t h1;
    pthread_t h2;
    sem_init(&s0, 0, 0);
    pthread_key_create(&k1, end1);
    pthread_create(&h1, NULL, thread1, NULL);
    pthread_create(&h2, NULL, thread2, NULL);
    atomic_fetch_and_explicit(&a1, 1, memory_order_seq_cst);
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
