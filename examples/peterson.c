// SPDX-License-Identifier: Apache-2.0
// Peterson's mutual exclusion for two threads. The broken one asks before it
// has said that it wants to come in: one line in the wrong place.
//
//     mazurka examples/peterson.c
//     => unsafe: assertion at examples/peterson.c:38 after 3 executions
//     mazurka examples/peterson.c -DFIXED
//     => safe: 4 executions, 6 blocked
//
// To learn: "safe" is a proof, for this program and sequential consistency.
// With weaker memory orders than the default one the answer may be another one.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2], turn;
static atomic_int inside;

static void enter(int me) {
#ifdef FIXED
    wants[me] = 1;
    turn = 1 - me;
#endif
    while (wants[1 - me] && turn == 1 - me) {
    }
#ifndef FIXED
    wants[me] = 1;
    turn = 1 - me;
#endif
}

static void *thread(void *number) {
    int me = (int)(intptr_t)number;
    enter(me);
    // Nobody else is in here.
    assert(inside++ == 0);
    inside--;
    wants[me] = 0;
    return NULL;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, thread, (void *)(intptr_t)1);
    thread((void *)(intptr_t)0);
    pthread_join(other, NULL);
    return 0;
}
