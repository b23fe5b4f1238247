// SPDX-License-Identifier: Apache-2.0
// seed 200087
// expected to be wrong: data-race
// expected outcomes: 1 at least
//   
// auto-i (--algorithm=auto --races=interleave): unexpected finding nondeterminism: the same schedule did something else: read instead of read
// optimal-i (--algorithm=optimal --races=interleave): unexpected finding nondeterminism: the same schedule did something else: read instead of read
// quasi-i (--algorithm=quasi --races=interleave): unexpected finding nondeterminism: the same schedule did something else: read instead of read
// states-auto-i (--algorithm=auto --races=interleave): unexpected finding nondeterminism: the same schedule did something else: read instead of read
// auto-rounds-i (--algorithm=auto --races=interleave --dynamic-loops=on): unexpected finding nondeterminism: the same schedule did something else: read instead of read
// quiet-auto-i (--algorithm=auto --races=interleave): unexpected finding nondeterminism: the same schedule did something else: read instead of read
// counts-i (--algorithm=optimal --races=interleave): unexpected finding nondeterminism: the same schedule did something else: read instead of read
#define OUTCOME_IN_WORDS
#include "../report.h"

static char t0[16] = "a";
static char t1[16] = "";
static long result1;
static long result2;
static void *thread2(void *argument) {
    long zero = (long)argument;
    long r3 = 0;
    strcat(t0, "a");
    r3 = !strcmp(t0, t1);
    result2 = (long)result(0, 0, 0, r3);
    return NULL;
}
static void *thread1(void *argument) {
    long zero = (long)argument;
    memcpy(t1, t0, 1);
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
