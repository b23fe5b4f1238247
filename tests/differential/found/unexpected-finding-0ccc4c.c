// SPDX-License-Identifier: Apache-2.0
// seed 200507
// expected to be wrong: data-race
// expected outcomes: 1 at least
//   
// auto-i (--algorithm=auto --races=interleave): unexpected finding nondeterminism: the same schedule did something else: read instead of read
// optimal-i (--algorithm=optimal --races=interleave): unexpected finding nondeterminism: the same schedule did something else: read instead of read
// pop-i (--algorithm=pop --races=interleave): unexpected finding nondeterminism: the same schedule did something else: read instead of read
// quasi-i (--algorithm=quasi --races=interleave): unexpected finding nondeterminism: the same schedule did something else: read instead of read
// pop-i-replay (--algorithm=pop --races=interleave --goto=replay): unexpected finding nondeterminism: the same schedule did something else: read instead of read
// states-auto-i (--algorithm=auto --races=interleave): unexpected finding nondeterminism: the same schedule did something else: read instead of read
// auto-rounds-i (--algorithm=auto --races=interleave --dynamic-loops=on): unexpected finding nondeterminism: the same schedule did something else: read instead of read
// quiet-auto-i (--algorithm=auto --races=interleave): unexpected finding nondeterminism: the same schedule did something else: read instead of read
// counts-i (--algorithm=optimal --races=interleave): unexpected finding nondeterminism: the same schedule did something else: read instead of read
#define OUTCOME_IN_WORDS
#include "../report.h"

static _Atomic(int) a0 = 0;
static char t0[16] = "def";
static char t1[16] = "bc";
static long result1;
static void *thread1(void *argument) {
    long zero = (long)argument;
    long r0 = 0;
    atomic_exchange_explicit(&a0, 1, memory_order_seq_cst);
    r0 = (long)strlen(t1);
    result1 = (long)result(r0, 0, 0, 0);
    return NULL;
}
static void main_(long zero, int quiet) {
    pthread_t h1;
    pthread_create(&h1, NULL, thread1, NULL);
    memcpy(t1, t0, 4);
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
