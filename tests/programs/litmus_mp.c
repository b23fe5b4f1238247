// SPDX-License-Identifier: Apache-2.0
// check => safe: 3 executions
// check --algorithm=source => safe: 3 executions
// Message passing: the flag without the message is a cycle: 4 - 1.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int message, flag;

static void *send(void *unused) {
    atomic_store(&message, 42);
    atomic_store(&flag, 1);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, send, NULL);
    int arrived = atomic_load(&flag);
    int got = atomic_load(&message);
    assert(!arrived || got == 42);
    pthread_join(thread, NULL);
    return 0;
}
