// SPDX-License-Identifier: Apache-2.0
// check => safe: 7 executions
// check --algorithm=source => safe: 7 executions
// Dekker's lock, where who would have to wait goes away: 7 classes, counted by
// brute force. The plain counter inside is not raced for.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

static atomic_bool want[2];
static atomic_int inside;
static int counter;

static void *work(void *argument) {
    int self = (int)(intptr_t)argument;
    atomic_store(&want[self], true);
    if (!atomic_load(&want[1 - self])) {
        assert(atomic_fetch_add(&inside, 1) == 0);
        counter++;
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
    return counter > 2;
}
