// SPDX-License-Identifier: Apache-2.0
// check => safe: 6 executions
// check --undo-memory=16K => safe: 6 executions
// check --undo-memory=300K => safe: 6 executions
// check --undo-memory=16K --races=ignore => safe: 6 executions
// check --undo-memory=16K --goto=replay => safe: 6 executions
// large
// Thousands of steps between two that conflict: to go back beyond what is kept
// of single steps is to run some of them again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ROUNDS = 1000 };

static atomic_int counts[2], last;
static int seen[2][32];

static void *work(void *argument) {
    int self = *(int *)argument;
    atomic_store(&last, self);
    for (int i = 0; i < ROUNDS; i++) {
        int count = atomic_fetch_add(&counts[self], 1);
        assert(count == i);
        seen[self][count % 32] += i;
    }
    atomic_store(&last, self);
    assert(seen[self][7] == 32 * 7 + 32 * (32 * 31 / 2));
    return NULL;
}

int main(void) {
    pthread_t thread;
    int numbers[] = {0, 1};
    pthread_create(&thread, NULL, work, &numbers[1]);
    work(&numbers[0]);
    pthread_join(thread, NULL);
    return 0;
}
