// SPDX-License-Identifier: Apache-2.0
// flags -DROUNDS=3 -DSIZE=3
// check --algorithm=optimal => safe: 5 executions
// check --algorithm=classic => safe: 5 executions
//
// sharedArray: after [SDPOR], Table 1, where "two threads iteratively write
// to different elements of a shared array"; a design of our own. In round k
// thread t writes element (2k + t) mod SIZE: never the same in one round. With
// an even SIZE they never meet; with an odd one they do, in other rounds.

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef ROUNDS
#define ROUNDS 20
#endif
#ifndef SIZE
#define SIZE 5
#endif

static atomic_int array[SIZE];

static void *writer(void *argument) {
    int t = (int)(intptr_t)argument;
    for (int k = 0; k < ROUNDS; k++)
        atomic_store(&array[(2 * k + t) % SIZE], t + 1);
    return NULL;
}

int main(void) {
    pthread_t thread[2];
    for (intptr_t t = 0; t < 2; t++)
        pthread_create(&thread[t], NULL, writer, (void *)t);
    for (int t = 0; t < 2; t++)
        pthread_join(thread[t], NULL);
    return 0;
}
