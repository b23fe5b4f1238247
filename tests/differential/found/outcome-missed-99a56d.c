// SPDX-License-Identifier: Apache-2.0
// seed 100039
// expected to be wrong: nothing
// expected outcomes: 2
//   1
//   0
// stateful-i (--algorithm=stateful --races=interleave): outcome missed 1 of 2: 0
#define OUTCOME_IN_WORDS
#include "../report.h"

static _Atomic(int) a1 = 0;
static void *thread1(void *argument) {
    long zero = (long)argument;
    long r0 = 0;
    r0 = a1;
    return result(r0, 0, 0, 0);
}
static void main_(long zero, int quiet) {
    long r5 = 0;
    pthread_t h1;
    pthread_create(&h1, NULL, thread1, NULL);
    atomic_fetch_xor_explicit(&a1, 1, memory_order_seq_cst);
    { void *value; pthread_join(h1, &value); r5 = (long)value; }
    if (quiet)
        return;
    outcome o = 0;
    o = put(o, r5);
    tell(o);
}

int main(int count, char **arguments) {
    (void)arguments;
    main_(0, count > 2);
    return 0;
}
