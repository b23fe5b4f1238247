// SPDX-License-Identifier: Apache-2.0
// check => unsafe: assertion at peterson_swapped.c:19 after N executions
// check --algorithm=source => unsafe: assertion at peterson_swapped.c:19 after N executions
// The turn is given away before the wish is known: both can be inside.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

static atomic_bool want[2];
static atomic_int turn, inside;

static void *work(void *argument) {
    int self = (int)(intptr_t)argument, other = 1 - self;
    atomic_store(&turn, other);
    atomic_store(&want[self], true);
    if (!atomic_load(&want[other]) || atomic_load(&turn) == self) {
        assert(atomic_fetch_add(&inside, 1) == 0);
        atomic_fetch_sub(&inside, 1);
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
