// SPDX-License-Identifier: Apache-2.0
// seed 200316
// expected to be wrong: data-race
// expected outcomes: 1 at least
//   
// auto-i (--algorithm=auto --races=interleave): unexpected finding nondeterminism: the same schedule did something else: read instead of read
// optimal-i (--algorithm=optimal --races=interleave): unexpected finding nondeterminism: the same schedule did something else: read instead of read
// pop-i (--algorithm=pop --races=interleave): unexpected finding nondeterminism: the same schedule did something else: read instead of read
// pop-i-replay (--algorithm=pop --races=interleave --goto=replay): unexpected finding nondeterminism: the same schedule did something else: read instead of read
// states-auto-i (--algorithm=auto --races=interleave): unexpected finding nondeterminism: the same schedule did something else: read instead of read
// auto-rounds-i (--algorithm=auto --races=interleave --dynamic-loops=on): unexpected finding nondeterminism: the same schedule did something else: read instead of read
// quiet-auto-i (--algorithm=auto --races=interleave): unexpected finding nondeterminism: the same schedule did something else: read instead of read
// counts-i (--algorithm=optimal --races=interleave): unexpected finding nondeterminism: the same schedule did something else: read instead of read
#define OUTCOME_IN_WORDS
#include "../report.h"

static _Atomic(int) a0 = 0;
static char t0[16] = "a";
static long result1;
static long result2;
static void *thread2(void *argument) {
    long zero = (long)argument;
    {
        int expected = 0;
        atomic_compare_exchange_weak_explicit(&a0, &expected, 1, memory_order_seq_cst, memory_order_seq_cst);
    }
    strcat(t0, "a");
    result2 = (long)result(0, 0, 0, 0);
    return NULL;
}
static void *thread1(void *argument) {
    long zero = (long)argument;
    strcat(t0, "a");
    result1 = (long)result(0, 0, 0, 0);
    return NULL;
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
