// SPDX-License-Identifier: Apache-2.0
// seed 200360
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
static char t0[16] = "a";
static long result1;
static void *thread1(void *argument) {
    long zero = (long)argument;
    long r3 = 0;
    r3 = a0;
    strcat(t0, "a");
    result1 = (long)result(0, 0, 0, r3);
    return NULL;
}
static void main_(long zero, int quiet) {
    pthread_t h1;
    pthread_create(&h1, NULL, thread1, NULL);
    memset(t0, 0, 1);
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
