// SPDX-License-Identifier: Apache-2.0
// A seqlock: readers take no lock; they read a counter before and after, and
// try again if somebody has written. The broken reader forgets that an odd
// counter means "being written".
//
//     mazurka examples/seqlock.c
//     => unsafe: assertion at examples/seqlock.c:46 after 8 executions
//     mazurka examples/seqlock.c -DFIXED
//     => safe: 2 executions, 5 blocked
//
// To learn: rounds of a loop that only look and try again are not told apart:
// what counts is what the last one sees.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint version;
static atomic_int low, high; // always equal, as far as readers know

static void *writer(void *unused) {
    (void)unused;
    version++;
    low = 1;
    high = 1;
    version++;
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    unsigned before;
    int a, b;
    for (;;) {
        before = version;
#ifdef FIXED
        if (before % 2)
            continue;
#endif
        a = low;
        b = high;
        if (version == before)
            break;
    }
    assert(a == b);
    pthread_join(thread, NULL);
    return 0;
}
