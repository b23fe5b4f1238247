// SPDX-License-Identifier: Apache-2.0
// check => safe: 14 executions
// check --algorithm=source => safe: 14 executions
// check --races=interleave => safe: 14 executions
// Peterson's lock, where who would have to wait goes away: 14 classes, counted
// by brute force.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

static atomic_bool want[2];
static atomic_int turn, inside;

static void *work(void *argument) {
    int self = (int)(intptr_t)argument, other = 1 - self;
    atomic_store(&want[self], true);
    atomic_store(&turn, other);
    if (!atomic_load(&want[other]) || atomic_load(&turn) == self) {
        assert(atomic_fetch_add(&inside, 1) == 0);
        assert(atomic_fetch_sub(&inside, 1) == 1);
    }
    atomic_store(&want[self], false);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, (void *)1);
    work((void *)0);
    pthread_join(thread, NULL);
    return 0;
}
