// SPDX-License-Identifier: Apache-2.0
// seed 5332
// expected to be wrong: data-race
// expected outcomes: 1, with loops
//   
// optimal (--algorithm=optimal): unexpected finding nondeterminism: the same schedule did something else: wait instead of unlock
// optimal-replay (--algorithm=optimal --goto=replay): unexpected finding nondeterminism: the same schedule did something else: wait instead of unlock
// states-optimal (--algorithm=optimal): unexpected finding nondeterminism: the same schedule did something else: wait instead of unlock
// optimal-adds (--algorithm=optimal --independent-adds=off): unexpected finding nondeterminism: the same schedule did something else: wait instead of unlock
// optimal-seed (--algorithm=optimal --seed=5): unexpected finding nondeterminism: the same schedule did something else: wait instead of unlock
// pop-seed (--algorithm=pop --seed=6): unexpected finding nondeterminism: the same schedule did something else: wait instead of unlock
// optimal-rounds (--algorithm=optimal --dynamic-loops=on): unexpected finding nondeterminism: the same schedule did something else: wait instead of unlock
// counts (--algorithm=optimal): unexpected finding nondeterminism: the same schedule did something else: wait instead of unlock
// counts-replay (--algorithm=optimal --goto=replay): unexpected finding nondeterminism: the same schedule did something else: wait instead of unlock
#define OUTCOME_IN_WORDS
#include "../report.h"

static _Atomic(int) a0 = 0;
static int p0 = 0;
static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c0 = PTHREAD_COND_INITIALIZER;
static void *thread2(void *argument) {
    long zero = (long)argument;
    pthread_mutex_lock(&m0);
    while (p0 == 0)
        pthread_cond_wait(&c0, &m0);
    pthread_mutex_unlock(&m0);
    {
        int expected = 1;
        atomic_compare_exchange_weak_explicit(&a0, &expected, 2, memory_order_seq_cst, memory_order_seq_cst);
    }
    return result(0, 0, 0, 0);
}
static void *thread1(void *argument) {
    long zero = (long)argument;
    a0 = 1;
    p0 = 1;
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
