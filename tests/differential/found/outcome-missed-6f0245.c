// SPDX-License-Identifier: Apache-2.0
// seed 101626
// expected to be wrong: nothing
// expected outcomes: 2
//   0
//   1
// stateful-i (--algorithm=stateful --races=interleave): outcome missed 1 of 2: 1
#define OUTCOME_IN_WORDS
#include "../report.h"

static _Atomic(int) a1 = 0;
static void *thread2(void *argument) {
    long zero = (long)argument;
    a1 += 2;
    return result(0, 0, 0, 0);
}
static void *thread1(void *argument) {
    long zero = (long)argument;
    long r0 = 0;
    {
        int expected = 2;
        r0 = atomic_compare_exchange_weak_explicit(&a1, &expected, 2, memory_order_seq_cst, memory_order_seq_cst);
    }
    return result(r0, 0, 0, 0);
}
static void main_(long zero, int quiet) {
    long r4 = 0;
    pthread_t h1;
    pthread_t h2;
    pthread_create(&h1, NULL, thread1, NULL);
    pthread_create(&h2, NULL, thread2, NULL);
    pthread_join(h2, NULL);
    { void *value; pthread_join(h1, &value); r4 = (long)value; }
    if (quiet)
        return;
    outcome o = 0;
    o = put(o, r4);
    tell(o);
}

int main(int count, char **arguments) {
    (void)arguments;
    main_(0, count > 2);
    return 0;
}
